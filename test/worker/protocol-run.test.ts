/** A run that goes between page and worker comes out as it went in. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '@/lib/engine/run';
import { guardsOf, restoreLane } from '@/lib/store/lane';
import { SYSTEMS } from '@/lib/systems/descriptions';
import { Jobs } from '@/lib/worker/jobs';
import { packed, unpacked } from '@/lib/worker/protocol-run';
import { session } from '../bench/sessions';

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };
const crossed = (output: unknown) => unpacked(structuredClone(packed(output)));

/** Settings under which the systems write much. */
const NARROW: { [system: string]: object } = {
  'rolling-summary': { tokenCap: 6000, extractState: true, state: { goal: 'ü → "quoted"' } },
  'three-phase': { hardLimit: 9000, targetLimit: 5000 },
  'context-manager': { contextWindow: 16_000 },
  'message-cap': { maxMessages: 40, maxReferences: 5 },
  'managed-window': { window: 16_000 },
};

describe('a run between page and worker', () => {
  const jobs = new Jobs();
  beforeAll(async () => {
    const file = new Blob([JSON.stringify(session(400))]);
    const opened = await jobs.run('open', { file, name: 'session.json' }, OPTIONS);
    await jobs.run('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] }, OPTIONS);
  });

  it.each(SYSTEMS.map(({ id }) => id))('%s', async (system) => {
    const plain = restoreLane({ system, config: NARROW[system], summarizer: { kind: 'extractive' } });
    for (const lane of [plain, { ...plain, guards: guardsOf(plain, false) }]) {
      const answer = await jobs.run('replay', { lane }, OPTIONS);
      expect(crossed(answer)).toEqual(answer);
    }
  });

  it('messages that are more than a text go whole', async () => {
    const { run } = await jobs.run(
      'replay',
      { lane: restoreLane({ system: 'managed-window', config: { window: 16_000 } }) },
      OPTIONS,
    );
    const inserts: Run['inserts'] = run.inserts.slice(0, 3).map((insert, at) => ({
      ...insert,
      message: [
        { ...insert.message, imageTokens: 7 },
        { role: 'assistant' as const, content: null, tool_calls: [] },
        insert.message,
      ][at] as (typeof insert)['message'],
    }));
    expect(inserts).toHaveLength(3);
    const answer = { run: { ...run, inserts } };
    expect(crossed(answer)).toEqual(answer);
  });

  it('answers without a run go as they are', () => {
    for (const output of [null, 7, 'text', { tokens: new Int32Array(3) }, { run: null }]) {
      expect(packed(output)).toBe(output);
      expect(unpacked(output)).toBe(output);
    }
  });
});

/** Import → export → import is the identity on the canonical form, for the formats that carry all of it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '@/lib/engine/transcript';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { parseScenario } from '@/lib/scenario/scenario';
import { CURRENT_VERSION } from '@/lib/scenario/upgraders';
import { fixture, fixtureNames, sourceOf } from '../importers/support';
import { exporterNamed, extendedTranscript, session, written } from './support';

const RUNS = Number(process.env.RUNS ?? 100);

async function imported(
  text: string,
): Promise<{ format: string; transcript: Transcript; title: string; mended: number }> {
  const { format, conversations, skipped, repaired } = await readTranscriptFile(sourceOf(text));
  expect(conversations).toHaveLength(1);
  const [conversation] = conversations;
  const { messages = [], tools, title = '' } = conversation ?? {};
  const transcript: Transcript = tools ? { messages, tools } : { messages };
  return { format, transcript, title, mended: skipped.length + repaired.length };
}

describe.each(['openai-chat', 'scenario'])('%s', (id) => {
  it('gives back any transcript, with nothing skipped, mended or said to be lost', async () => {
    await fc.assert(
      fc.asyncProperty(extendedTranscript, async (transcript) => {
        const back = await imported(written(id, transcript));
        expect(back.format).toBe(id);
        expect(back.transcript).toEqual(transcript);
        expect(back.mended).toBe(0);
        expect(exporterNamed(id).losses(transcript)).toEqual([]);
      }),
      { numRuns: RUNS, seed: 20262 },
    );
  });

  it.each(fixtureNames)('gives back what was read from %s', async (name) => {
    const { conversations } = await readTranscriptFile(sourceOf(fixture(name), name));
    for (const { messages, tools } of conversations) {
      const transcript: Transcript = tools ? { messages, tools } : { messages };
      const back = await imported(written(id, transcript));
      expect(back.transcript).toEqual(transcript);
    }
  });

  it('is the same text the second time', async () => {
    const text = written(id, session);
    expect(written(id, (await imported(text)).transcript)).toBe(text);
  });
});

describe('a scenario', () => {
  it('keeps the title and can be run', async () => {
    const text = written('scenario', session, 'Sent "twice"');
    expect((await imported(text)).title).toBe('Sent "twice"');
    const { scenario, warnings } = parseScenario(JSON.parse(text), { file: 'x' });
    expect(warnings).toEqual([]);
    expect(scenario.palimpsest).toBe(CURRENT_VERSION);
    expect(JSON.parse(text).palimpsest).toBe(CURRENT_VERSION);
    expect(scenario.transcript).toEqual(session);
    expect(scenario.lanes.map((lane) => lane.system)).toEqual(['managed-window', 'none']);
  });
});

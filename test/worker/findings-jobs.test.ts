/** Findings over the worker: misses come once the facts are collected, remedies help as they say, and a newer run ends the trials. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProvenRemedy } from '@/lib/metrics/findings/prove';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { Jobs } from '@/lib/worker/jobs';
import type { LaneSpec, RequestName, Requests } from '@/lib/worker/protocol';

beforeEach(() => {
  // Trials have an end in time; a busy machine is not to reach it.
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function lane(maxMessages: number): LaneSpec {
  const system = systemById('message-cap');
  return {
    system: 'message-cap',
    config: completeConfig(system, { maxMessages }),
    guards: completeGuards(system, true),
    summarizer: { kind: 'extractive' },
  };
}

const messages = [
  { role: 'user', content: 'TASK: mend src/pay/client.ts for INC-2291.' },
  ...Array.from({ length: 30 }, (_, turn) => [
    { role: 'assistant', content: turn % 10 === 9 ? 'Back to src/pay/client.ts.' : `Part ${turn} is done.` },
    { role: 'user', content: 'Go on.' },
  ]).flat(),
];

async function worker() {
  const jobs = new Jobs();
  const request = <Name extends RequestName>(name: Name, input: Requests[Name]['input']) =>
    jobs.run(name, input, { signal: new AbortController().signal, onProgress: () => undefined });
  const { conversations } = await request('open', { file: new Blob([JSON.stringify(messages)]), name: 'x.json' });
  await request('choose', { conversation: conversations[0]?.id ?? '', counts: [] });
  await request('replay', { lane: lane(6) });
  return request;
}

describe('findings over the worker', () => {
  it('misses are a finding once the facts have been collected', async () => {
    const request = await worker();
    const ids = async () => (await request('examine', { counter: 'words' })).findings.map(({ id }) => id);
    expect(await ids()).not.toContain('misses');
    const { misses } = await request('recall', {});
    expect(misses.call.length).toBe(3);
    expect(await ids()).toContain('misses');
  });

  it('a remedy leaves its finding at the calls that it says', async () => {
    const request = await worker();
    const remedies = await request('remedies', { counter: 'words' });
    const { config, guards, after } = remedies.find(({ finding }) => finding === 'task-lost') as ProvenRemedy;
    const { system, summarizer, ...given } = lane(6);
    const changed = { config: { ...given.config, ...config }, guards: { ...given.guards, ...guards } };
    await request('replay', { lane: { system, summarizer, ...changed } });
    const { findings } = await request('examine', { counter: 'words' });
    expect(findings.find(({ id }) => id === 'task-lost')?.calls.length ?? 0).toBe(after);
  });

  it('trials end where a newer run takes the place of theirs', async () => {
    const request = await worker();
    const trials = request('remedies', { counter: 'words' });
    await request('replay', { lane: lane(100) });
    expect((await trials).length).toBeLessThan((await (await worker())('remedies', { counter: 'words' })).length);
    expect((await request('examine', { counter: 'words' })).findings).toEqual([]);
  });
});

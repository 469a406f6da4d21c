/** Counters in the worker: reports as the metrics make them, a lane under another counter, and what does not come to the page. */
import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { DECISIONS, type Run } from '@/lib/engine/run';
import type { Message } from '@/lib/engine/transcript';
import { compareCounters } from '@/lib/metrics/estimators';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { loadCounter } from '@/lib/tokenizers/registry';
import { Jobs } from '@/lib/worker/jobs';

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };

function messages(turns: number): Message[] {
  return Array.from({ length: turns }, (_, turn): Message[] => [
    { role: 'user', content: `Question ${turn}: what does src/part-${turn}.ts do? ${'東京の倉庫'.repeat(turn % 7)}` },
    { role: 'assistant', content: `Part ${turn} reads the settings and answers. `.repeat(1 + (turn % 9)) },
  ]).flat();
}

async function opened(list: readonly Message[]): Promise<Jobs> {
  const jobs = new Jobs();
  const file = await jobs.run('open', { file: new Blob([JSON.stringify(list)]), name: 'x.json' }, OPTIONS);
  await jobs.run('choose', { conversation: file.conversations[0]?.id ?? '', counts: [] }, OPTIONS);
  return jobs;
}

const lane = withParameter(withParameter(defaultLane(), 'reserveCompletion', 0), 'window', 2000);

/** Decisions of a run as a text a call and kind, the slow way. */
function decisionsOf({ decisions }: Run): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let at = 0; at < decisions.kind.length; at++) {
    const key = `${decisions.call[at]} ${decisions.kind[at]}`;
    const about = `${decisions.first[at]}–${decisions.last[at]}, ${decisions.count[at]}`;
    found.set(key, [...(found.get(key) ?? []), about]);
  }
  return found;
}

describe('counters in the worker', () => {
  it('are held against the exact one as the metrics hold them, without usage where there is none', async () => {
    const list = messages(40);
    const jobs = await opened(list);
    const index = indexTranscript({ messages: list });
    const exact = countTranscript({ messages: list }, await loadCounter('o200k_base'));
    for (const counter of ['chars4', 'utf8', 'cl100k_base'] as const) {
      const view = await jobs.run('counterReport', { exact: 'o200k_base', counter }, OPTIONS);
      const counts = countTranscript({ messages: list }, await loadCounter(counter));
      expect(view).toEqual({ report: compareCounters(index, exact, [counts])[0], usage: null });
    }
  });

  it('move decisions exactly where two replays of the lane part', async () => {
    const jobs = await opened(messages(120));
    const view = await jobs.run('counterRun', { lane, counter: 'o200k_base' }, OPTIONS);
    const { run: own } = await jobs.run('baseline', { lane }, OPTIONS);
    const other = (await jobs.run('baseline', { lane: withParameter(lane, 'counter', 'o200k_base') }, OPTIONS)).run;
    const [mine, theirs] = [decisionsOf(own), decisionsOf(other)];
    const parts = [...new Set([...mine.keys(), ...theirs.keys()])].filter(
      (key) => String(mine.get(key)) !== String(theirs.get(key)),
    );
    const { moved } = view;
    const told = Array.from(moved.call, (call, at) => `${call} ${moved.kind[at]}`);
    expect(parts.length).toBeGreaterThan(0);
    expect([...told].sort()).toEqual([...parts].sort());
    for (const [at, key] of told.entries()) {
      expect([moved.own[at], moved.other[at]]).toEqual([mine.get(key)?.length ?? 0, theirs.get(key)?.length ?? 0]);
    }
    const compacted = DECISIONS.indexOf('compacted');
    const count = (run: Run) => run.decisions.kind.filter((kind) => kind === compacted).length;
    expect(view.compactions).toEqual({ own: count(own), other: count(other) });
  });

  it('move nothing under the lane’s own counter', async () => {
    const jobs = await opened(messages(60));
    const view = await jobs.run('counterRun', { lane, counter: 'chars4' }, OPTIONS);
    expect(view.moved.call).toHaveLength(0);
    expect(view.compactions.own).toBe(view.compactions.other);
  });

  it('leave the latest run alone', async () => {
    const jobs = await opened(messages(60));
    await jobs.run('replay', { lane }, OPTIONS);
    const before = await jobs.run('view', { call: 59 }, OPTIONS);
    await jobs.run('counterRun', { lane, counter: 'utf8' }, OPTIONS);
    expect(await jobs.run('view', { call: 59 }, OPTIONS)).toEqual(before);
  });
});

describe('suggested probes in the worker', () => {
  it('come with reasons, and those there are already are left out', async () => {
    const jobs = await opened([
      { role: 'user', content: 'Deploy to https://db-7.internal.example/deploy and never touch the replica.' },
      ...messages(20),
      { role: 'assistant', content: 'I call https://db-7.internal.example/deploy now.' },
    ]);
    const found = await jobs.run('probeSuggestions', { probes: [] }, OPTIONS);
    expect(found.length).toBeGreaterThan(1);
    for (const { reason } of found) expect(reason).not.toBe('');
    const [first] = found;
    const taken = first ? [{ ...first.probe, id: 'p1' }] : [];
    const left = await jobs.run('probeSuggestions', { probes: taken }, OPTIONS);
    expect(left.map(({ probe }) => JSON.stringify(probe))).not.toContain(JSON.stringify(first?.probe));
  });
});

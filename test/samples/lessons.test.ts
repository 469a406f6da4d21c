/** The lessons: each shows its failure in its first lane, at the call that its text names, and not in its second. */

import { describe, expect, it } from 'vitest';
import { type LaneOutcome, ScenarioReplay } from '@/lib/cli/replay-lane';
import { arrivedBy, ownStateAt } from '@/lib/engine/ledger';
import { State } from '@/lib/engine/run';
import type { Finding, FindingId } from '@/lib/metrics/findings/finding';
import { compileProbes } from '@/lib/probes/compile';
import { evaluateProbes, type ProbeResult } from '@/lib/probes/evaluate';
import { parseScenario, type Scenario } from '@/lib/scenario/scenario';
import { LESSON_TEXTS } from '@/lib/store/lesson-texts';
import { LESSONS, type Lesson } from '@/lib/store/samples';
import { systemById } from '@/lib/systems/registry';
import { readSample } from './files';

interface Replayed {
  scenario: Scenario;
  wrong: LaneOutcome;
  mended: LaneOutcome;
}

const kept = new Map<string, Promise<Replayed>>();

async function replayOnce(id: string): Promise<Replayed> {
  const lesson = LESSONS.find((one) => one.id === id) as Lesson;
  const { scenario, warnings } = parseScenario(JSON.parse(readSample(lesson.file)), { file: lesson.file });
  expect(warnings).toEqual([]);
  const replay = new ScenarioReplay(scenario, (message) => expect.fail(message));
  const [wrong, mended] = await Promise.all(scenario.lanes.map((lane) => replay.lane(lane)));
  return { scenario, wrong: wrong as LaneOutcome, mended: mended as LaneOutcome };
}

function replayed(id: string): Promise<Replayed> {
  let known = kept.get(id);
  if (!known) {
    known = replayOnce(id);
    kept.set(id, known);
  }
  return known;
}

function findingOf({ findings }: LaneOutcome, id: FindingId): Finding | undefined {
  return findings.find((finding) => finding.id === id);
}

/** Calls of a finding by their numbers, from 1. */
function callsOf(outcome: LaneOutcome, id: FindingId): number[] {
  return Array.from(findingOf(outcome, id)?.calls ?? [], (call) => call + 1);
}

async function ask({ scenario, wrong, mended }: Replayed): Promise<{ [probe: string]: [ProbeResult, ProbeResult] }> {
  const compiled = await compileProbes(scenario.probes);
  const [first, second] = [wrong, mended].map(({ run, index, present }) =>
    evaluateProbes(compiled, run, index, present),
  );
  return Object.fromEntries(
    (first ?? []).map((one, place) => [one.id, [one, second?.[place] as ProbeResult] as [ProbeResult, ProbeResult]]),
  );
}

/** What the messages between two calls of the file may be: the failure is its lesson's own, and gone in the second lane. */
const FAILURES: readonly [id: string, finding: FindingId, from: number, to: number][] = [
  ['task-lost', 'task-lost', 12, 19],
  ['orphaned-calls', 'invalid-windows', 6, 11],
  ['thrash', 'thrash', 17, 28],
  ['summary-of-summaries', 'summaries-of-summaries', 39, 47],
  ['tool-schemas', 'estimate-error', 15, 18],
  ['cut-json', 'cut-json', 2, 3],
  ['recency-bias', 'recency-bias', 11, 11],
  ['bad-labels', 'bad-labels', 14, 14],
  ['failed-summarizer', 'summary-failures', 15, 15],
  ['cache-broken', 'cache-broken', 13, 34],
];

describe('every lesson', () => {
  it('has its failure in the table below', () => {
    expect(FAILURES.map(([id]) => id)).toEqual(LESSONS.map(({ id }) => id));
  });

  it.each(LESSONS)('$id names its first call, and its text is short', ({ id, firstCall, description }) => {
    const lesson = LESSON_TEXTS[id] ?? '';
    expect(lesson).toMatch(new RegExp(`\\bcall ${firstCall}\\b`));
    expect(lesson.match(/[.?!](?= |$)/g)?.length).toBeLessThanOrEqual(3);
    expect(lesson.length).toBeLessThan(340);
    expect(description.length).toBeLessThan(110);
  });

  it.each(LESSONS)('$id has two lanes whose settings can run', async ({ id }) => {
    const { scenario } = await replayed(id);
    expect(scenario.lanes).toHaveLength(2);
    for (const { system, config } of scenario.lanes) expect(systemById(system).validate(config)).toEqual([]);
  });
});

describe.each(FAILURES)('%s', (id, finding, from, to) => {
  it(`shows ${finding} from call ${from} to ${to} in its first lane, and not in its second`, async () => {
    const { wrong, mended } = await replayed(id);
    const calls = callsOf(wrong, finding);
    expect([calls[0], calls[calls.length - 1]]).toEqual([from, to]);
    expect(LESSONS.find((one) => one.id === id)?.firstCall).toBe(from);
    expect(findingOf(mended, finding)).toBeUndefined();
  });

  it('has nothing in its second lane that would be an error', async () => {
    const { mended } = await replayed(id);
    expect(mended.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('what the texts say beyond that', () => {
  it('task-lost: the ticket is gone where the pull request needs it', async () => {
    const all = await replayed('task-lost');
    expect(callsOf(all.wrong, 'misses')).toContain(17);
    const { task, ticket } = await ask(all);
    expect(ticket?.map(({ state }) => state)).toEqual(['lost', 'held']);
    expect(task?.map(({ passes }) => passes)).toEqual([false, true]);
    expect(task?.[0].loss?.call).toBe(11);
  });

  it('orphaned-calls: the call in message 2 goes, its results stay, and every provider refuses', async () => {
    const { wrong, mended } = await replayed('orphaned-calls');
    const states = (outcome: LaneOutcome) => [2, 3, 4, 5].map((message) => ownStateAt(outcome.run, message, 5));
    expect(states(wrong)).toEqual([State.evicted, State.verbatim, State.verbatim, State.verbatim]);
    expect(states(mended)).toEqual([State.evicted, State.evicted, State.evicted, State.evicted]);
    for (const { calls } of Object.values(wrong.validity)) expect(calls[0]).toBe(5);
    for (const { calls } of Object.values(mended.validity)) expect(calls).toHaveLength(0);
  });

  it('thrash: ten compactions against two', async () => {
    const { wrong, mended } = await replayed('thrash');
    expect(wrong.metrics.compactions).toBe(10);
    expect(mended.metrics.compactions).toBe(2);
    expect(findingOf(wrong, 'thrash')?.sentence).toContain('10 compactions within 12 calls (17-28), each freeing 0.03');
  });

  it('summary-of-summaries: the deepest is of the third generation or more, and facts wear off', async () => {
    const { scenario, wrong, mended } = await replayed('summary-of-summaries');
    const deepest = ({ run }: LaneOutcome) => Math.max(...run.inserts.map(({ generation }) => generation));
    expect(deepest(wrong)).toBeGreaterThanOrEqual(3);
    expect(deepest(mended)).toBe(1);
    expect(wrong.recall.recall).toBeLessThan(mended.recall.recall - 0.2);
    expect(callsOf(wrong, 'misses')).toContain(48);
    expect(callsOf(mended, 'misses')).not.toContain(48);
    const { street } = await ask({ scenario, wrong, mended });
    expect(street?.map(({ passes }) => passes)).toEqual([false, true]);
  });

  it('tool-schemas: pressure is near one half while the request is over the window', async () => {
    const { wrong, mended, scenario } = await replayed('tool-schemas');
    expect(scenario.transcript.tools).toHaveLength(14);
    expect(wrong.sent[13]).toBeLessThanOrEqual(4800);
    expect(wrong.sent[14]).toBeGreaterThan(4800);
    const pressure = (wrong.run.calls.tokens[14] as number) / wrong.run.limit;
    expect(Math.abs(pressure - 0.5)).toBeLessThan(0.1);
    expect(findingOf(wrong, 'tool-schemas')?.severity).toBe('warning');
    for (const tokens of mended.sent) expect(tokens).toBeLessThan(4800);
  });

  it('cut-json: the open door stood in the middle', async () => {
    const { door, azahar } = await ask(await replayed('cut-json'));
    expect(door?.map(({ passes }) => passes)).toEqual([false, true]);
    expect(azahar?.map(({ passes }) => passes)).toEqual([false, true]);
  });

  it('recency-bias: message 4 goes while newer tool results stay', async () => {
    const all = await replayed('recency-bias');
    expect(ownStateAt(all.wrong.run, 4, 9)).toBe(State.verbatim);
    expect(ownStateAt(all.wrong.run, 4, 10)).toBe(State.evicted);
    const { bed9 } = await ask(all);
    expect(bed9?.map(({ passes }) => passes)).toEqual([false, true]);
  });

  it('bad-labels: the alarm in message 20 is dropped, and asked about later', async () => {
    const all = await replayed('bad-labels');
    expect(ownStateAt(all.wrong.run, 20, 13)).toBe(State.evicted);
    const { alarm } = await ask(all);
    expect(alarm?.map(({ state }) => state)).toEqual(['lost', 'summary']);
    expect(callsOf(all.wrong, 'misses')).toContain(19);
  });

  it('failed-summarizer: 18 messages go, and call 16 misses a dozen facts', async () => {
    const all = await replayed('failed-summarizer');
    expect(findingOf(all.wrong, 'summary-failures')?.sentence).toContain('18 items were dropped');
    expect(all.wrong.recall.misses.filter(({ call }) => call === 15)).toHaveLength(12);
    expect(all.mended.recall.misses).toHaveLength(0);
    const { cap } = await ask(all);
    expect(cap?.map(({ passes }) => passes)).toEqual([false, true]);
  });

  it('cache-broken: every window from call 13 on, against one', async () => {
    const { wrong, mended } = await replayed('cache-broken');
    expect(callsOf(wrong, 'cache-broken')).toHaveLength(22);
    expect(mended.metrics.compactions).toBe(1);
    expect(mended.run.decisions.call[0]).toBe(20);
    expect(arrivedBy(mended.run, 33)).toBe(mended.run.messageCount);
  });
});

/** Reading a result as a whole: what cannot be read is said to be unread, and what is known late is looked at once more. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { createInsights } from '@/lib/store/insights';
import { COMING, findingsVersion, isComing, isOfOther, LATE, missesVersion } from '@/lib/store/present';
import { createCell, type State } from '@/lib/store/state';
import { type EngineClient, WorkerRequestError, WorkerStoppedError } from '@/lib/worker/client';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = (name: string) => Object.assign(new Error('It did not work.'), { name });

/** Insights over a worker that answers every request with an error. */
function failing(error: Error) {
  const state = createCell<State>({ ...INITIAL_STATE, result: { version: 3 } as State['result'] });
  const client = { request: () => Promise.reject(error) } as unknown as EngineClient;
  const told: unknown[] = [];
  const insights = createInsights(state, {
    client: () => client,
    isLong: () => false,
    fail: () => (reason) => told.push(reason),
  });
  return { state, insights, told };
}

describe('a result that cannot be read', () => {
  it('is said to be unread, and is told as a trouble', async () => {
    const { state, insights, told } = failing(new WorkerRequestError({ name: 'RangeError', message: 'x' }));
    insights.lookInto(3);
    await vi.advanceTimersByTimeAsync(6000);
    expect(state.get()).toMatchObject({ unexamined: 3, unrecalled: 3 });
    expect(told).toHaveLength(2);
  });

  it('is not unread where another result stands by then', async () => {
    const { state, insights } = failing(new WorkerRequestError({ name: 'RangeError', message: 'x' }));
    insights.lookInto(2);
    await vi.advanceTimersByTimeAsync(6000);
    expect(state.get()).toMatchObject({ unexamined: null, unrecalled: null });
  });

  it.each([
    ['a newer request came', new WorkerRequestError({ name: 'SupersededError', message: 'x' })],
    ['the worker stopped', new WorkerStoppedError('x')],
    ['it was called off', failure('AbortError')],
  ])('is asked for again anyway where %s', async (_, error) => {
    const { state, insights } = failing(error);
    insights.lookInto(3);
    await vi.advanceTimersByTimeAsync(6000);
    expect(state.get()).toMatchObject({ unexamined: null, unrecalled: null });
  });
});

/** Insights over a worker whose answers are given by hand, in any order; it finds misses. */
function byHand() {
  const state = createCell<State>({ ...INITIAL_STATE, result: { version: 3 } as State['result'] });
  const asked: { name: string; answer(value: unknown): void }[] = [];
  const request = (name: string) => new Promise((answer) => asked.push({ name, answer }));
  const insights = createInsights(state, {
    client: () => ({ request }) as unknown as EngineClient,
    isLong: () => false,
    fail: () => (reason) => expect(reason).toBeUndefined(),
  });
  const answer = async (name: string, value: unknown): Promise<void> => {
    const at = asked.findIndex((one) => one.name === name);
    expect(at, `${name} has been asked for`).toBeGreaterThanOrEqual(0);
    asked.splice(at, 1)[0]?.answer(value);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { state, insights, answer, waiting: () => asked.map(({ name }) => name) };
}

const RECALL = { misses: { call: Int32Array.of(4), fact: Int32Array.of(0) }, uses: 9, recall: 0.9, inSummary: 0 };
const WITHOUT = { findings: [], validity: {} };
const WITH = { findings: [{ id: 'misses' }], validity: {} };

describe('a look that something known later belongs to', () => {
  it.each([
    ['before the misses', ['examine', 'recall']],
    ['after the misses that came while it was made', ['recall', 'examine']],
  ])('is made once more where it is answered %s, and is of no result until then', async (_, order) => {
    const { state, insights, answer, waiting } = byHand();
    expect([findingsVersion(state.get()), missesVersion(state.get())]).toEqual([COMING, COMING]);
    // It is waited for, and there is nothing that could be faint.
    expect([isOfOther(state.get(), missesVersion), isComing(state.get(), missesVersion)]).toEqual([true, true]);
    insights.lookInto(3);
    await vi.advanceTimersByTimeAsync(1000);
    for (const name of order) await answer(name, name === 'recall' ? RECALL : WITHOUT);
    expect([findingsVersion(state.get()), missesVersion(state.get())]).toEqual([LATE, 3]);
    expect(isComing(state.get(), findingsVersion)).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    await answer('examine', WITH);
    expect(findingsVersion(state.get())).toBe(3);
    await vi.advanceTimersByTimeAsync(6000);
    expect(waiting()).not.toContain('examine');
  });

  it('is made once more only, whatever it finds', async () => {
    const { state, insights, answer, waiting } = byHand();
    insights.lookInto(3);
    await vi.advanceTimersByTimeAsync(1000);
    await answer('recall', RECALL);
    await answer('examine', WITHOUT);
    await vi.advanceTimersByTimeAsync(1000);
    await answer('examine', WITHOUT);
    await vi.advanceTimersByTimeAsync(6000);
    expect(waiting()).not.toContain('examine');
    expect(findingsVersion(state.get())).toBe(3);
  });

  it('is made once more where that is asked for while it is made', async () => {
    const { state, insights, answer } = byHand();
    insights.lookInto(3);
    await vi.advanceTimersByTimeAsync(1000);
    insights.examineAgain(3);
    await answer('examine', WITHOUT);
    expect(findingsVersion(state.get())).toBe(LATE);
    await vi.advanceTimersByTimeAsync(1000);
    await answer('examine', WITHOUT);
    expect(findingsVersion(state.get())).toBe(3);
  });
});

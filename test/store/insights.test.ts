/** Reading a result as a whole: what cannot be read is said to be unread, and only of the result that it would be of. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { createInsights } from '@/lib/store/insights';
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

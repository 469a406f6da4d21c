/** Tuning over a worker that answers when the test says so: the newest settings win, errors keep the last good result. */
import { describe, expect, it, vi } from 'vitest';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { laneOf, oneLane } from '@/lib/store/lanes';
import { createCell, type State } from '@/lib/store/state';
import { createTuning } from '@/lib/store/tuning';
import { FIRST_VIEW } from '@/lib/store/view';
import type { EngineClient } from '@/lib/worker/client';

const EMPTY_RUN = {
  calls: { before: new Int32Array(4), tokens: new Int32Array(4) },
  decisions: { kind: new Int32Array() },
};

interface Asked {
  name: string;
  input: { lane?: { config: { window?: number } }; counter?: string };
  answer: (output: unknown) => void;
}

function bench() {
  const asked: Asked[] = [];
  const client = {
    request: (name: string, input: Asked['input']) =>
      new Promise((answer) => {
        asked.push({ name, input, answer });
      }),
    dispose: () => undefined,
  } as unknown as EngineClient;
  const state = createCell({
    ...oneLane(defaultLane()),
    view: FIRST_VIEW,
    problems: [],
    document: { id: 'd', info: { messageCount: 3 } },
    result: null,
    shown: null,
    cursor: 3,
    decision: null,
    showSent: false,
    yardstick: 'o200k_base',
  } as unknown as State);
  const known = new Set<string>();
  const saved: string[] = [];
  const steps: string[] = [];
  const tuning = createTuning(state, {
    client: () => client,
    changed: () => saved.push('settings'),
    looked: () => saved.push('looks'),
    record: (name) => steps.push(name),
    settled: () => saved.push('result'),
    knows: (counter) => known.has(counter),
    counted: (counts) => known.add(counts.counter),
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const reply = async (name: string, output: unknown) => {
    const at = asked.findIndex((request) => request.name === name);
    asked.splice(at, 1)[0]?.answer(output);
    await turn();
  };
  const replayed = { run: EMPTY_RUN, metrics: null, computeMs: 1 };
  return { asked, state, tuning, reply, turn, replayed, saved, steps };
}

describe('tuning', () => {
  it('counts once under the policy’s counter, then never again', async () => {
    const { asked, tuning, reply, replayed, state } = bench();
    tuning.replay();
    await reply('count', { counts: { counter: 'chars4' } });
    await reply('replay', replayed);
    tuning.setLane(withParameter(laneOf(state.get()), 'compactAt', 0.5));
    expect(asked.filter((request) => request.input.counter === 'chars4')).toEqual([]);
  });

  it('measures what is sent of every result, also where the tables of its counter could not be loaded', async () => {
    const { asked, tuning, reply, replayed, state } = bench();
    const fallen = { counts: { counter: 'utf8' }, fellBackFrom: 'o200k_base' };
    const isAsked = (name: string) =>
      vi.waitFor(() => expect(asked.map((one) => one.name)).toContain(name), { timeout: 30_000 });
    tuning.replay();
    await reply('count', { counts: { counter: 'chars4' } });
    await reply('replay', replayed);
    tuning.setYardstick('o200k_base');
    for (const version of [1, 2]) {
      await isAsked('count');
      await reply('count', fallen);
      await reply('sent', { tokens: new Int32Array(4) });
      expect(state.get().sent).toMatchObject({ version });
      expect(state.get().fellBackFrom).toBe('o200k_base');
      if (version === 2) return;
      // Another policy's counter can be loaded, which says nothing of the yardstick's.
      tuning.setLane(withParameter(laneOf(state.get()), 'counter', 'words'));
      await isAsked('count');
      await reply('count', { counts: { counter: 'words' } });
      await isAsked('replay');
      await reply('replay', replayed);
    }
  });

  it('sends the last of a burst of changes, and shows its lane with its result', async () => {
    const { asked, state, tuning, reply, replayed } = bench();
    tuning.replay();
    await reply('count', { counts: { counter: 'chars4' } });
    for (const window of [64_000, 32_000, 16_000]) tuning.setLane(withParameter(laneOf(state.get()), 'window', window));
    await reply('replay', replayed);
    expect(
      asked.filter((request) => request.name === 'replay').map((request) => request.input.lane?.config.window),
    ).toEqual([16_000]);
    await reply('replay', replayed);
    expect(state.get().result?.lane.config.window).toBe(16_000);
    expect(state.get().result?.version).toBe(2);
  });

  it('keeps the last good result while a setting is impossible, and says what is wrong', async () => {
    const { asked, state, tuning, reply, replayed } = bench();
    tuning.replay();
    await reply('count', { counts: { counter: 'chars4' } });
    await reply('replay', replayed);
    const good = state.get().result;
    tuning.setLane(withParameter(laneOf(state.get()), 'reserveCompletion', 128_000));
    expect(asked.filter((request) => request.name === 'replay')).toEqual([]);
    expect(state.get().result).toBe(good);
    expect(state.get().problems.map((problem) => problem.parameter)).toEqual(['reserveCompletion']);
    expect(laneOf(state.get()).config.reserveCompletion).toBe(128_000);
  });

  it('drops the answer for a document that was closed meanwhile', async () => {
    const { state, tuning, reply, replayed } = bench();
    tuning.replay();
    await reply('count', { counts: { counter: 'chars4' } });
    tuning.cancel();
    state.set({ document: null });
    await reply('replay', replayed);
    expect(state.get().result).toBeNull();
  });
});

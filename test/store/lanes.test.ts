/** Lanes: adding, moving, naming and removing them, what is stored and read back, and every change as a step. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHistory, workOf } from '@/lib/store/history';
import { defaultLane, guardsOf, withParameter } from '@/lib/store/lane';
import { createLaneCommands, hasBefore } from '@/lib/store/lane-commands';
import {
  type LaneList,
  laneName,
  laneOf,
  MAX_LANES,
  oneLane,
  restoreLanes,
  withAdded,
  withColour,
  withDuplicate,
  withHidden,
  withLane,
  withMoved,
  withName,
  withoutLane,
} from '@/lib/store/lanes';
import { createCell, type State } from '@/lib/store/state';

type Act = (list: LaneList) => LaneList;

const systems = ['managed-window', 'three-phase', 'none'];
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom(...systems).map(
    (system): Act =>
      (list) =>
        withAdded(list, defaultLane(system)),
  ),
  fc.nat(8).map(
    (at): Act =>
      (list) =>
        withDuplicate(list, list.lanes[at]?.id ?? ''),
  ),
  fc.nat(8).map(
    (at): Act =>
      (list) =>
        withoutLane(list, list.lanes[at]?.id ?? ''),
  ),
  fc.tuple(fc.nat(8), fc.integer({ min: -2, max: 12 })).map(
    ([at, to]): Act =>
      (list) =>
        withMoved(list, list.lanes[at]?.id ?? '', to),
  ),
  fc.tuple(fc.nat(8), fc.string()).map(
    ([at, name]): Act =>
      (list) =>
        withName(list, list.lanes[at]?.id ?? '', name),
  ),
  fc.tuple(fc.nat(8), fc.nat(MAX_LANES - 1), fc.boolean()).map(
    ([at, colour, hidden]): Act =>
      (list) =>
        withHidden(withColour(list, list.lanes[at]?.id ?? '', colour), list.lanes[at]?.id ?? '', hidden),
  ),
);

describe('lanes', () => {
  it('there is always one, never more than eight, each with an id of its own, and one of them is tuned', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let list = oneLane(defaultLane());
        for (const one of acts) list = one(list);
        expect(list.lanes.length).toBeGreaterThanOrEqual(1);
        expect(list.lanes.length).toBeLessThanOrEqual(MAX_LANES);
        expect(new Set(list.lanes.map(({ id }) => id)).size).toBe(list.lanes.length);
        expect(list.lanes.some(({ id }) => id === list.active)).toBe(true);
        // No two look alike: a colour has a dash of its own.
        expect(new Set(list.lanes.map(({ colour }) => colour)).size).toBe(list.lanes.length);
        // What is written down comes back.
        expect(restoreLanes(structuredClone(list.lanes), list.active)).toEqual(list);
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it('a colour that another lane has is swapped, and stored lanes of one colour are parted', () => {
    const three = ['managed-window', 'none', 'message-cap'].reduce<LaneList>(
      (list, system, place) => (place === 0 ? list : withAdded(list, defaultLane(system))),
      oneLane(defaultLane('managed-window')),
    );
    const colours = (list: LaneList | null) => list?.lanes.map(({ colour }) => colour);
    expect(colours(withColour(three, 'lane-1', 1))).toEqual([1, 0, 2]);
    expect(colours(withColour(three, 'lane-1', 6))).toEqual([6, 1, 2]);
    expect(colours(withColour(three, 'lane-1', 0))).toEqual([0, 1, 2]);
    const alike = three.lanes.map((entry) => ({ ...entry, colour: 2 }));
    expect(colours(restoreLanes(alike, 'lane-1'))).toEqual([2, 0, 1]);
  });

  it('what is stored may be anything', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (stored, active) => {
        const list = restoreLanes(stored, active);
        if (list) expect(list.lanes.some(({ id }) => id === list.active)).toBe(true);
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('a lane is called by its name, else by its system, and by how it was published', () => {
    const lane = defaultLane('managed-window');
    const [entry] = oneLane(lane).lanes;
    if (!entry) throw new Error('no lane');
    expect(laneName(entry)).toBe('Managed window');
    expect(laneName({ ...entry, lane: { ...lane, guards: guardsOf(lane, false) } })).toBe(
      'Managed window, as published',
    );
    expect(laneName({ ...entry, name: 'Mine' })).toBe('Mine');
  });
});

function bench() {
  const lane = defaultLane();
  const state = createCell({
    ...oneLane(lane),
    yardstick: 'o200k_base',
    edits: [],
    history: { past: [], future: [] },
  } as unknown as State);
  const history = createHistory(state, {
    now: () => 0,
    held: () => false,
    inTurn: (step) => step(),
    apply: (work) => state.set(work),
  });
  const record = (name: string, change: Partial<State>) => {
    const before = workOf(state.get());
    history.record(name, before, { ...before, ...change });
  };
  const commands = createLaneCommands(state, { record, take: (list) => state.set(list) });
  const tune = (value: number) => {
    const next = withLane(state.get(), withParameter(laneOf(state.get()), 'compactAt', value));
    record('Compact at', next);
    state.set(next);
  };
  return { state, history, commands, tune };
}

describe('commands on lanes', () => {
  it('each is one named step, and undo takes it back', () => {
    const { state, history, commands } = bench();
    commands.add('three-phase');
    commands.rename('lane-2', 'Second');
    commands.move('lane-2', 0);
    commands.setHidden('lane-2', true);
    commands.remove('lane-1');
    expect(state.get().active).toBe('lane-2');
    expect(state.get().history.past.map(({ name }) => name)).toEqual([
      'Add a lane: Three phases',
      'Rename Three phases',
      'Move Second',
      'Hide Second',
      'Remove Managed window',
    ]);
    for (let step = 0; step < 5; step++) history.undo();
    expect(state.get().lanes).toEqual(oneLane(defaultLane()).lanes);
    expect(state.get().active).toBe('lane-1');
  });

  it('one step is taken back while it is the newest one, and nothing in its place afterwards', () => {
    const { state, history, tune } = bench();
    tune(0.6);
    const step = state.get().history.past.at(-1);
    if (!step) throw new Error('The change left no step.');
    tune(0.5);
    history.takeBack(step);
    expect(laneOf(state.get()).config.compactAt).toBe(0.5);
    history.undo();
    history.takeBack(step);
    expect(laneOf(state.get()).config.compactAt).toBe(defaultLane().config.compactAt);
    history.takeBack(step);
    expect(state.get().history.past).toEqual([]);
  });

  it('as published against guarded, and before against after', () => {
    const { state, commands, tune } = bench();
    expect(hasBefore(state.get())).toBe(false);
    tune(0.5);
    expect(hasBefore(state.get())).toBe(true);
    commands.addBefore();
    const [now, before] = state.get().lanes;
    expect(now?.lane.config.compactAt).toBe(0.5);
    expect(before?.lane.config.compactAt).toBe(0.7);
    expect(before?.name).toMatch(/, before$/);
    commands.addPublished();
    const published = state.get().lanes[1];
    expect(Object.values(published?.lane.guards ?? {}).some(Boolean)).toBe(false);
    expect(published?.lane.config.compactAt).toBe(0.5);
    expect(state.get().active).toBe('lane-1');
  });
});

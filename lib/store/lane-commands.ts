/** Commands on the list of lanes: each is a named step that can be taken back. */

import { systemById } from '../systems/descriptions';
import { defaultLane, guardsOf } from './lane';
import {
  activeEntry,
  type LaneList,
  laneName,
  MAX_LANES,
  withAdded,
  withColour,
  withDuplicate,
  withHidden,
  withMoved,
  withName,
  withoutLane,
} from './lanes';
import type { Cell, State, Work } from './state';

export interface LaneCommands {
  /** A lane of a system with its defaults, after the others. */
  add(system: string): void;
  duplicate(id: string): void;
  remove(id: string): void;
  rename(id: string, name: string): void;
  /** To a place from 0. */
  move(id: string, to: number): void;
  recolour(id: string, colour: number): void;
  setHidden(id: string, hidden: boolean): void;
  /** Others in the place of all there are, as one step. */
  replaceAll(step: string, lanes: LaneList): void;
  /** Makes it the lane that is tuned. */
  activate(id: string): void;
  /** The tuned lane beside the same lane with all guards off, or on where none is on. */
  addPublished(): void;
  /** The tuned lane as it was before the last step that changed it, beside what it is now. */
  addBefore(): void;
}

export interface LaneHooks {
  record(name: string, change: Partial<Work>): void;
  /** Makes these the lanes, and replays the one that is tuned where it is another one. */
  take(list: LaneList): void;
}

export function createLaneCommands(state: Cell<State>, { record, take }: LaneHooks): LaneCommands {
  const list = (): LaneList => {
    const { lanes, active } = state.get();
    return { lanes, active };
  };
  const change = (name: string, next: LaneList): void => {
    const now = list();
    if (next.lanes === now.lanes) return;
    record(name, { lanes: next.lanes, active: next.active });
    take(next);
  };
  const called = (id: string): string => {
    const entry = list().lanes.find((one) => one.id === id);
    return entry ? laneName(entry) : '';
  };
  return {
    add: (system) => {
      const lane = defaultLane(system);
      change(`Add a lane: ${systemById(lane.system).label}`, withAdded(list(), lane));
    },
    duplicate: (id) => change(`Duplicate ${called(id)}`, withDuplicate(list(), id)),
    remove: (id) => change(`Remove ${called(id)}`, withoutLane(list(), id)),
    rename: (id, name) => change(`Rename ${called(id)}`, withName(list(), id, name)),
    move: (id, to) => change(`Move ${called(id)}`, withMoved(list(), id, to)),
    recolour: (id, colour) => change(`Colour of ${called(id)}`, withColour(list(), id, colour)),
    setHidden: (id, hidden) => change(`${hidden ? 'Hide' : 'Show'} ${called(id)}`, withHidden(list(), id, hidden)),
    replaceAll: change,
    activate(id) {
      const now = list();
      if (now.active !== id && now.lanes.some((one) => one.id === id)) take({ ...now, active: id });
    },
    addPublished() {
      const entry = activeEntry(list());
      const { lane } = entry;
      const on = Object.values(lane.guards).some(Boolean);
      const other = { ...lane, guards: guardsOf(lane, !on) };
      const name = `${laneName({ ...entry, lane: other })}`;
      const said = name === laneName(entry) ? `${name}, ${on ? 'as published' : 'guarded'}` : '';
      change('As published against guarded', withAdded(list(), other, said, entry.id));
    },
    addBefore() {
      const entry = activeEntry(list());
      const { past } = state.get().history;
      for (let at = past.length - 1; at >= 0; at--) {
        const before = past[at]?.before.lanes.find(({ id }) => id === entry.id);
        if (!before || before.lane === entry.lane) continue;
        change('Before against after', withAdded(list(), before.lane, `${laneName(entry)}, before`, entry.id));
        return;
      }
    },
  };
}

/** Whether one more lane fits. */
export function roomForLanes({ lanes }: Pick<LaneList, 'lanes'>): boolean {
  return lanes.length < MAX_LANES;
}

/** Whether the tuned lane has been changed by a step that can still be looked back at. */
export function hasBefore(state: State): boolean {
  const entry = activeEntry(state);
  return state.history.past.some(({ before }) => {
    const one = before.lanes.find(({ id }) => id === entry.id);
    return one !== undefined && one.lane !== entry.lane;
  });
}

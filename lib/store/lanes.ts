/** The lanes that are compared: up to eight memory systems on one transcript, one of which is tuned; every change as a new value. */

import { laneTitle } from '../scenario/lane-name';
import type { LaneSpec } from '../worker/protocol';
import { defaultLane, restoreLane } from './lane';

/** A lane with what a comparison shows of it. */
export interface LaneEntry {
  /** Its own for as long as it is there; no two lanes have the same. */
  id: string;
  /** Given by the user, or the empty text: then it is called by its system. */
  name: string;
  /** From 0 to MAX_LANES − 1: a place in the palette of lanes. */
  colour: number;
  hidden: boolean;
  lane: LaneSpec;
}

/** The lanes in their order, and which of them is tuned. There is always one. */
export interface LaneList {
  lanes: readonly LaneEntry[];
  active: string;
}

export const MAX_LANES = 8;

export function oneLane(lane: LaneSpec): LaneList {
  return { lanes: [{ id: 'lane-1', name: '', colour: 0, hidden: false, lane }], active: 'lane-1' };
}

/** The entry that is tuned; the first where `active` names none. */
export function activeEntry({ lanes, active }: LaneList): LaneEntry {
  const entry = lanes.find(({ id }) => id === active) ?? lanes[0];
  return entry ?? { id: active, name: '', colour: 0, hidden: false, lane: NO_LANE };
}

const NO_LANE = defaultLane();

/** The lane that is tuned. The same object while it is not changed. */
export function laneOf(list: LaneList): LaneSpec {
  return activeEntry(list).lane;
}

/** What a lane is called: its name, or its system's, with "as published" where no guard is on. */
export function laneName({ name, lane }: LaneEntry): string {
  return laneTitle({ name, ...lane });
}

function changed(list: LaneList, id: string, change: Partial<LaneEntry>): LaneList {
  // Not the rest of what was handed in: a state is a list of lanes too.
  return { lanes: list.lanes.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)), active: list.active };
}

/** With other settings in the lane that is tuned. */
export function withLane(list: LaneList, lane: LaneSpec): LaneList {
  return changed(list, activeEntry(list).id, { lane });
}

export function withName(list: LaneList, id: string, name: string): LaneList {
  return changed(list, id, { name: name.trim() });
}

/** In another colour. A lane that has it takes the old one: no two lanes ever look alike. */
export function withColour(list: LaneList, id: string, colour: number): LaneList {
  const old = list.lanes.find((one) => one.id === id)?.colour;
  const holder = list.lanes.find((one) => one.colour === colour);
  if (old === undefined || !holder) return changed(list, id, { colour });
  return changed(changed(list, holder.id, { colour: old }), id, { colour });
}

export function withHidden(list: LaneList, id: string, hidden: boolean): LaneList {
  return changed(list, id, { hidden });
}

function freeId(lanes: readonly LaneEntry[]): string {
  const taken = new Set(lanes.map(({ id }) => id));
  let number = lanes.length + 1;
  while (taken.has(`lane-${number}`)) number++;
  return `lane-${number}`;
}

function freeColour(lanes: readonly LaneEntry[]): number {
  const taken = new Set(lanes.map(({ colour }) => colour));
  for (let colour = 0; colour < MAX_LANES; colour++) if (!taken.has(colour)) return colour;
  return 0;
}

/** The name of a new lane: its own, or with a number where another lane is called so already. */
function freeName(entry: LaneEntry, lanes: readonly LaneEntry[]): string {
  const taken = new Set(lanes.map(laneName));
  const called = laneName(entry);
  if (!taken.has(called)) return entry.name;
  let number = 2;
  while (taken.has(`${called} ${number}`)) number++;
  return `${called} ${number}`;
}

/** With one more lane after the lane of that id (after the last where there is none); the same list where it is full. */
export function withAdded(list: LaneList, lane: LaneSpec, name = '', after?: string): LaneList {
  const { lanes } = list;
  if (lanes.length >= MAX_LANES) return list;
  const entry: LaneEntry = { id: freeId(lanes), name, colour: freeColour(lanes), hidden: false, lane };
  entry.name = freeName(entry, lanes);
  const at = lanes.findIndex(({ id }) => id === after);
  const place = at < 0 ? lanes.length : at + 1;
  return { lanes: [...lanes.slice(0, place), entry, ...lanes.slice(place)], active: list.active };
}

export function withDuplicate(list: LaneList, id: string): LaneList {
  const entry = list.lanes.find((one) => one.id === id);
  return entry ? withAdded(list, entry.lane, `${laneName(entry)}, copy`, id) : list;
}

/** Without a lane; the last one stays. The tuned lane's neighbour is tuned after it. */
export function withoutLane(list: LaneList, id: string): LaneList {
  const at = list.lanes.findIndex((one) => one.id === id);
  if (at < 0 || list.lanes.length === 1) return list;
  const lanes = list.lanes.filter((one) => one.id !== id);
  const next = lanes[Math.min(at, lanes.length - 1)];
  return { lanes, active: list.active === id && next ? next.id : list.active };
}

/** The lane at another place, from 0. */
export function withMoved(list: LaneList, id: string, to: number): LaneList {
  const lanes = [...list.lanes];
  const from = lanes.findIndex((one) => one.id === id);
  const [entry] = from < 0 ? [] : lanes.splice(from, 1);
  if (!entry) return list;
  lanes.splice(Math.min(Math.max(0, to), lanes.length), 0, entry);
  return { lanes, active: list.active };
}

/** Stored lanes brought to today's parameters; null where what is stored is no list of lanes. */
export function restoreLanes(stored: unknown, active: unknown): LaneList | null {
  if (!Array.isArray(stored) || stored.length === 0) return null;
  const lanes: LaneEntry[] = [];
  for (const one of stored.slice(0, MAX_LANES) as Partial<LaneEntry>[]) {
    if (typeof one !== 'object' || one === null) continue;
    const taken = lanes.some(({ id }) => id === one.id);
    const { colour } = one;
    const isFree = !lanes.some((other) => other.colour === colour);
    lanes.push({
      id: typeof one.id === 'string' && !taken ? one.id : freeId(lanes),
      name: typeof one.name === 'string' ? one.name : '',
      colour:
        isFree && Number.isInteger(colour) && (colour as number) >= 0 && (colour as number) < MAX_LANES
          ? (colour as number)
          : freeColour(lanes),
      hidden: one.hidden === true,
      lane: restoreLane(one.lane),
    });
  }
  const first = lanes[0];
  if (!first) return null;
  return { lanes, active: lanes.find(({ id }) => id === active)?.id ?? first.id };
}

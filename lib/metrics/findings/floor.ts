/** Where nothing is left to take and the window is still too large: its parts, and the least setting that would do. */

import { decimal, whole } from '../../engine/figures';
import { floorsOf } from '../../engine/floors';
import { windowAt } from '../../engine/ledger';
import type { Item } from '../../engine/run';
import type { PinReason } from '../../engine/system';
import { callsInWords, type Examined, type Finding } from './finding';

/** What a floor is made of, in the policy's own unit. */
interface FloorParts {
  pinned: number;
  recent: number;
  inFlight: number;
  toolSchemas: number;
  /** Summaries, and what else could not go. */
  rest: number;
}

/** As the fit and the window read it: a lasting pin first, its tool group's too; then what only waits, or is recent. */
function partOf(reasons: readonly PinReason[] | null | undefined): keyof FloorParts {
  if (!reasons) return 'rest';
  if (reasons.some(({ kind }) => kind === 'pin')) return 'pinned';
  if (reasons.some(({ rule }) => rule === 'inFlight')) return 'inFlight';
  return reasons.some(({ kind }) => kind === 'passing') ? 'recent' : 'rest';
}

function partsAt({ run, index, system, config, guards, counts }: Examined, call: number): FloorParts {
  const parts: FloorParts = { pinned: 0, recent: 0, inFlight: 0, toolSchemas: 0, rest: 0 };
  if (system.countsTools) parts.toolSchemas = counts.tools;
  const window = windowAt(run, call);
  const pins = system.pins(window, call, run, index, config, guards);
  for (const [position, item] of window.entries()) {
    const cost = item >= 0 ? (run.arrivals.cost[item] as number) : (run.inserts[~(item as Item)]?.tokens ?? 0);
    const part = partOf(pins[position]);
    parts[part] += cost;
  }
  return parts;
}

/**
 * All floors of a run as one finding: the calls at which the window is sent although it is too large, the parts of the largest,
 * and the least window (or cap) under which none of these calls would be one.
 */
export function floorFinding(examined: Examined): Finding | null {
  const { run, system, config } = examined;
  const floors = floorsOf(run, system, config);
  if (!floors) return null;
  const { calls, begins, peak } = floors;
  const parts = partsAt(examined, peak.call);
  const named = [
    ['pinned', parts.pinned],
    ['recent', parts.recent],
    ['waiting for a result', parts.inFlight],
    ['tool schemas', parts.toolSchemas],
    ['summaries and the rest', parts.rest],
  ] as const;
  const list = named.filter(([, amount]) => amount > 0).map(([name, amount]) => `${whole(amount)} ${name}`);
  const room = floors.roomFor(peak.reason);
  const remedy = room
    ? ` ${parameterLabel(examined, room.parameter)} of ${whole(room.value)} would do; it is ${whole(config[room.parameter] as number)}.`
    : '';
  return {
    id: 'floor',
    severity: 'error',
    title: 'What must stay does not fit',
    sentence: `At ${callsInWords(calls)} nothing is left to take${marksInWords(examined, calls, begins)}. At call ${whole(peak.call + 1)} ${whole(peak.amount)} ${system.unit} stay (${list.join(', ')}), with a limit of ${whole(run.limit)}.${remedy}`,
    calls,
  };
}

/** How the same calls are counted elsewhere: the chart marks where it begins, and what is over budget is over the limit itself. */
function marksInWords({ run, system, config }: Examined, calls: Int32Array, begins: number): string {
  if (calls.length < 2) return '';
  let over = 0;
  for (const call of calls) if ((run.calls.tokens[call] as number) > run.limit) over++;
  const places = begins === 1 ? 'the place' : `the ${whole(begins)} places`;
  const marked = begins < calls.length ? `; the chart marks ${places} where that begins` : '';
  const lines = system.thresholds(config).filter(({ pressure }) => pressure < 1);
  const line = lines.sort((one, other) => other.pressure - one.pressure)[0];
  if (over === calls.length || !line) return marked;
  return `${marked}; ${whole(over)} of them are over the limit, the others over “${line.label}” at ${decimal(line.pressure)} of it`;
}

function parameterLabel({ system }: Examined, name: string): string {
  const label = system.parameters.find((parameter) => parameter.name === name)?.label ?? name;
  return `A “${label}” (${name})`;
}

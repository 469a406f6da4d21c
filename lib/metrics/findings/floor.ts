/** Where nothing is left to take and the window is still too large: its parts, and the least setting that would do. */

import { whole } from '../../engine/figures';
import { windowAt } from '../../engine/ledger';
import { DECISIONS, type Item } from '../../engine/run';
import type { PinReason } from '../../engine/system';
import { callsInWords, callsOf, type Examined, type Finding } from './finding';

/** What a floor is made of, in the policy's own unit. */
interface FloorParts {
  pinned: number;
  recent: number;
  inFlight: number;
  toolSchemas: number;
  /** Members of tool groups that are held by another member, summaries, and what else could not go. */
  rest: number;
}

const RECENT_RULES = new Set(['keepRecent', 'keepLatest', 'newest', 'turn']);
const GROUP_RULES = new Set(['toolGroups', 'summary']);

/** What is told first counts: a pinned message that is recent too is pinned. */
function partOf(reasons: readonly PinReason[] | null | undefined): keyof FloorParts {
  if (!reasons) return 'rest';
  const rules = reasons.map((reason) => reason.rule);
  if (rules.some((rule) => rule !== 'inFlight' && !RECENT_RULES.has(rule) && !GROUP_RULES.has(rule))) return 'pinned';
  if (rules.includes('inFlight')) return 'inFlight';
  return rules.some((rule) => RECENT_RULES.has(rule)) ? 'recent' : 'rest';
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
  const code = DECISIONS.indexOf('floor');
  const calls: number[] = [];
  let peak = { call: -1, amount: -1, reason: 0 };
  let decision = 0;
  let open = false;
  let reason = 0;
  for (let call = 0; call < run.calls.before.length; call++) {
    let amount = run.calls.tokens[call] as number;
    for (; decision < run.decisions.call.length && (run.decisions.call[decision] as number) <= call; decision++) {
      if (run.decisions.kind[decision] !== code) continue;
      open = true;
      reason = run.decisions.reason[decision] as number;
      amount = Math.max(amount, run.decisions.before[decision] as number);
    }
    if (!open) continue;
    const room = system.roomFor?.(amount, config, reason);
    const fits = room !== undefined && room.value <= (config[room.parameter] as number);
    if (fits) open = false;
    if (fits || (!room && amount <= run.limit)) continue;
    calls.push(call);
    if (amount > peak.amount) peak = { call, amount, reason };
  }
  if (peak.call < 0) return null;
  const parts = partsAt(examined, peak.call);
  const named = [
    ['pinned', parts.pinned],
    ['recent', parts.recent],
    ['in flight', parts.inFlight],
    ['tool schemas', parts.toolSchemas],
    ['held with their group, or summaries', parts.rest],
  ] as const;
  const list = named.filter(([, amount]) => amount > 0).map(([name, amount]) => `${whole(amount)} ${name}`);
  const room = system.roomFor?.(peak.amount, config, peak.reason);
  const remedy = room
    ? ` ${parameterLabel(examined, room.parameter)} of ${whole(room.value)} would do; it is ${whole(config[room.parameter] as number)}.`
    : '';
  const at = callsOf(calls);
  return {
    id: 'floor',
    severity: 'error',
    title: 'What must stay does not fit',
    sentence: `At ${callsInWords(at)} nothing is left to take: at call ${whole(peak.call + 1)} ${whole(peak.amount)} ${system.unit} stay (${list.join(', ')}), with a limit of ${whole(run.limit)}.${remedy}`,
    calls: at,
  };
}

function parameterLabel({ system }: Examined, name: string): string {
  const label = system.parameters.find((parameter) => parameter.name === name)?.label ?? name;
  return `A “${label}” (${name})`;
}

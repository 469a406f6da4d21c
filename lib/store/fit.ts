/** Does it fit? What can never be taken, against what there is room for, and whether the memory can come to rest at all. */

import { decimal, whole } from '../engine/figures';
import { type Run, State } from '../engine/run';
import type { Config } from '../engine/system';
import { systemById } from '../systems/descriptions';
import type { WindowView } from '../worker/protocol';
import { type HeldPart, heldPart } from './held';
import type { Result } from './state';

export type FitPart = 'tools' | HeldPart;

export interface Fit {
  unit: 'tokens' | 'messages';
  /** The whole bar: the model's window, or the limit where the system knows no window. */
  whole: number;
  limit: number;
  /** Kept free for the answer, and what the ratio leaves spare. */
  reserve: number;
  margin: number;
  /** What can never be taken at the call, by why. */
  parts: { [part in FitPart]: number };
  /** Their sum: the least that the memory can come down to. */
  floor: number;
  /** Where the memory begins to act, in the unit, and the setting that says so. */
  trigger: { at: number; label: string };
  /** What a call brings on average. */
  growth: number;
  verdict: 'fits' | 'tight' | 'over';
  /** Why it does not fit, or will not come to rest; empty where it does. */
  warning: string;
}

function partsOf(view: WindowView, roles: Uint8Array): Fit['parts'] {
  const parts = { tools: view.toolTokens, instructions: 0, pinned: 0, recent: 0 };
  for (let row = 0; row < view.items.length; row++) {
    const part = heldPart(view, row, roles);
    if (part) parts[part] += view.cost[row] as number;
  }
  return parts;
}

/** What a call brings on average, in the policy's own unit. */
function growthOf(run: Run): number {
  let total = 0;
  for (let message = 0; message < run.messageCount; message++) {
    if (run.arrivals.state[message] !== State.refused) total += run.arrivals.cost[message] as number;
  }
  return total / Math.max(1, run.calls.before.length);
}

function number(config: Config, name: string): number | undefined {
  const value = config[name];
  return typeof value === 'number' ? value : undefined;
}

/** The most that is not above a share of the limit: 0.7 × 700 is 490, whatever binary fractions make of it. */
function above(share: number, limit: number): number {
  return Math.floor(share * limit + 1e-6);
}

/** Where a system begins to act, and down to what it then has to come. */
function triggerOf(system: string, config: Config, limit: number): { at: number; label: string; downTo: number } {
  const set = (name: string) => number(config, name) ?? 1;
  switch (system) {
    case 'managed-window': {
      const evict = above(set('evictAt'), limit);
      if (config.compaction !== true) return { at: evict, label: `evict at ${decimal(set('evictAt'))}`, downTo: evict };
      const compact = above(set('compactAt'), limit);
      return { at: compact, label: `compact at ${decimal(set('compactAt'))}`, downTo: compact };
    }
    case 'three-phase':
      return { at: limit, label: 'hard limit', downTo: set('targetLimit') };
    case 'rolling-summary':
      return { at: limit, label: 'token cap', downTo: limit };
    case 'message-cap':
      return { at: limit, label: 'cap', downTo: limit };
    default:
      return { at: limit, label: 'limit', downTo: limit };
  }
}

/** What happens where the floor is over what the system must come down to. */
const INEVITABLE: { readonly [system: string]: string } = {
  'managed-window': 'Every call compacts what little is free, and pressure stays above the threshold.',
  'three-phase': 'Every compaction has to take protected items in the end.',
  'rolling-summary': 'Every message sets off another summary, and the window stays over the cap.',
  'context-manager': 'Everything else is trimmed, and the window is sent over the limit.',
  'message-cap': 'Everything else is dropped, and the window stays over the cap.',
};

const ADVICE = 'Pin less, keep fewer recent messages, or use a larger window.';

/** The fit of a result at the call of a view. Null for a system that takes nothing. */
export function fitOf({ run, lane }: Result, view: WindowView, roles: Uint8Array): Fit | null {
  const system = systemById(lane.system);
  const { config } = lane;
  if (system.thresholds(config).length === 0) return null;
  const { limit } = run;
  const window = number(config, 'window') ?? number(config, 'contextWindow') ?? limit;
  const reserve = number(config, 'reserveCompletion') ?? number(config, 'reserve') ?? 0;
  const parts = partsOf(view, roles);
  const floor = parts.tools + parts.instructions + parts.pinned + parts.recent;
  const { downTo, ...trigger } = triggerOf(system.id, config, limit);
  const growth = growthOf(run);
  const { unit } = system;
  const fit = { unit, whole: Math.max(window, limit), limit, reserve, parts, floor, trigger, growth };
  const margin = Math.max(0, fit.whole - limit - reserve);
  const amount = `${whole(floor)} ${unit} ${system.id === 'three-phase' ? 'are protected' : 'can never go'}`;
  if (floor > limit) {
    const warning = `${amount}, over the limit of ${whole(limit)}: the window cannot be made to fit. ${ADVICE}`;
    return { ...fit, margin, verdict: 'over', warning };
  }
  if (floor > downTo) {
    const target =
      system.id === 'three-phase' ? `the target of ${whole(downTo)}` : `${trigger.label} (${whole(downTo)})`;
    const warning = `${amount}, over ${target}. ${INEVITABLE[system.id] ?? ''} ${ADVICE}`;
    return { ...fit, margin, verdict: 'over', warning };
  }
  const room = trigger.at - Math.max(floor, downTo === trigger.at ? floor : downTo);
  if (unit === 'tokens' && growth > room) {
    const warning = `Thrash: ${whole(room)} tokens are free between what must stay and ${trigger.label}, and a call brings about ${whole(Math.round(growth))}. The memory works at nearly every call. ${ADVICE}`;
    return { ...fit, margin, verdict: 'tight', warning };
  }
  return { ...fit, margin, verdict: 'fits', warning: '' };
}

/** What of a window stays, and why: the one reading of its pins that the fit, the composition, the list and the map go by. */

import { State } from '../engine/run';
import type { PinReason } from '../engine/system';
import { ROLES } from '../engine/transcript';
import type { WindowView } from '../worker/protocol';

/**
 * `instructions` and `pinned` stay whatever comes: system and developer messages, and everything else with a pin. `recent`
 * stays for now: it is among the newest, or waits for a result. A summary that another one will replace is none of them.
 */
export type HeldPart = 'instructions' | 'pinned' | 'recent';

const NONE: readonly PinReason[] = [];

/** Why the row stays; empty where nothing keeps it. */
function reasonsOf({ pins, pin }: Pick<WindowView, 'pins' | 'pin'>, row: number): readonly PinReason[] {
  return pins[pin[row] as number] ?? NONE;
}

function partOf(reasons: readonly PinReason[]): Exclude<HeldPart, 'instructions'> | null {
  if (reasons.some(({ kind }) => kind === 'pin')) return 'pinned';
  return reasons.some(({ kind }) => kind === 'passing') ? 'recent' : null;
}

/** As which part the row stays, or null. Only what stands in the window does. `roles` are the role codes of the transcript. */
export function heldPart(view: WindowView, row: number, roles: Uint8Array): HeldPart | null {
  const state = view.state[row];
  if (state !== State.verbatim && state !== State.truncated) return null;
  const reasons = reasonsOf(view, row);
  const part = partOf(reasons);
  if (part !== 'pinned') return part;
  const item = view.items[row] as number;
  const role = item < 0 ? undefined : ROLES[roles[item] ?? 0];
  const isInstruction =
    role === 'system' || role === 'developer' || reasons.some(({ rule }) => rule === 'instructions');
  return isInstruction ? 'instructions' : 'pinned';
}

const OF_GROUP = 'toolGroups';

/** The words of reasons of its own that last, without that of its group. */
function ownWords(reasons: readonly PinReason[]): string {
  const own = reasons.filter(({ kind, rule }) => kind === 'pin' && rule !== OF_GROUP);
  return own.map(({ label }) => label).join(', ');
}

const mates = new WeakMap<WindowView, ReadonlyMap<number, number>>();

/** By the head of a tool group: the first row of it that has a pin of its own. Worked out once a window. */
function matesOf(view: WindowView, groups: Int32Array): ReadonlyMap<number, number> {
  const known = mates.get(view);
  if (known) return known;
  const owns = view.pins.map((reasons) => ownWords(reasons) !== '');
  const found = new Map<number, number>();
  for (let row = 0; row < view.items.length; row++) {
    const item = view.items[row] as number;
    if (item < 0 || owns[view.pin[row] as number] !== true) continue;
    const head = groups[item] as number;
    if (!found.has(head)) found.set(head, row);
  }
  mates.set(view, found);
  return found;
}

/** Why a row is pinned, in words; a member of a tool group says which other one holds it, and why. '' where it is not. */
export function pinnedWords(view: WindowView, row: number, groups: Int32Array): string {
  const reasons = reasonsOf(view, row);
  const own = ownWords(reasons);
  const item = view.items[row] as number;
  if (item < 0 || !reasons.some(({ kind, rule }) => kind === 'pin' && rule === OF_GROUP)) return own;
  const mate = matesOf(view, groups).get(groups[item] as number);
  if (mate === undefined) return [own, 'with its tool group'].filter(Boolean).join(', ');
  const held = `with message ${view.items[mate]}, ${ownWords(reasonsOf(view, mate))}`;
  return own === '' ? held : `${own}, ${held}`;
}

/** Why a row stays for now, in words that begin with "recent"; '' where it is pinned, or nothing keeps it. */
export function recentWords(view: Pick<WindowView, 'pins' | 'pin'>, row: number): string {
  const reasons = reasonsOf(view, row);
  if (partOf(reasons) !== 'recent') return '';
  const passing = reasons.filter(({ kind }) => kind === 'passing');
  const isRecent = passing.some(({ rule }) => rule === 'keepRecent' || rule === 'keepLatest');
  const words = passing.flatMap(({ rule, label }) => {
    if (label === 'recent' || (rule === 'newest' && isRecent)) return [];
    return [rule === OF_GROUP ? 'with its tool group' : label];
  });
  return ['recent', ...words].join(', ');
}

/** Message → why it is pinned, over the messages that stand in a window. */
export function pinnedMessages(view: WindowView, roles: Uint8Array, groups: Int32Array): Map<number, string> {
  const pins = new Map<number, string>();
  for (let row = 0; row < view.items.length; row++) {
    const item = view.items[row] as number;
    const part = item < 0 ? null : heldPart(view, row, roles);
    if (part === 'pinned' || part === 'instructions') pins.set(item, pinnedWords(view, row, groups));
  }
  return pins;
}

/** What the message cap did and keeps, in words and reasons: the same for the app and the command line. */

import { ASSISTANT, type TranscriptIndex } from '../../engine/accounting';
import { counted, whole } from '../../engine/figures';
import type { RoomFor } from '../../engine/floors';
import { isOpen } from '../../engine/groups';
import { isInstruction } from '../../engine/items';
import { arrivedBy } from '../../engine/ledger';
import { ruleReasons, withRuleReasons } from '../../engine/rule-holds';
import type { Item, Run } from '../../engine/run';
import type { Guards, PinReason } from '../../engine/system';
import { decisionOf, spanLabel } from '../../engine/wording';
import { Reason } from './reason';
import type { Settings } from './settings';

/** One decision in a sentence with its numbers. `roomFor` tells the least limit that would do for every call of the run. */
export function explainDecision(decision: number, run: Run, settings: Settings, roomFor: RoomFor): string {
  const { kind, first, last, count, before, after, reason } = decisionOf(run, decision);
  const what =
    count > 1 ? `tool group, ${spanLabel(first, last)}, ${counted(count, 'message')}` : spanLabel(first, last);
  const cause =
    reason === Reason.tokens
      ? `The window is over ${whole(settings.maxTokens)} tokens`
      : `${counted(before, 'message')} > ${whole(settings.maxMessages)}`;
  switch (kind) {
    case 'evicted':
      return reason === Reason.reference
        ? `The oldest reference leaves: at most ${whole(settings.maxReferences)} stay, and never more than a quarter of the window.`
        : `${cause}; the oldest goes: ${what}. ${counted(after, 'message')} left.`;
    case 'referenced': {
      const lines = after - (before - count);
      return `${cause}; the oldest goes: ${what}. ${lines === 1 ? 'One line stands' : `${whole(lines)} lines stand`} for what was important in it.`;
    }
    default: {
      const parts = `${counted(count, 'message')}, all of them instructions, held by a pin rule, waiting for a result, or the newest group`;
      const room = roomFor(reason, before);
      const wanted =
        reason === Reason.tokens
          ? `A limit of ${whole(room)} tokens would do`
          : `A cap of ${counted(room, 'message')} would do`;
      return `${cause} and nothing is left to take: ${parts}. The window is sent as it is. ${wanted}.`;
    }
  }
}

/** Per position of a window: why the item there cannot be taken, or null. */
export function pinsOf(
  window: Int32Array,
  call: number,
  run: Run,
  index: TranscriptIndex,
  guards: Guards,
): (PinReason[] | null)[] {
  const appended = arrivedBy(run, call);
  let lastAssistant = appended - 1;
  while (lastAssistant >= 0 && index.roles[lastAssistant] !== ASSISTANT) lastAssistant--;
  const groupOf = (item: number): number => (guards.toolGroups ? (index.links.group[item] as number) : item);
  const newest = appended > 0 ? groupOf(appended - 1) : -1;
  const byRule = ruleReasons(run, appended);
  const heldHeads = new Set(Array.from(byRule.keys(), groupOf));
  const pins = Array.from(window, (item: Item) => {
    if (item < 0) return null;
    const reasons: PinReason[] = [];
    if (guards.keepSystem && isInstruction(index, item))
      reasons.push({ rule: 'keepSystem', label: 'system prompt', kind: 'pin' });
    const head = groupOf(item);
    if (guards.toolGroups && isOpen(index, head, appended, lastAssistant)) {
      reasons.push({ rule: 'inFlight', label: 'its result has not come yet', kind: 'passing' });
    }
    if (head === newest)
      reasons.push({ rule: 'newest', label: guards.toolGroups ? 'newest group' : 'newest message', kind: 'passing' });
    if (guards.toolGroups && heldHeads.has(head) && !byRule.has(item)) {
      reasons.push({ rule: 'toolGroups', label: 'its tool group is pinned', kind: 'pin' });
    }
    return reasons.length > 0 ? reasons : null;
  });
  return withRuleReasons(pins, window, byRule);
}

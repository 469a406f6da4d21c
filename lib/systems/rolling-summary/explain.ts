/** What the rolling summary did and keeps, in words and reasons: the same for the app and the command line. */

import { ASSISTANT, type TranscriptIndex } from '../../engine/accounting';
import { counted, whole } from '../../engine/figures';
import type { RoomFor } from '../../engine/floors';
import { isOpen } from '../../engine/groups';
import { isInstruction } from '../../engine/items';
import { arrivedBy, decisionsAt } from '../../engine/ledger';
import { ruleReasons, withRuleReasons } from '../../engine/rule-holds';
import type { Item, Run } from '../../engine/run';
import type { Guards, PinReason, PublishedEvent } from '../../engine/system';
import { decisionOf, movedLabel } from '../../engine/wording';
import { Reason } from './reason';
import type { Settings } from './settings';

/** Every compaction since the call before, in the document's terms. */
export function eventsAt(call: number, run: Run): PublishedEvent[] {
  const { from, to } = decisionsAt(run, call);
  const events: PublishedEvent[] = [];
  for (let decision = from; decision < to; decision++) {
    const { kind, amount } = decisionOf(run, decision);
    if (kind === 'compacted') events.push({ type: 'compacted', count: amount });
  }
  return events;
}

/** One decision in a sentence with its numbers. `roomFor` tells the least cap that would do for every call of the run. */
export function explainDecision(decision: number, run: Run, settings: Settings, roomFor: RoomFor): string {
  const { kind, count, before, after, insert, insertLabel, reason, amount } = decisionOf(run, decision);
  const label = movedLabel(run, decision);
  const span = `${label}, ${counted(count, 'item')}`;
  const over = `${whole(before)} tokens > cap ${whole(settings.tokenCap)}`;
  const change = `${whole(before)} → ${whole(after)} tokens`;
  switch (kind) {
    case 'compacted': {
      const rule =
        reason === Reason.window
          ? `all but the latest ${settings.keepLatest}`
          : `the oldest, until half of the cap is free`;
      return insert
        ? `${over}; ${rule}: ${span}. ${insertLabel} of ${whole(insert.tokens)} tokens now stands for ${counted(insert.covers, 'message')}, ${counted(insert.generation, 'generation')} deep; ${change}.`
        : `${over}; ${rule}: ${span}. The summarizer found nothing worth keeping: the summary stays as it is; ${change}.`;
    }
    case 'evicted':
      return `${over}; all but the latest ${settings.keepLatest}: ${span}, gone without a summary; ${change}.`;
    case 'summary-failed':
      return `${over}; the summarizer failed on ${span}: nothing was replaced.`;
    case 'summary-refused':
      return `${over}; the summary of ${span} would have been no shorter than what it replaces (${change}): refused.`;
    case 'retrieved':
      return `Back in the window because it matches the newest user message: ${span}, ${whole(after - before)} of at most ${whole(settings['retrieval.maxTokens'])} tokens.`;
    case 'released':
      return `No longer among the best matches of the newest user message: ${span}, ${whole(before - after)} tokens.`;
    case 'state-changed':
      return `Message ${amount} states something: the state now has ${counted(insert?.count ?? 0, 'name')}, ${whole(insert?.tokens ?? 0)} tokens, outside the cap.`;
    case 'joined':
      return `${counted(amount, 'instruction')} (the newest of them ${label}) stand as the one first message of the prompt, with a blank line between.`;
    default:
      return `${over} and nothing can leave: ${counted(count, 'message')} are among the latest ${settings.keepLatest}, held by a pin rule, or belong to a tool group that reaches into them. The window is sent as it is; a cap of ${whole(roomFor(reason, before))} tokens would do.`;
  }
}

/** Per position of a window: why the item there stays, or null. */
export function pinsOf(
  window: Int32Array,
  call: number,
  run: Run,
  index: TranscriptIndex,
  settings: Settings,
  guards: Guards,
): (PinReason[] | null)[] {
  const appended = arrivedBy(run, call);
  let lastAssistant = appended - 1;
  while (lastAssistant >= 0 && index.roles[lastAssistant] !== ASSISTANT) lastAssistant--;
  const pins: (PinReason[] | null)[] = new Array(window.length).fill(null);
  let left = settings.slidingWindow ? settings.keepLatest : 1;
  const recentGroups = new Set<number>();
  const byRule = ruleReasons(run, appended);
  const heldHeads = new Set(Array.from(byRule.keys(), (message) => index.links.group[message] as number));
  for (let position = window.length - 1; position >= 0; position--) {
    const item = window[position] as Item;
    if (item < 0) {
      const insert = run.inserts[~item];
      if (insert?.kind === 'state') pins[position] = [{ rule: 'state', label: 'state, always sent', kind: 'pin' }];
      if (insert?.kind === 'instructions')
        pins[position] = [{ rule: 'instructions', label: 'instructions', kind: 'pin' }];
      continue;
    }
    if (isInstruction(index, item)) {
      pins[position] = [{ rule: 'instructions', label: 'instructions', kind: 'pin' }];
      continue;
    }
    const reasons: PinReason[] = [];
    const head = index.links.group[item] as number;
    if (left-- > 0) {
      reasons.push({ rule: 'keepLatest', label: `among the latest ${settings.keepLatest}`, kind: 'passing' });
      recentGroups.add(head);
    } else if (guards.toolGroups && recentGroups.has(head)) {
      reasons.push({ rule: 'toolGroups', label: 'its tool group is among the latest', kind: 'passing' });
    }
    if (guards.toolGroups && isOpen(index, head, appended, lastAssistant)) {
      reasons.push({ rule: 'inFlight', label: 'its result has not come yet', kind: 'passing' });
    }
    if (guards.toolGroups && heldHeads.has(head) && !byRule.has(item)) {
      reasons.push({ rule: 'toolGroups', label: 'its tool group is pinned', kind: 'pin' });
    }
    pins[position] = reasons.length > 0 ? reasons : null;
  }
  return withRuleReasons(pins, window, byRule);
}

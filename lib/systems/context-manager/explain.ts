/** What the context manager did and keeps, in words and reasons: the same for the app and the command line. */

import { ASSISTANT, type TranscriptIndex, USER } from '../../engine/accounting';
import { counted, decimal, whole } from '../../engine/figures';
import type { RoomFor } from '../../engine/floors';
import { isOpen } from '../../engine/groups';
import { isInstruction } from '../../engine/items';
import { arrivedBy, decisionsAt } from '../../engine/ledger';
import type { Item, Run } from '../../engine/run';
import type { Guards, PinReason, PublishedEvent } from '../../engine/system';
import { decisionOf, movedLabel } from '../../engine/wording';
import { Reason } from './reason';
import { budgetOf, limitOf, type Settings } from './settings';

/** What happened to the log before a call, in the document's terms. Caps and trims go without an event. */
export function eventsAt(call: number, run: Run): PublishedEvent[] {
  const { from, to } = decisionsAt(run, call);
  const events: PublishedEvent[] = [];
  for (let decision = from; decision < to; decision++) {
    const { kind, reason, amount } = decisionOf(run, decision);
    if (kind === 'summary-failed') events.push({ type: 'summaryError' });
    if (kind === 'compacted') events.push({ type: 'compacted', turns: amount });
    if (kind === 'evicted' && reason === Reason.dropped) events.push({ type: 'dropped', turns: amount });
  }
  return events;
}

/** One decision in a sentence with its numbers. `roomFor` tells the least window that would do for every call of the run. */
export function explainDecision(decision: number, run: Run, settings: Settings, roomFor: RoomFor): string {
  const { kind, count, before, after, insert, insertLabel, reason } = decisionOf(run, decision);
  const span = `${movedLabel(run, decision)}, ${counted(count, 'item')}`;
  const change = `${whole(before)} → ${whole(after)} tokens`;
  const budget = whole(budgetOf(settings));
  const over = `The log is over ${budget} tokens (${decimal(1 + settings.hysteresis)} times that once it has been folded)`;
  const rule = `all but its last ${settings.keepTurns} user turns`;
  switch (kind) {
    case 'compacted':
      return insert
        ? `${over}; ${rule}: ${span}. ${insertLabel} of ${whole(insert.tokens)} tokens stands for ${counted(insert.count, 'user turn')}, ${counted(insert.covers, 'message')}; ${change}.`
        : `${over}; ${rule}: ${span}. The summarizer found nothing worth keeping; ${change}.`;
    case 'evicted':
      if (reason === Reason.dropped) {
        return count === 0
          ? `${over}; ${rule} are dropped, and there are no more of them than before.`
          : `${over}; ${rule} are dropped: ${span}; ${change}.`;
      }
      if (reason === Reason.superseded) return `${movedLabel(run, decision)} left with nothing in its place.`;
      if (reason === Reason.failed) {
        return `The summarizer failed, and the turns that it should have stood for are left out of this window: ${span}; ${change}. They stay in the log.`;
      }
      return settings.strategy === 'keep_recent'
        ? `A turn ended; the log keeps its last ${counted(settings.maxMessages, 'message')}: ${span} left it.`
        : `A turn ended; the log keeps its last ${counted(settings.windowSize, 'user turn')}: ${span} left it.`;
    case 'summary-failed':
      return `${over}; the summarizer failed on ${span}.`;
    case 'summary-refused':
      return `${over}; the summary of ${span} would have been no shorter than what it replaces (${change}): refused.`;
    case 'trimmed':
      return `The window is over ${whole(limitOf(settings).limit)} tokens; the oldest tool groups are left out of it: ${span}; ${change}.`;
    case 'restored':
      return `There is room again under ${whole(limitOf(settings).limit)} tokens: ${span}; ${change}.`;
    default: {
      const { limit, arithmetic } = limitOf(settings);
      return `Instructions, summary, the user message of the turn under way and its newest tool group are ${whole(before)} tokens, over ${arithmetic}. Nothing else is left to take: the window is sent as it is. A window of ${whole(roomFor(reason, before + settings.contextWindow - limit))} tokens would do.`;
    }
  }
}

/** Per position of a window: why the item there is not trimmed, or null. */
export function pinsOf(
  window: Int32Array,
  call: number,
  run: Run,
  index: TranscriptIndex,
  guards: Guards,
): (PinReason[] | null)[] {
  const appended = arrivedBy(run, call);
  const turn = lastBefore(appended, (message) => index.roles[message] === USER);
  const lastAssistant = lastBefore(appended, (message) => index.roles[message] === ASSISTANT);
  const newestMessage = lastBefore(appended, (message) => !isInstruction(index, message));
  const newest = newestMessage < 0 ? -1 : (index.links.group[newestMessage] as number);
  return Array.from(window, (item: Item) => {
    if (item < 0) return [{ rule: 'summary', label: 'summary, never trimmed', kind: 'summary' }];
    if (isInstruction(index, item)) return [{ rule: 'instructions', label: 'instructions', kind: 'pin' }];
    const reasons: PinReason[] = [];
    const head = index.links.group[item] as number;
    if (item === turn) reasons.push({ rule: 'turn', label: 'the turn under way began here', kind: 'passing' });
    if (head === newest) reasons.push({ rule: 'newest', label: 'newest group', kind: 'passing' });
    if (guards.toolGroups && isOpen(index, head, appended, lastAssistant)) {
      reasons.push({ rule: 'inFlight', label: 'its result has not come yet', kind: 'passing' });
    }
    return reasons.length > 0 ? reasons : null;
  });
}

/** The last message before a place that a test accepts, or -1. */
function lastBefore(place: number, accepts: (message: number) => boolean): number {
  let message = place - 1;
  while (message >= 0 && !accepts(message)) message--;
  return message;
}

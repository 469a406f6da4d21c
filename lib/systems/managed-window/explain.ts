/** What the managed window did and keeps, in words and reasons: the same for the app and the command line. */

import { ASSISTANT, type TranscriptIndex, USER } from '../../engine/accounting';
import { counted, decimal, whole } from '../../engine/figures';
import { isOpen } from '../../engine/groups';
import { arrivedBy, decisionsAt } from '../../engine/ledger';
import { isCorrection, LASTING, Pin, pinReasons, rulePins } from '../../engine/pins';
import { ruleReasons, withRuleReasons } from '../../engine/rule-holds';
import { DECISIONS, type Item, itemLabel, type Run } from '../../engine/run';
import type { Guards, PinReason, PublishedEvent } from '../../engine/system';
import { Reason, type Settings } from './settings';

function spanLabel(first: Item, last: Item): string {
  if (first === last) return first >= 0 ? `message ${first}` : `summary ${itemLabel(first)}`;
  return first >= 0 && last >= 0 ? `messages ${first}-${last}` : `${itemLabel(first)} to ${itemLabel(last)}`;
}

/** "pressure 0.83 > 0.70", with as many digits as it takes to tell the two apart. */
function comparison(pressure: number, threshold: number): string {
  let digits = 2;
  while (digits < 6 && decimal(pressure, digits) === decimal(threshold, digits)) digits++;
  return `pressure ${decimal(pressure, digits)} > ${decimal(threshold, digits)}`;
}

/** One decision in a sentence with its numbers. */
export function explainDecision(decision: number, run: Run, settings: Settings): string {
  const { decisions } = run;
  const kind = DECISIONS[decisions.kind[decision] as number];
  const first = decisions.first[decision] as number;
  const last = decisions.last[decision] as number;
  const count = decisions.count[decision] as number;
  const before = decisions.before[decision] as number;
  const after = decisions.after[decision] as number;
  const insert = decisions.insert[decision] as number;
  const { limit } = run;
  const over = (threshold: number) => comparison(before / limit, threshold);
  const span = `${spanLabel(first, last)}, ${counted(count, 'item')}`;
  switch (kind) {
    case 'truncated':
      return `The tool result in message ${first} came with ${whole(before)} tokens; over the limit of ${whole(settings.maxToolTokens)} a result keeps its head and tail, ${whole(after)} tokens.`;
    case 'refused':
      return decisions.reason[decision] === Reason.brokenGroup
        ? `Message ${first} belongs to a tool group of which a part was refused; alone it could not be sent.`
        : `Message ${first} alone is ${whole(before)} tokens, over the budget of ${whole(limit)}: refused, it cannot be sent at all.`;
    case 'compacted': {
      const summary = insert < 0 ? 0 : (run.inserts[insert]?.tokens ?? 0);
      const freed = `${whole(before - after + summary)} tokens`;
      const outcome =
        insert < 0
          ? 'The summarizer found nothing worth keeping: removed'
          : `${itemLabel(~insert)} of ${whole(summary)} tokens stands for it`;
      return `${over(settings.compactAt)}; oldest unpinned span: ${span}, ${freed}. ${outcome}.`;
    }
    case 'evicted': {
      const freed = `${whole(before - after)} tokens`;
      if (decisions.reason[decision] === Reason.brokenGroup) {
        return `${spanLabel(first, last)}, ${freed}: a part of this tool group was refused, so the rest could not be sent.`;
      }
      const what = count > 1 ? `oldest unpinned tool group: ${span}` : `oldest unpinned: ${spanLabel(first, last)}`;
      return `${over(settings.evictAt)}; ${what}, ${freed}.`;
    }
    case 'summary-refused':
      return `The summary of ${span} would have been no shorter than what it replaces (${whole(before)} → ${whole(after)} tokens): refused.`;
    case 'summary-failed':
      return `The summarizer failed on ${span}: nothing was replaced.`;
    default:
      return `${over(settings.evictAt)} and nothing is left to take: ${counted(count, 'item')} pinned, recent or waiting for a result, ${whole(before)} of ${whole(limit)} tokens. The window is sent as it is.`;
  }
}

/** The events of document 000 at a call: a compaction with the length of its span, an eviction with the role of what left. */
export function publishedEvents(call: number, run: Run, index: TranscriptIndex): PublishedEvent[] {
  const { from, to } = decisionsAt(run, call);
  const events: PublishedEvent[] = [];
  for (let decision = from; decision < to; decision++) {
    const type = DECISIONS[run.decisions.kind[decision] as number];
    const first = run.decisions.first[decision] as Item;
    if (type === 'compacted') events.push({ type, count: run.decisions.count[decision] as number });
    if (type === 'evicted') {
      const role = first < 0 ? run.inserts[~first]?.message.role : index.transcript.messages[first]?.role;
      events.push({ type, role: role ?? 'user' });
    }
  }
  return events;
}

/** Per position of a window: why the item there cannot be taken, or null. */
export function pinsOf(
  window: Int32Array,
  call: number,
  run: Run,
  index: TranscriptIndex,
  settings: Settings,
  guards: Guards,
): (PinReason[] | null)[] {
  const rules = rulePins(index, settings);
  const byHand = guards.stablePins ? settings.explicitSet : null;
  const byRule = ruleReasons(run, arrivedBy(run, call));
  const recentFrom = window.length - settings.keepRecent;
  const masks = new Int32Array(window.length);
  let firstUser = settings.pinFirstUser ? -1 : window.length;
  for (let position = 0; position < window.length; position++) {
    const item = window[position] as Item;
    let bits = item >= 0 ? (rules[item] as number) & LASTING : 0;
    if (item >= 0 && byHand?.has(item)) bits |= Pin.byHand;
    if (!byHand && settings.explicitSet.has(position)) bits |= Pin.byHand;
    const asUser = item >= 0 ? index.roles[item] === USER : !guards.summariesOnce;
    if (firstUser < 0 && asUser) {
      firstUser = position;
      bits |= Pin.firstUser;
    }
    if (item < 0 && !guards.summariesOnce && settings.pinCorrections) {
      if (isCorrection(run.inserts[~item]?.message.content ?? '', settings.correctionMarkers)) bits |= Pin.correction;
    }
    if (position >= recentFrom) bits |= Pin.recent;
    if (byRule.has(item)) bits |= Pin.rule;
    masks[position] = bits;
  }
  if (guards.toolGroups) spreadOverGroups(masks, window, call, run, index);
  return withRuleReasons(Array.from(masks, pinReasons), window, byRule);
}

/** Pins that hold the other members of a tool group for as long as they last. */
const HOLDS = LASTING | Pin.rule;

/** A pin on any member holds its group; so does a result that is still to come; the newest group always stays. */
function spreadOverGroups(masks: Int32Array, window: Int32Array, call: number, run: Run, index: TranscriptIndex): void {
  const { group } = index.links;
  const appended = arrivedBy(run, call);
  let lastAssistant = appended - 1;
  while (lastAssistant >= 0 && index.roles[lastAssistant] !== ASSISTANT) lastAssistant--;
  const byHead = new Map<number, number>();
  for (let position = 0; position < window.length; position++) {
    const item = window[position] as Item;
    if (item < 0) continue;
    const head = group[item] as number;
    let bits = (byHead.get(head) ?? 0) | (masks[position] as number);
    if (position === window.length - 1) bits |= Pin.newest;
    if (isOpen(index, head, appended, lastAssistant)) bits |= Pin.inFlight;
    byHead.set(head, bits);
  }
  for (let position = 0; position < window.length; position++) {
    const item = window[position] as Item;
    if (item < 0) continue;
    const shared = byHead.get(group[item] as number) ?? 0;
    let own = (masks[position] as number) | (shared & (Pin.inFlight | Pin.newest));
    // What lasts on another member lasts here too, also where this one is recent for now.
    if ((own & HOLDS) === 0 && (shared & HOLDS) !== 0) own |= Pin.group;
    masks[position] = own === 0 && shared !== 0 ? Pin.recentGroup : own;
  }
}

/** What the three-phase memory did and protects, in words, reports and reasons: the same for the app and the command line. */

import type { TranscriptIndex } from '../../engine/accounting';
import { counted, whole } from '../../engine/figures';
import { isInstruction } from '../../engine/items';
import { arrivedBy, decisionsAt } from '../../engine/ledger';
import { ruleReasons, withRuleReasons } from '../../engine/rule-holds';
import type { Item, Run } from '../../engine/run';
import type { PinReason, PublishedEvent } from '../../engine/system';
import { decisionOf, movedLabel } from '../../engine/wording';
import { Reason } from './reason';
import type { Settings } from './settings';

/** What one compaction came to (document 001). */
export interface CompactionReport {
  /** Call that follows it. */
  call: number;
  /** Tokens before and after. */
  before: number;
  after: number;
  /** Items dropped for good, the summary not counted, and items that went into the summary. */
  dropped: number;
  summarised: number;
  summaryError: boolean;
  /** Compactions so far, this one included. */
  count: number;
}

/** The report that a decision of the kind `reported` closes: the decisions since the report before it. */
export function reportOf(run: Run, decision: number): CompactionReport {
  const { call, before, after, count } = decisionOf(run, decision);
  const report: CompactionReport = { call, before, after, dropped: 0, summarised: 0, summaryError: false, count };
  for (let one = decision - 1; one >= 0; one--) {
    const step = decisionOf(run, one);
    if (step.kind === 'reported') break;
    if (step.kind === 'evicted' && step.reason !== Reason.summary) report.dropped += step.count;
    if (step.kind === 'compacted') report.summarised += step.amount;
    if (step.kind === 'summary-failed') report.summaryError = true;
  }
  return report;
}

/** Every compaction since the call before, in the document's terms. */
export function eventsAt(call: number, run: Run): PublishedEvent[] {
  const { from, to } = decisionsAt(run, call);
  const events: PublishedEvent[] = [];
  for (let decision = from; decision < to; decision++) {
    if (decisionOf(run, decision).kind !== 'reported') continue;
    const { before, after, dropped, summarised, summaryError } = reportOf(run, decision);
    events.push({ type: 'compacted', before, after, dropped, summarized: summarised, summaryError });
  }
  return events;
}

/** One decision in a sentence with its numbers. */
export function explainDecision(decision: number, run: Run, settings: Settings): string {
  const { kind, first, count, before, after, insert, insertLabel, reason } = decisionOf(run, decision);
  const span = `${movedLabel(run, decision)}, ${counted(count, 'item')}`;
  const freed = `${whole(before - after)} tokens`;
  const over = `${whole(before)} tokens > target ${whole(settings.targetLimit)}`;
  switch (kind) {
    case 'evicted':
      if (reason === Reason.noise) {
        return `${over}; phase 1, low-priority tool observations outside the newest ${settings.keepRecent}: ${span}, ${freed}.`;
      }
      if (reason === Reason.summary) {
        return `${over}; phase 3, the summary stands for what is oldest and goes before protected items: ${freed}.`;
      }
      if (reason === Reason.rule) {
        return `${over}; phase 3, last resort, items that pin rules hold, because nothing else is left: ${span}, ${freed}.`;
      }
      return reason === Reason.old
        ? `${over}; phase 3, the oldest items that no summary could take: ${span}, ${freed}.`
        : `${over}; phase 3, last resort, protected items oldest first: ${span}, ${freed}.`;
    case 'compacted':
      return insert
        ? `${over}; phase 2, everything older than the newest ${settings.keepRecent}: ${span}. ${insertLabel} of ${whole(insert.tokens)} tokens stands for ${counted(insert.covers, 'message')}; ${whole(before)} → ${whole(after)} tokens.`
        : `${over}; phase 2, everything older than the newest ${settings.keepRecent}: ${span}, ${freed}. The summarizer found nothing worth adding: removed.`;
    case 'summary-failed':
      return `${over}; phase 2 failed: the summarizer gave no answer for ${span}. Phase 3 bounds the memory all the same.`;
    case 'reported': {
      const { dropped, summarised, summaryError } = reportOf(run, decision);
      const failed = summaryError ? ', the summarizer failed' : '';
      return `Compaction ${whole(count)}, set off by message ${first}: ${whole(before)} tokens ≥ ${whole(settings.hardLimit)}, down to ${whole(after)} of ${whole(settings.targetLimit)}; ${whole(dropped)} dropped, ${whole(summarised)} summarised${failed}.`;
    }
    default:
      return `${span}: ${whole(before)} → ${whole(after)} tokens.`;
  }
}

const INSTRUCTION: PinReason[] = [{ rule: 'instructions', label: 'instructions, outside the memory', kind: 'pin' }];

/** Per position of a window: why the item there is not taken in the first two phases, or null. */
export function pinsOf(
  window: Int32Array,
  call: number,
  run: Run,
  index: TranscriptIndex,
  settings: Settings,
): (PinReason[] | null)[] {
  const pins: (PinReason[] | null)[] = new Array(window.length).fill(null);
  const recent: PinReason[] = [
    { rule: 'keepRecent', label: `among the newest ${settings.keepRecent}`, kind: 'passing' },
  ];
  let left = settings.keepRecent;
  for (let position = window.length - 1; position >= 0; position--) {
    const item = window[position] as Item;
    if (item < 0) continue;
    if (isInstruction(index, item)) pins[position] = INSTRUCTION;
    else if (left-- > 0) pins[position] = recent;
  }
  return withRuleReasons(pins, window, ruleReasons(run, arrivedBy(run, call)));
}

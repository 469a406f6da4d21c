/** The three-phase memory's settings: its limits, what cannot work, and items written out as labelled messages. */

import type { TranscriptIndex } from '../../engine/accounting';
import { whole } from '../../engine/figures';
import { isInstruction, itemMessage } from '../../engine/items';
import { type PinRule, pinRuleProblems } from '../../engine/pin-rule';
import type { Insert, Item } from '../../engine/run';
import type { Config, ConfigProblem } from '../../engine/system';
import type { Message } from '../../engine/transcript';
import { Label, type LabelRule, labelsOf, ruleProblems } from './labels';

/** Added to every item for its place in the request (document 001). */
export const ITEM_OVERHEAD = 4;
/** Added to the summary (document 001). */
export const SUMMARY_OVERHEAD = 12;

/** Labels that tell the model what a developer message was (document 001). */
const OBSERVATION_LABEL = '[Tool observation] ';
const DECISION_LABEL = '[Recorded decision] ';

export interface Settings {
  hardLimit: number;
  targetLimit: number;
  keepRecent: number;
  pinRules: readonly PinRule[];
  priorityRules: readonly LabelRule[];
  wordLimit: number;
  summaryMarker: string;
  counter: string;
}

/** A complete configuration, typed. */
export function settingsOf(config: Config): Settings {
  return config as unknown as Settings;
}

export function limitOf(settings: Settings): { limit: number; arithmetic: string } {
  const { hardLimit, targetLimit } = settings;
  const room = `${whole(hardLimit)} − ${whole(targetLimit)} = ${whole(hardLimit - targetLimit)}`;
  return { limit: hardLimit, arithmetic: `${whole(hardLimit)}, the hard limit; room after a compaction: ${room}` };
}

export function thresholds(settings: Settings): { parameter: string; label: string; pressure: number }[] {
  return [
    { parameter: 'hardLimit', label: 'compact', pressure: 1 },
    { parameter: 'targetLimit', label: 'target', pressure: settings.targetLimit / Math.max(1, settings.hardLimit) },
  ];
}

export function validate(settings: Settings): ConfigProblem[] {
  const { hardLimit, targetLimit } = settings;
  const problems: ConfigProblem[] = [];
  if (hardLimit < 1) {
    problems.push({
      parameter: 'hardLimit',
      severity: 'error',
      message: `A hard limit of ${whole(hardLimit)} tokens leaves no room for anything.`,
      remedy: 'Use at least 2 tokens, one more than the target.',
    });
  }
  if (targetLimit < 1) {
    problems.push({
      parameter: 'targetLimit',
      severity: 'error',
      message: `A target of ${whole(targetLimit)} tokens would empty the memory at every compaction.`,
      remedy: `Use at least 1 token, and less than the hard limit of ${whole(hardLimit)}.`,
    });
  }
  if (targetLimit >= hardLimit) {
    problems.push({
      parameter: 'targetLimit',
      severity: 'error',
      message: `The target must be under the hard limit: ${whole(hardLimit)} − ${whole(targetLimit)} = ${whole(hardLimit - targetLimit)} tokens of room, so a compaction would set off the next one.`,
      remedy: `Set the target to ${whole(Math.max(1, Math.floor(hardLimit * 0.6)))} or so, or raise the hard limit.`,
    });
  }
  if (!settings.summaryMarker.includes('{summary}')) {
    problems.push({
      parameter: 'summaryMarker',
      severity: 'warning',
      message: 'The wording of a summary has no {summary} in it: what the summarizer wrote would be thrown away.',
      remedy: 'Put {summary} where the summary should stand.',
    });
  }
  return [...problems, ...ruleProblems(settings.priorityRules), ...pinRuleProblems(settings.pinRules)];
}

/** Per message: -1 for low priority, 0 for normal, 1 for high. */
export function prioritiesOf(index: TranscriptIndex, settings: Settings): Int8Array {
  const labels = labelsOf(index, settings.priorityRules);
  return Int8Array.from(labels, (bits) => (bits & Label.low ? -1 : bits & Label.high ? 1 : 0));
}

/** An item as the model gets it: observations and decisions as labelled developer messages, calls as text. */
export function presented(item: Item, inserts: readonly Insert[], index: TranscriptIndex, settings: Settings): Message {
  if (item < 0) return (inserts[~item] as Insert).message;
  const message = index.transcript.messages[item] as Message;
  if (isInstruction(index, item)) return message;
  const label = labelsOf(index, settings.priorityRules)[item] as number;
  if (label & Label.observation) return itemMessage('developer', message, OBSERVATION_LABEL);
  if (label & Label.decision) return itemMessage('developer', message, DECISION_LABEL);
  if (message.role === 'tool') return itemMessage('developer', message);
  return message.tool_calls && message.tool_calls.length > 0 ? itemMessage(message.role, message) : message;
}

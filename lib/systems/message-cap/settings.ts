/** The message cap's settings: the limit, what cannot work, which results are important, and messages written out. */

import type { TranscriptIndex } from '../../engine/accounting';
import { whole } from '../../engine/figures';
import { type PinRule, pinRuleProblems } from '../../engine/pin-rule';
import type { Insert, Item } from '../../engine/run';
import type { Config, ConfigProblem } from '../../engine/system';
import type { Message } from '../../engine/transcript';
import { filled } from '../../engine/wording';

export interface Settings {
  maxMessages: number;
  maxTokens: number;
  maxReferences: number;
  importantFrom: number;
  referenceMarker: string;
  pinRules: readonly PinRule[];
  counter: string;
}

/** A complete configuration, typed. */
export function settingsOf(config: Config): Settings {
  return config as unknown as Settings;
}

export function limitOf(settings: Settings): { limit: number; arithmetic: string } {
  const limit = settings.maxMessages;
  return { limit, arithmetic: `${whole(limit)} messages, whatever their size` };
}

export function thresholds(): { parameter: string; label: string; pressure: number }[] {
  return [{ parameter: 'maxMessages', label: 'drop oldest', pressure: 1 }];
}

export function validate(settings: Settings): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (settings.maxMessages < 1) {
    problems.push({
      parameter: 'maxMessages',
      severity: 'error',
      message: `A cap of ${whole(settings.maxMessages)} messages would send nothing at all.`,
      remedy: 'Keep at least 1 message.',
    });
  }
  if (settings.maxReferences >= settings.maxMessages && settings.maxTokens > 0) {
    problems.push({
      parameter: 'maxReferences',
      severity: 'warning',
      message: `References count as messages: ${whole(settings.maxReferences)} of them could fill the cap of ${whole(settings.maxMessages)}.`,
      remedy: `Allow fewer than ${whole(settings.maxMessages)}.`,
    });
  }
  return [...problems, ...pinRuleProblems(settings.pinRules)];
}

/** Words of a result that tells of a failure. */
const FAILURE = /\b(?:error|errors|exception|failed|failure|fatal|traceback|panic)\b/i;
/** Code units of a result that are looked at for such words. */
const LOOKED_AT = 4000;

/** Whether a result is worth a line once it is gone. */
export function isImportant(message: Message, codePoints: number, settings: Settings): boolean {
  if (message.role !== 'tool') return false;
  if (message.pinned || message.priority === 'high' || message.kind === 'decision') return true;
  if (message.priority === 'low') return false;
  return codePoints >= settings.importantFrom || FAILURE.test((message.content ?? '').slice(0, LOOKED_AT));
}

/** The line that stands for a result: which tool gave it, under which id, and how long it was. */
export function referenceTo(message: number, index: TranscriptIndex, settings: Settings): Message {
  const result = index.transcript.messages[message] as Message;
  const head = index.transcript.messages[index.links.group[message] as number];
  const call = head?.tool_calls?.find((candidate) => candidate.id === result.tool_call_id);
  const content = filled(settings.referenceMarker, {
    tool: call?.function.name ?? result.name ?? 'a tool',
    id: result.tool_call_id ?? 'unknown',
    size: whole(index.codePoints[message] as number),
  });
  // A user message: the one role that every provider takes anywhere.
  return { role: 'user', content };
}

/** Messages stand as they are; references as they were written. */
export function presented(item: Item, inserts: readonly Insert[], index: TranscriptIndex): Message {
  return item < 0 ? (inserts[~item] as Insert).message : (index.transcript.messages[item] as Message);
}

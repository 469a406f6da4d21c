/** The rolling summary's settings: its cap, what cannot work, and items written out as published or whole. */

import type { TranscriptIndex } from '../../engine/accounting';
import { whole } from '../../engine/figures';
import { itemMessage } from '../../engine/items';
import { type PinRule, pinRuleProblems } from '../../engine/pin-rule';
import type { Insert, Item } from '../../engine/run';
import type { Config, ConfigProblem, Guards } from '../../engine/system';
import type { Message } from '../../engine/transcript';

export interface Settings {
  tokenCap: number;
  keepLatest: number;
  slidingWindow: boolean;
  summarisation: boolean;
  'retrieval.topK': number;
  'retrieval.maxTokens': number;
  state: unknown;
  extractState: boolean;
  pinRules: readonly PinRule[];
  wordLimit: number;
  summaryMarker: string;
  stateMarker: string;
  counter: string;
}

/** A complete configuration, typed. */
export function settingsOf(config: Config): Settings {
  return config as unknown as Settings;
}

export function limitOf(settings: Settings): { limit: number; arithmetic: string } {
  const limit = settings.tokenCap;
  return { limit, arithmetic: `${whole(limit)} tokens of messages and summary` };
}

export function thresholds(): { parameter: string; label: string; pressure: number }[] {
  return [{ parameter: 'tokenCap', label: 'summarise', pressure: 1 }];
}

/** A state as an object; null for anything else. */
export function stateRecord(state: unknown): { [name: string]: unknown } | null {
  return typeof state === 'object' && state !== null && !Array.isArray(state)
    ? (state as { [name: string]: unknown })
    : null;
}

export function validate(settings: Settings): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (settings.tokenCap < 1) {
    problems.push({
      parameter: 'tokenCap',
      severity: 'error',
      message: `A cap of ${whole(settings.tokenCap)} tokens leaves no room for anything.`,
      remedy: 'Use at least 1 token.',
    });
  }
  if (settings.keepLatest < 1 && settings.slidingWindow) {
    problems.push({
      parameter: 'keepLatest',
      severity: 'error',
      message:
        'Keeping the latest 0 messages keeps all of them: the published code cuts at "0 from the end", which is the beginning.',
      remedy: 'Keep at least 1 message.',
    });
  }
  if (!settings.slidingWindow && !settings.summarisation) {
    problems.push({
      parameter: 'slidingWindow',
      severity: 'warning',
      message: `Neither the sliding window nor the summary is on: nothing ever leaves, whatever the cap of ${whole(settings.tokenCap)} tokens says.`,
      remedy: 'Switch one of them on.',
    });
  }
  if (stateRecord(settings.state) === null) {
    problems.push({
      parameter: 'state',
      severity: 'error',
      message: 'The state is not a JSON object.',
      remedy: 'Write names and values: {"goal": "ship on Friday"}. {} is no state.',
    });
  }
  for (const [parameter, placeholder] of [
    ['summaryMarker', '{summary}'],
    ['stateMarker', '{state}'],
  ] as const) {
    if (settings[parameter].includes(placeholder)) continue;
    problems.push({
      parameter,
      severity: 'warning',
      message: `The wording has no ${placeholder} in it: what belongs there would be thrown away.`,
      remedy: `Put ${placeholder} where it should stand.`,
    });
  }
  return [...problems, ...pinRuleProblems(settings.pinRules)];
}

/** An item as the model gets it: as published its role and text alone, with whole groups the message itself. */
export function presented(item: Item, inserts: readonly Insert[], index: TranscriptIndex, guards: Guards): Message {
  if (item < 0) return (inserts[~item] as Insert).message;
  const message = index.transcript.messages[item] as Message;
  if (guards.toolGroups || (message.role !== 'tool' && !message.tool_calls?.length)) return message;
  return itemMessage(message.role, message);
}

/** The context manager's settings: its budget, what cannot work, its estimate of tokens, and messages written out. */

import type { TranscriptIndex } from '../../engine/accounting';
import { decimal, whole } from '../../engine/figures';
import type { Insert, Item } from '../../engine/run';
import type { Config, ConfigProblem } from '../../engine/system';
import type { Message } from '../../engine/transcript';

export interface Settings {
  strategy: 'keep_recent' | 'sliding_window' | 'summarize';
  maxMessages: number;
  windowSize: number;
  keepTurns: number;
  summaryThreshold: number;
  hysteresis: number;
  summarizer: 'llm' | 'drop';
  contextWindow: number;
  reserve: number;
  wordLimit: number;
  summaryMarker: string;
}

/** A complete configuration, typed. */
export function settingsOf(config: Config): Settings {
  return config as unknown as Settings;
}

/** Estimated tokens of so many messages with so many characters (code points) together (document 003). */
export function estimate(characters: number, messages: number): number {
  return Math.floor(characters / 4) + 4 * messages;
}

export function limitOf(settings: Settings): { limit: number; arithmetic: string } {
  const { contextWindow, reserve } = settings;
  const limit = contextWindow - reserve;
  return { limit, arithmetic: `${whole(contextWindow)} − ${whole(reserve)} = ${whole(limit)}` };
}

/** What the log may take before older turns are folded. */
export function budgetOf(settings: Settings): number {
  return settings.summaryThreshold > 0 ? settings.summaryThreshold : limitOf(settings).limit;
}

export function thresholds(settings: Settings): { parameter: string; label: string; pressure: number }[] {
  const { limit } = limitOf(settings);
  const trim = { parameter: 'contextWindow', label: 'trim', pressure: 1 };
  if (settings.strategy !== 'summarize' || limit < 1) return [trim];
  const budget = budgetOf(settings);
  return [
    trim,
    { parameter: 'summaryThreshold', label: 'summarise', pressure: budget / limit },
    { parameter: 'hysteresis', label: 'again', pressure: (budget * (1 + settings.hysteresis)) / limit },
  ];
}

export function validate(settings: Settings): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const { limit, arithmetic } = limitOf(settings);
  const { strategy, summaryThreshold, hysteresis } = settings;
  if (limit < 1) {
    problems.push({
      parameter: 'reserve',
      severity: 'error',
      message: `No room for messages: ${arithmetic}, and the budget must be at least 1 token.`,
      remedy: 'Use a larger window, or reserve less for the completion.',
    });
  } else if (strategy === 'summarize' && summaryThreshold > limit) {
    problems.push({
      parameter: 'summaryThreshold',
      severity: 'warning',
      message: `The log is summarised above ${whole(summaryThreshold)} tokens, over the budget of ${whole(limit)}: the trimmer drops turns before a summary could keep anything of them.`,
      remedy: `Set it under ${whole(limit)}, or to 0 for the whole budget.`,
    });
  } else if (strategy === 'summarize' && budgetOf(settings) * (1 + hysteresis) > limit) {
    const again = budgetOf(settings) * (1 + hysteresis);
    problems.push({
      parameter: 'hysteresis',
      severity: 'warning',
      message: `A summary is used again until the log reaches ${whole(budgetOf(settings))} × ${decimal(1 + hysteresis)} = ${whole(again)} tokens, over the budget of ${whole(limit)}: the trimmer drops turns in between.`,
      remedy: `Summarise above ${whole(Math.floor(limit / (1 + hysteresis)))} tokens or less, or lower the hysteresis.`,
    });
  }
  if (strategy === 'summarize' && !settings.summaryMarker.includes('{summary}')) {
    problems.push({
      parameter: 'summaryMarker',
      severity: 'warning',
      message: 'The wording of a summary has no {summary} in it: what the summarizer wrote would be thrown away.',
      remedy: 'Put {summary} where the summary should stand.',
    });
  }
  for (const [parameter, used] of [
    ['maxMessages', 'keep_recent'],
    ['windowSize', 'sliding_window'],
  ] as const) {
    if (strategy !== used || settings[parameter] >= 1) continue;
    problems.push({
      parameter,
      severity: 'error',
      message: `${parameter} is ${whole(settings[parameter])}: the log would forget every turn as soon as it ends.`,
      remedy: 'Use at least 1.',
    });
  }
  return problems;
}

/** Messages stand as they are; summaries as they were written. */
export function presented(item: Item, inserts: readonly Insert[], index: TranscriptIndex): Message {
  return item < 0 ? (inserts[~item] as Insert).message : (index.transcript.messages[item] as Message);
}

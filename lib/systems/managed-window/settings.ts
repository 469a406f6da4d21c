/** The managed window's settings: the limit's arithmetic, what cannot work, and cut messages written out. */

import type { TranscriptIndex } from '../../engine/accounting';
import { decimal, whole } from '../../engine/figures';
import { type PinRule, pinRuleProblems } from '../../engine/pin-rule';
import type { Insert, Item } from '../../engine/run';
import type { Config, ConfigProblem, Guards } from '../../engine/system';
import type { Message } from '../../engine/transcript';
import { cutMessage } from './cuts';

/** Reasons that decisions carry; `explain` reads them. */
export const Reason = { threshold: 0, brokenGroup: 1 } as const;

export interface Settings {
  window: number;
  ratio: number;
  reserveCompletion: number;
  compactAt: number;
  evictAt: number;
  maxToolTokens: number;
  keepRecent: number;
  pinSystem: boolean;
  pinFirstUser: boolean;
  pinCorrections: boolean;
  correctionMarkers: readonly string[];
  explicit: readonly number[];
  explicitSet: ReadonlySet<number>;
  pinRules: readonly PinRule[];
  compaction: boolean;
  maxSpan: number;
  minGain: number;
  wordLimit: number;
  archive: boolean;
  summaryMarker: string;
  truncationMarker: string;
  counter: string;
}

const known = new WeakMap<Config, Settings>();

/** A complete configuration, typed. The same configuration gives the same settings. */
export function settingsOf(config: Config): Settings {
  let settings = known.get(config);
  if (!settings) {
    settings = { ...(config as unknown as Settings), explicitSet: new Set((config as unknown as Settings).explicit) };
    known.set(config, settings);
  }
  return settings;
}

export function limitOf(settings: Pick<Settings, 'window' | 'ratio' | 'reserveCompletion'>): {
  limit: number;
  arithmetic: string;
} {
  const { window, ratio, reserveCompletion } = settings;
  const limit = Math.floor(window * ratio) - reserveCompletion;
  return { limit, arithmetic: `${whole(window)} × ${decimal(ratio)} − ${whole(reserveCompletion)} = ${whole(limit)}` };
}

/** The smallest window in which so many tokens are not above `evictAt`. */
export function roomFor(tokens: number, settings: Settings): number {
  const { ratio, reserveCompletion, evictAt } = settings;
  // Division may round either way: the least whole number is found from just below.
  let limit = Math.max(1, Math.floor(tokens / evictAt) - 1);
  while (tokens / limit > evictAt) limit++;
  let window = Math.max(1, Math.floor((limit + reserveCompletion) / ratio) - 1);
  while (limitOf({ window, ratio, reserveCompletion }).limit < limit) window++;
  return window;
}

export function thresholds(settings: Settings): { parameter: string; label: string; pressure: number }[] {
  const evict = { parameter: 'evictAt', label: 'evict', pressure: settings.evictAt };
  return settings.compaction
    ? [{ parameter: 'compactAt', label: 'compact', pressure: settings.compactAt }, evict]
    : [evict];
}

export function validate(settings: Settings): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const { limit, arithmetic } = limitOf(settings);
  if (limit < 1) {
    problems.push({
      parameter: 'reserveCompletion',
      severity: 'error',
      message: `No room for messages: ${arithmetic}, and the limit must be at least 1 token.`,
      remedy: 'Use a larger window or ratio, or reserve less for the completion.',
    });
  } else if (settings.maxToolTokens > limit) {
    problems.push({
      parameter: 'maxToolTokens',
      severity: 'warning',
      message: `A tool result may keep ${whole(settings.maxToolTokens)} tokens, more than the whole limit of ${whole(limit)}: longer ones are refused instead of cut.`,
      remedy: `Set it well under ${whole(limit)}.`,
    });
  }
  if (settings.ratio > 1) {
    problems.push({
      parameter: 'ratio',
      severity: 'warning',
      message: `A ratio of ${decimal(settings.ratio)} plans with more than the window: ${arithmetic}, of a window of ${whole(settings.window)}.`,
      remedy: 'Use 1 or less; 0.70 leaves room for the error of the estimate.',
    });
  }
  if (settings.compaction && settings.evictAt < settings.compactAt) {
    problems.push({
      parameter: 'evictAt',
      severity: 'error',
      message: `Eviction at ${decimal(settings.evictAt)} comes before compaction at ${decimal(settings.compactAt)}: messages would be dropped that a summary should have kept.`,
      remedy: `Evict at ${decimal(settings.compactAt)} or above, or compact earlier.`,
    });
  }
  if (settings.pinCorrections && settings.correctionMarkers.some((marker) => marker === '')) {
    problems.push({
      parameter: 'correctionMarkers',
      severity: 'error',
      message: 'An empty correction marker is in every message, so every user message would be pinned.',
      remedy: 'Remove the empty marker.',
    });
  }
  if (settings.compaction && !settings.summaryMarker.includes('{summary}')) {
    problems.push({
      parameter: 'summaryMarker',
      severity: 'warning',
      message: 'The wording of a summary has no {summary} in it: what the summarizer wrote would be thrown away.',
      remedy: 'Put {summary} where the summary should stand.',
    });
  }
  return [...problems, ...pinRuleProblems(settings.pinRules)];
}

/** Name that an archived span goes by, in the marker and in an export. */
export function archiveName(ordinal: number): string {
  return `archive/span-${ordinal}.jsonl`;
}

/** An item as it stands in the window: a summary, a cut tool result, or the message itself. */
export function writtenOut(
  item: Item,
  inserts: readonly Insert[],
  index: TranscriptIndex,
  settings: Settings,
  active: Guards,
): Message {
  if (item < 0) return (inserts[~item] as Insert).message;
  return cutMessage(item, index, settings, active.graphemes === true);
}

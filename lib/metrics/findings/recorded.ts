/** What the file's own usage says that its messages do not: a system prompt and tools that come on top of every window. */

import { memoise, type TokenCounts, type TranscriptIndex } from '../../engine/accounting';
import { whole } from '../../engine/figures';
import { compareUsage, type ReportedUsage, sentWhole } from '../estimators';
import { contextWindowOf } from './early';
import type { Examined, Finding, Unsent } from './finding';

/** Tokens beside the transcript that are worth a word: at least so many, and such shares of what it holds and of the limit. */
const FEWEST = 1000;
const SHARE_OF_HELD = 0.1;
const SHARE_OF_LIMIT = 0.05;

/**
 * The call with the least of what was recorded beyond the transcript: what comes with every call is in all of them. Calls after
 * the tool's own first compaction are left out, since it sent less from there on. Null without usage. Once a transcript and counter.
 */
export function unsentOf(index: TranscriptIndex, exact: TokenCounts, usage: readonly ReportedUsage[]): Unsent | null {
  if (usage.length === 0) return null;
  return memoise(index.memo, `unsent ${exact.counter}`, () => {
    const { calls, drops } = compareUsage(index, sentWhole(index, exact), usage);
    const end = drops[0] ?? Number.POSITIVE_INFINITY;
    let least: Unsent | null = null;
    for (const { call, exact: recorded, counted: held } of calls) {
      if (call >= end) break;
      if (least === null || recorded - held < least.recorded - least.held) least = { call, recorded, held };
    }
    return least;
  });
}

/** The parameter in which a system sets tokens aside, and how many it has. */
export function reserveOf({ config, system }: Pick<Examined, 'config' | 'system'>) {
  for (const name of ['reserveCompletion', 'reserve']) {
    const parameter = system.parameters.find((one) => one.name === name);
    if (parameter && typeof config[name] === 'number') return { name, label: parameter.label, tokens: config[name] };
  }
  return null;
}

/** A warning where the window is known to have no room for what the file lacks, else a note. */
export function recordedFinding(examined: Examined): Finding | null {
  const { run, system, unsent, sent } = examined;
  if (!unsent) return null;
  const { call, recorded, held } = unsent;
  const lacking = recorded - held;
  if (lacking < FEWEST || lacking < held * SHARE_OF_HELD) return null;
  if (system.unit === 'tokens' && lacking < run.limit * SHARE_OF_LIMIT) return null;
  const reserve = reserveOf(examined);
  if (reserve && reserve.tokens >= lacking) return null;
  const window = contextWindowOf(examined);
  let peak = 0;
  for (const tokens of sent ?? []) peak = Math.max(peak, tokens);
  const isOver = window !== null && peak + lacking > window;
  const isTight = window !== null && window - run.limit - (reserve?.tokens ?? 0) < lacking;
  const advice = isOver
    ? `With them the largest request is ${whole(peak + lacking)} of a window of ${whole(window)}.`
    : reserve
      ? `Set them aside with what is reserved: “${reserve.label}” is ${whole(reserve.tokens)}.`
      : system.unit === 'tokens'
        ? `Keep the limit of ${whole(run.limit)} that far under what the model takes.`
        : 'Leave as much of what the model takes free for them.';
  return {
    id: 'not-in-file',
    severity: isOver || isTight ? 'warning' : 'note',
    title: 'The file does not have all that was sent',
    sentence: `The file records ${whole(recorded)} tokens at call ${whole(call + 1)}, where the transcript holds ${whole(held)}: about ${whole(lacking)} of system prompt, tools or earlier messages are not in the file, and come with every call. ${advice}`,
    calls: Int32Array.of(call),
  };
}

/** The pressure chart in words, and how many events of each kind a run has. */

import { decimal } from '@/lib/engine/figures';
import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import { callNumber } from '../frame/words';
import type { PressureCurve } from './curves';
import { eventLook } from './event-glyph';
import { amountWords } from './line-look';
import { linesOf } from './lines';
import { countKinds, MARKED, type MarkKind } from './markers';

/** "4 compactions", "12 evictions": the kinds that occur. */
export function eventCounts(run: Run): { kind: DecisionKind; count: number; words: string }[] {
  const counts = countKinds(run);
  return MARKED.flatMap((kind) => {
    const count = counts[DECISIONS.indexOf(kind)] ?? 0;
    return count > 0 ? [{ kind, count, words: countWords(kind, count) }] : [];
  });
}

/** "4 compactions", "1 miss". */
export function countWords(kind: MarkKind, count: number): string {
  const { one, many } = eventLook(kind);
  return `${whole(count)} ${count === 1 ? one : many}`;
}

export function summaryOf({ run, lane }: Result, { sentPeak, peakCall, over }: PressureCurve): string {
  const calls = run.calls.tokens.length;
  const { unit } = systemById(lane.system);
  const events = eventCounts(run).map(({ words }) => words);
  const lines = linesOf(lane)
    .filter(({ tone }) => tone !== 'limit')
    .map((line) => `${line.label} at ${amountWords(line, unit)}`);
  return [
    `Pressure over ${whole(calls)} model calls, against a limit of ${whole(run.limit)} ${unit}.`,
    `Peak ${decimal(sentPeak / Math.max(1, run.limit))} at call ${callNumber(peakCall)}.`,
    over > 0 ? `Over the limit at ${whole(over)} calls.` : 'Never over the limit.',
    lines.length > 0 ? `Lines: ${lines.join('; ')}.` : '',
    events.length > 0 ? `Events: ${events.join(', ')}.` : 'No events.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

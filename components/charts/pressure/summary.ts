/** The pressure chart in words, and how many events of each kind a run has. */

import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import { callNumber, pressureWords } from '../frame/words';
import type { Domain } from '../frame/zoom';
import type { PressureCurve } from './curves';
import { eventLook } from './event-glyph';
import { amountWords } from './line-look';
import { linesOf } from './lines';
import { countKinds, MARKED, type MarkKind } from './markers';

/** What there is of one kind: how many in all and how many at the calls in sight, and that in words. */
export interface KindCount {
  kind: DecisionKind;
  count: number;
  total: number;
  words: string;
}

/** The kinds that occur, with those of a stretch: "4 compactions", or "1 of 4 compactions". */
export function eventCounts(run: Run, stretch: Domain | null = null): KindCount[] {
  const totals = countKinds(run);
  const counts = stretch ? countKinds(run, stretch) : totals;
  return MARKED.flatMap((kind) => {
    const place = DECISIONS.indexOf(kind);
    const total = totals[place] ?? 0;
    const count = counts[place] ?? 0;
    return total > 0 ? [{ kind, count, total, words: countWords(kind, count, stretch ? total : null) }] : [];
  });
}

/** "4 compactions", "1 miss"; "1 of 4 compactions" where there are more than those counted, out of sight. */
export function countWords(kind: MarkKind, count: number, total: number | null = null): string {
  const { one, many } = eventLook(kind);
  return `${numberWords(count, total)} ${(total ?? count) === 1 ? one : many}`;
}

/** "4", "1 of 4". */
export function numberWords(count: number, total: number | null): string {
  return total === null ? whole(count) : `${whole(count)} of ${whole(total)}`;
}

/** "calls 50 to 93": those of a stretch. */
export function stretchWords({ from, to }: Domain): string {
  return `calls ${callNumber(Math.ceil(from))} to ${callNumber(Math.floor(to))}`;
}

export function summaryOf({ run, lane }: Result, { peak, sentPeak, peakCall, over }: PressureCurve): string {
  const calls = run.calls.tokens.length;
  const { unit } = systemById(lane.system);
  const events = eventCounts(run).map(({ words }) => words);
  const before = peak > sentPeak ? `, up to ${pressureWords(peak, run.limit)} before the memory acted` : '';
  const lines = linesOf(lane)
    .filter(({ tone }) => tone !== 'limit')
    .map((line) => `${line.label} at ${amountWords(line, unit)}`);
  return [
    `Pressure over ${whole(calls)} model calls, against a limit of ${whole(run.limit)} ${unit}.`,
    `Peak ${pressureWords(sentPeak, run.limit)} at call ${callNumber(peakCall)}${before}.`,
    over > 0 ? `Over the limit at ${whole(over)} calls.` : 'Never over the limit.',
    lines.length > 0 ? `Lines: ${lines.join('; ')}.` : '',
    events.length > 0 ? `Events: ${events.join(', ')}.` : 'No events.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Decisions as marks on the chart: near ones merged, so that a screen holds them whatever their number. */

import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';

/** One mark. It stands for `count` decisions of one kind; what else it says is of the weightiest among them. */
export interface Marker {
  kind: DecisionKind;
  call: number;
  /** The decision that a click shows. */
  decision: number;
  count: number;
  /** Tokens that the weightiest freed. */
  freed: number;
  /** Pressure before and after the weightiest. */
  before: number;
  after: number;
}

const ON_CURVE: ReadonlySet<DecisionKind> = new Set([
  'compacted',
  'evicted',
  'floor',
  'summary-refused',
  'summary-failed',
]);

/** Whether a kind is about the window's pressure. The others are about single messages: they stand on a rail below. */
export function onCurve(kind: DecisionKind): boolean {
  return ON_CURVE.has(kind);
}

/** Kinds that only tell what other decisions have told, or what is so from the start. */
const UNMARKED: ReadonlySet<DecisionKind> = new Set(['reported', 'joined']);

/** Kinds that get a mark, in the order in which they are told: what a system does to its window first. */
export const MARKED: readonly DecisionKind[] = [
  ...DECISIONS.filter((kind) => ON_CURVE.has(kind)),
  ...DECISIONS.filter((kind) => !ON_CURVE.has(kind) && !UNMARKED.has(kind)),
];

/** How many decisions of each kind there are, in the order of DECISIONS. */
export function countKinds(run: Run): Int32Array {
  const counts = new Int32Array(DECISIONS.length);
  for (const kind of run.decisions.kind) (counts[kind] as number)++;
  return counts;
}

/**
 * Marks of a run for a plot of `bins` columns: decisions of one kind in one column are one mark. Every decision of
 * a marked kind is counted in exactly one mark. Order: by kind as in MARKED turned round, so that what matters most is
 * drawn last, then by call.
 */
export function markersOf(run: Run, bins: number): Marker[] {
  const { decisions } = run;
  const last = Math.max(1, run.calls.tokens.length - 1);
  const limit = Math.max(1, run.limit);
  const columns = Math.max(1, Math.floor(bins));
  const open: (Marker | undefined)[] = new Array(DECISIONS.length).fill(undefined);
  const openBin = new Int32Array(DECISIONS.length).fill(-1);
  const byKind: Marker[][] = DECISIONS.map(() => []);
  for (let decision = 0; decision < decisions.kind.length; decision++) {
    const kind = decisions.kind[decision] as number;
    const call = decisions.call[decision] as number;
    const before = decisions.before[decision] as number;
    const after = decisions.after[decision] as number;
    const bin = Math.min(columns - 1, Math.floor((call / last) * columns));
    const freed = Math.max(0, before - after);
    const mark = open[kind];
    if (mark && openBin[kind] === bin) {
      mark.count++;
      // One call's decisions are one drop: the weightiest call stands for the column.
      if (freed > mark.freed && mark.call !== call) {
        Object.assign(mark, { call, decision, freed, before: before / limit, after: after / limit });
      } else if (mark.call === call) {
        mark.after = Math.min(mark.after, after / limit);
        mark.freed = Math.max(mark.freed, Math.round((mark.before - mark.after) * limit));
      }
      continue;
    }
    const fresh: Marker = {
      kind: DECISIONS[kind] as DecisionKind,
      call,
      decision,
      count: 1,
      freed,
      before: before / limit,
      after: after / limit,
    };
    open[kind] = fresh;
    openBin[kind] = bin;
    (byKind[kind] as Marker[]).push(fresh);
  }
  return MARKED.toReversed().flatMap((kind) => byKind[DECISIONS.indexOf(kind)] ?? []);
}

/** Radius of a compaction's circle in pixels: its area follows the share of the limit that was freed. */
export function markRadius(marker: Marker): number {
  return 3.25 + 3.5 * Math.sqrt(Math.min(1, Math.max(0, marker.before - marker.after)));
}

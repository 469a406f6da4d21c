/** Decisions as marks on the chart: near ones merged, so that a screen holds them whatever their number. */

import { freedBy, lowerBound } from '@/lib/engine/ledger';
import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';

/** What marks are of: decisions, and facts that were used after they were gone. */
export type MarkKind = DecisionKind | 'missed';

/** One mark. It stands for `count` decisions of one kind; what else it says is of the one that freed most. */
export interface Marker<Kind extends MarkKind = DecisionKind> {
  kind: Kind;
  call: number;
  /** The one that freed most, which a click shows; of misses, the number of the first. */
  decision: number;
  count: number;
  /** The calls of the first and the last of them. */
  first: number;
  last: number;
  /** Most tokens that stood before any of them. */
  peak: number;
  /** Tokens freed by all of them, as the list of events has it. */
  freed: number;
  /** From where to where the decisions of its call brought it. */
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
export function onCurve(kind: MarkKind): boolean {
  return kind !== 'missed' && ON_CURVE.has(kind);
}

/** Kinds that only tell what other decisions have told, or what is so from the start. */
const UNMARKED: ReadonlySet<DecisionKind> = new Set(['reported', 'joined']);

/** Kinds that get a mark, in the order in which they are told: what a system does to its window first. */
export const MARKED: readonly DecisionKind[] = [
  ...DECISIONS.filter((kind) => ON_CURVE.has(kind)),
  ...DECISIONS.filter((kind) => !ON_CURVE.has(kind) && !UNMARKED.has(kind)),
];

/** How many decisions of each kind there are at the calls of a stretch, in the order of DECISIONS. */
export function countKinds({ decisions }: Run, stretch: { from: number; to: number } | null = null): Int32Array {
  const counts = new Int32Array(DECISIONS.length);
  const { start, end } = placesOf(decisions.call, stretch);
  for (let decision = start; decision < end; decision++) (counts[decisions.kind[decision] as number] as number)++;
  return counts;
}

/** The places of a sorted column of calls that lie in a stretch, ends included; all of them without one. */
export function placesOf(
  calls: Int32Array,
  stretch: { from: number; to: number } | null,
): { start: number; end: number } {
  if (!stretch) return { start: 0, end: calls.length };
  return { start: lowerBound(calls, Math.ceil(stretch.from)), end: lowerBound(calls, Math.floor(stretch.to) + 1) };
}

/** A mark while it is put together. */
interface Open {
  marker: Marker;
  column: number;
  /** What the weightiest so far freed. */
  most: number;
  /** Where the decisions of the latest call began. */
  call: number;
  before: number;
}

/**
 * Marks of a run for `bins` columns over a stretch of calls: decisions of one kind in one column are one mark. Every
 * decision of a marked kind in the stretch is counted in exactly one mark. Columns begin at call 0, so that marks do not
 * change while the stretch moves. Order: by kind as in MARKED turned round, so that what matters most is drawn last, then by call.
 */
export function markersOf(run: Run, bins: number, stretch: { from: number; to: number }): Marker[] {
  const { decisions } = run;
  const { from, to } = stretch;
  const width = Math.max(1e-9, (to - from) / Math.max(1, Math.floor(bins)));
  const open: (Open | undefined)[] = new Array(DECISIONS.length).fill(undefined);
  const byKind: Marker[][] = DECISIONS.map(() => []);
  const { start, end } = placesOf(decisions.call, stretch);
  for (let decision = start; decision < end; decision++) {
    const kind = decisions.kind[decision] as number;
    const call = decisions.call[decision] as number;
    const before = decisions.before[decision] as number;
    const after = decisions.after[decision] as number;
    const freed = freedBy(run, decision);
    const column = Math.floor(call / width);
    const group = open[kind];
    if (group?.column === column) {
      join(group, { decision, call, before, after, freed });
      continue;
    }
    const marker: Marker = {
      kind: DECISIONS[kind] as DecisionKind,
      call,
      decision,
      count: 1,
      first: call,
      last: call,
      peak: before,
      freed,
      before,
      after,
    };
    open[kind] = { marker, column, most: freed, call, before };
    (byKind[kind] as Marker[]).push(marker);
  }
  return MARKED.toReversed().flatMap((kind) => byKind[DECISIONS.indexOf(kind)] ?? []);
}

/** Takes a decision into the mark of its column. Several of one call are one drop to look at, and each frees what it frees. */
function join(group: Open, next: Pick<Marker, 'decision' | 'call' | 'before' | 'after' | 'freed'>): void {
  const { marker } = group;
  marker.count++;
  marker.last = next.call;
  marker.peak = Math.max(marker.peak, next.before);
  marker.freed += next.freed;
  if (group.call !== next.call) {
    group.call = next.call;
    group.before = next.before;
  }
  const isOfCall = marker.call === next.call;
  if (isOfCall) marker.after = Math.min(marker.after, next.after);
  if (next.freed <= group.most) return;
  group.most = next.freed;
  marker.decision = next.decision;
  if (isOfCall) return;
  marker.call = next.call;
  marker.before = group.before;
  marker.after = next.after;
}

/** Bounds of a mark's radius in pixels, on the curve and on the rail. */
const LEAST = { curve: 2.25, rail: 2 } as const;
const MOST = { curve: 5, rail: 4.5 } as const;
/** The share of the plot's width that marks may take together. */
const SHARE = 0.2;
/** Size of a mark of something that frees nothing, as a share of the largest. */
const PLAIN = 0.7;

/** What marks in sight are measured by: the radius of the largest, and the tokens that it freed. */
type MarkScale = Record<'curve' | 'rail', { most: number; freed: number }>;

const placeOf = (kind: DecisionKind) => (onCurve(kind) ? 'curve' : 'rail');

/** The more marks there are on a width of pixels, the smaller they are. */
export function markScale(markers: readonly Pick<Marker, 'kind' | 'freed'>[], width: number): MarkScale {
  const seen = { curve: { count: 0, freed: 0 }, rail: { count: 0, freed: 0 } };
  for (const { kind, freed } of markers) {
    const place = seen[placeOf(kind)];
    place.count++;
    place.freed = Math.max(place.freed, freed);
  }
  const scaleOf = (place: 'curve' | 'rail') => {
    const { count, freed } = seen[place];
    const room = (SHARE * width) / (2 * Math.max(1, count));
    return { most: Math.min(MOST[place], Math.max(LEAST[place], room)), freed };
  };
  return { curve: scaleOf('curve'), rail: scaleOf('rail') };
}

/** Radius of a mark in pixels: its area follows the tokens that were freed, beside the largest in sight. */
export function markRadius({ kind, freed }: Pick<Marker, 'kind' | 'freed'>, scale: MarkScale): number {
  const place = placeOf(kind);
  const { most, freed: largest } = scale[place];
  const part = freed > 0 ? Math.sqrt(freed / largest) : PLAIN;
  return Math.max(LEAST[place], most * part);
}

/** Whether a mark stands for several calls. */
export function isSeveral({ first, last }: Pick<Marker, 'first' | 'last'>): boolean {
  return last > first;
}

/** The lanes' curves: pressure, sent tokens or the cost so far, each as a strand in its lane's look. */

import { decimal, whole } from '@/lib/engine/figures';
import type { Run } from '@/lib/engine/run';
import type { KeptRuns } from '@/lib/store/kept-runs';
import type { LaneEntry } from '@/lib/store/lanes';
import type { LaneOutcome } from '@/lib/store/state';
import type { CompareView } from '@/lib/store/view';
import { axisOf } from '../charts/frame/axis';
import { tokensLabel } from '../charts/frame/ticks';
import { type Curve, columnCurve } from '../charts/pressure/curves';
import type { Strand } from '../charts/pressure/strands';
import { laneColor, laneDash } from './lane-looks';

export type Measure = CompareView['measure'];

/** Whole numbers are drawn: thousandths of the limit, tokens, and hundredths of a cent. */
const COST_UNITS = 10_000;

/** Cents as money is written; digits beyond them only where there is less than one, none where there are thousands. */
function costLabel(amount: number): string {
  const dollars = amount / COST_UNITS;
  return `$${dollars >= 1000 ? whole(dollars) : decimal(dollars, dollars > 0 && dollars < 0.01 ? 4 : 2)}`;
}

export const MEASURES: Record<Measure, { label: string; help: string; tick(amount: number): string }> = {
  pressure: {
    label: 'Pressure',
    help: 'policy tokens ÷ limit; 1 is the limit of each lane',
    tick: (amount) => (amount / 1000).toFixed(2),
  },
  sent: { label: 'Sent tokens', help: 'under the one yardstick, tool schemas included', tick: tokensLabel },
  cost: {
    label: 'Cost so far',
    help: 'dollars, with the simulated prompt cache',
    tick: costLabel,
  },
};

/** Curves by what they are made of: a lane that did not change keeps its own, from one render to the next. */
const known = new WeakMap<object, Curve>();

function kept(of: object, make: () => Curve): Curve {
  const before = known.get(of);
  if (before) return before;
  const made = make();
  known.set(of, made);
  return made;
}

/** What a lane's curve is made of; null while it is not known. The same object while the lane's outcome stays. */
export function laneCurve(outcome: LaneOutcome | undefined, measure: Measure): Curve | null {
  if (!outcome?.run) return null;
  const { run, sent, score } = outcome;
  if (measure === 'sent') return sent && kept(sent, () => columnCurve(sent));
  if (measure === 'pressure') return kept(run, () => pressureCurve(run));
  if (!score) return null;
  const { cumulative } = score.bill;
  return kept(cumulative, () => columnCurve(Int32Array.from(cumulative, (cost) => Math.round(cost * COST_UNITS))));
}

function pressureCurve({ calls, limit }: Run): Curve {
  const most = Math.max(1, limit);
  return columnCurve(calls.tokens.map((tokens) => Math.round((tokens / most) * 1000)));
}

/** Pressure of the baseline's lanes that are still shown, faint and under the others. */
export function baselineCurves(
  baseline: KeptRuns['baseline'],
  lanes: readonly LaneEntry[],
): { entry: LaneEntry; curve: Curve }[] {
  return lanes
    .filter(({ hidden }) => !hidden)
    .flatMap((entry) => {
      const place = baseline?.settings.lanes.findIndex(({ id }) => id === entry.id) ?? -1;
      const run = place < 0 ? null : baseline?.packed?.[place];
      return run ? [{ entry, curve: pressureCurve(run) }] : [];
    });
}

let lastAxis: { top: number; height: number; axis: Strand['axis'] } | null = null;

/** The same axis while nothing of it changes: then only the curve of the lane that changed is drawn anew. */
function keptAxis(top: number, height: number): Strand['axis'] {
  if (lastAxis?.top === top && lastAxis.height === height) return lastAxis.axis;
  const axis = axisOf(false, 0, top, height);
  lastAxis = { top, height, axis };
  return axis;
}

/** The latest strand of each curve. */
const strandOf = new WeakMap<Curve, { strand: Strand; colour: number; isActive: boolean }>();

/** A lane's strand; the same object while nothing of it changes. */
export function laneStrand({ id, colour }: LaneEntry, curve: Curve, axis: Strand['axis'], isActive: boolean): Strand {
  const before = strandOf.get(curve);
  const { strand: old } = before ?? {};
  if (old?.id === id && old.axis === axis && before?.colour === colour && before.isActive === isActive) return old;
  const dash = laneDash(colour);
  const look = {
    stroke: laneColor(colour),
    strokeWidth: isActive ? 2.25 : 1.5,
    ...(dash === '' ? {} : { strokeDasharray: dash }),
  };
  const strand = { id, curve, axis, look };
  strandOf.set(curve, { strand, colour, isActive });
  return strand;
}

/** Strands of the lanes that are shown, the tuned one on top, over one axis. */
export function laneStrands(
  lanes: readonly LaneEntry[],
  comparison: ReadonlyMap<string, LaneOutcome>,
  measure: Measure,
  active: string,
  height: number,
  behind: ReturnType<typeof baselineCurves> = [],
): { strands: Strand[]; axis: Strand['axis'] } {
  const shown = lanes
    .filter(({ hidden }) => !hidden)
    .flatMap((entry) => {
      const outcome = comparison.get(entry.id);
      const curve = outcome ? laneCurve(outcome, measure) : null;
      return curve ? [{ entry, curve }] : [];
    });
  let peak = measure === 'pressure' ? 1000 : 1;
  for (const { curve } of [...behind, ...shown]) peak = Math.max(peak, curve.peak);
  const axis = keptAxis(peak * 1.04, height);
  const strands = shown.map(({ entry, curve }) => laneStrand(entry, curve, axis, entry.id === active));
  strands.sort((one, other) => Number(one.id === active) - Number(other.id === active));
  const faint = behind.map(({ entry, curve }) => ({
    id: `baseline ${entry.id}`,
    curve,
    axis,
    look: { stroke: laneColor(entry.colour), strokeWidth: 1.5, strokeOpacity: 0.3 },
  }));
  return { strands: [...faint, ...strands], axis };
}

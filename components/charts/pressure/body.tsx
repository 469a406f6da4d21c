/** The chart under its header: curves, marks, handles and everything that moves over them, on one pair of axes. */
'use client';

import { useMemo, useRef, useState } from 'react';
import { hasErrors, laneProblems } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import { recalledVersion } from '@/lib/store/present';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { OfResult } from '../../panels/of-result';
import { axisOf } from '../frame/axis';
import { type BoxSize, plotOf } from '../frame/geometry';
import { useZoomedDomain } from '../frame/use-zoom';
import { OUTLINE_LOOK, POLICY_LOOK, RECORDED_LOOK, SENT_LOOK, STALE_LOOK } from './curve-looks';
import { columnCurve, pressureCurve } from './curves';
import { Curves } from './drawing';
import { EventList } from './event-list';
import { EventMarks, type PlacedMarker, placeMarkers } from './event-marks';
import { Handles } from './handles';
import { linesOf } from './lines';
import { markersOf } from './markers';
import { placeMisses } from './misses';
import { ChartOverlay } from './overlay';
import { PlotGround } from './plot-ground';
import type { Strand } from './strands';
import { summaryOf } from './summary';
import { ChartTable } from './table';
import { useComposition } from './use-composition';
import { useHeldTop } from './use-held-top';
import { type Recorded, useRecorded } from './use-recorded';

/** Pixels of plot that one mark of a kind takes. */
const MARK_PITCH = 18;
/** How far over everything else the window's line may stand and still set the top. */
const NEAR_WINDOW = 1.25;
/** Where a logarithmic axis begins, as a share of its top. */
const LOG_DEPTH = 300;

export function PressureBody({ result, size }: { result: Result; size: BoxSize }) {
  const { run, version } = result;
  const { log, composition: byRole } = useStore(({ view }) => view.chart);
  const tuned = useStore(laneOf);
  const lane = tuned.system === result.lane.system ? tuned : result.lane;
  const known = useStore((state) => (state.showSent ? state.sent : null));
  const roles = useStore((state) => state.document?.info.roles ?? null);
  const numbers = useRef<SVGGElement>(null);
  const [held, setHeld] = useState(false);
  const [focused, setFocused] = useState<PlacedMarker | null>(null);
  const calls = run.calls.tokens.length;
  const last = calls - 1;
  const zoomed = useZoomedDomain(last);
  const recorded = useRecorded(run);
  const { unit } = systemById(lane.system);

  // Numbers of another transcript never reach this chart; those of an earlier result do, drawn faintly.
  const sent = known?.tokens.length === calls ? known : null;
  const curve = useMemo(() => pressureCurve(run), [run]);
  const sentColumn = useMemo(() => (sent ? columnCurve(sent.tokens) : null), [sent]);
  const composition = useComposition(run, roles, byRole);
  const lines = useMemo(() => linesOf(lane), [lane]);
  // Settings that cannot work have no result: what is drawn keeps the lines of its own.
  const untried = useMemo(() => hasErrors(laneProblems(lane)), [lane]);
  const drawnLines = useMemo(() => (untried ? linesOf(result.lane) : lines), [untried, result.lane, lines]);

  let needed = curve.peak;
  for (const { tone, at } of drawnLines) if (tone !== 'window') needed = Math.max(needed, at * 1.04);
  // Tokens stand on the same axis as policy tokens; beside a count of messages they have their own.
  const tokensPeak = Math.max(sentColumn?.peak ?? 0, recorded.usage?.peak ?? 0);
  if (unit === 'tokens') needed = Math.max(needed, tokensPeak);
  for (const { tone, at } of drawnLines)
    if (tone === 'window' && at <= needed * NEAR_WINDOW) needed = Math.max(needed, at * 1.02);
  const top = useHeldTop(needed, held);

  const domain = useMemo(() => zoomed ?? { from: 0, to: last }, [zoomed, last]);
  const plot = useMemo(() => plotOf(size, domain, last), [size, domain, last]);
  const height = plot.bottom - plot.top;
  // Areas on a logarithmic axis would show shares that are none.
  const axis = useMemo(() => axisOf(log && !byRole, top / LOG_DEPTH, top, height), [log, byRole, top, height]);
  const tokensAxis = useMemo(
    () => (unit === 'tokens' ? axis : axisOf(false, 0, tokensPeak * 1.1, height)),
    [unit, axis, tokensPeak, height],
  );
  const bins = Math.floor((plot.right - plot.left) / MARK_PITCH);
  const markers = useMemo(
    () => placeMarkers(markersOf(run, bins, domain), plot, axis),
    [run, bins, domain, plot, axis],
  );
  // Misses are known later than the curve: until then those of an earlier result stay, faint, and cannot be pointed at.
  const recall = useStore((state) => state.recall);
  const misses = useMemo(() => (recall ? placeMisses(recall.misses.call, plot) : []), [recall, plot]);
  const areOfThis = recall?.version === version;
  const marks = useMemo(() => (areOfThis ? [...markers, ...misses] : markers), [areOfThis, markers, misses]);
  const stale = sent !== null && sent.version !== version;
  const usage = useMemo<Strand | null>(
    () => recorded.usage && { id: 'recorded', curve: recorded.usage, axis: tokensAxis, look: RECORDED_LOOK },
    [recorded.usage, tokensAxis],
  );
  const strands = useMemo<Strand[]>(() => {
    const drawn = usage ? [usage] : [];
    if (sentColumn)
      drawn.push({ id: 'sent', curve: sentColumn, axis: tokensAxis, look: stale ? STALE_LOOK : SENT_LOOK });
    drawn.push({ id: 'policy', curve, axis, look: composition ? OUTLINE_LOOK : POLICY_LOOK });
    return drawn;
  }, [usage, sentColumn, stale, curve, axis, tokensAxis, composition]);
  const label = useMemo(() => summaryOf(result, curve), [result, curve]);
  return (
    <>
      <div role="img" aria-label={label} className="absolute inset-0">
        <PlotGround plot={plot} axis={axis} lines={drawnLines} numbersRef={numbers} />
        <Curves
          size={size}
          plot={plot}
          axis={axis}
          strands={strands}
          composition={composition}
          dotted={usage}
          compactions={recorded.compactions}
        />
        <OfResult version={recalledVersion}>
          <EventMarks markers={misses} plot={plot} axis={axis} />
        </OfResult>
        <EventMarks markers={markers} plot={plot} axis={axis} />
      </div>
      <ChartOverlay
        result={result}
        plot={plot}
        width={size.width}
        markers={marks}
        recorded={recorded}
        composition={composition}
        focused={focused}
        numbers={numbers}
      />
      <Handles
        lane={lane}
        lines={lines}
        plot={plot}
        axis={axis}
        width={size.width + 16}
        untried={untried}
        onHold={setHeld}
      />
      <EventList result={result} markers={marks} onFocus={setFocused} />
      <TableWhenSettled recorded={recorded} domain={domain} />
    </>
  );
}

/** The table follows when everything has come to rest: nobody hears eighty rows while a slider moves. */
function TableWhenSettled({ recorded, domain }: { recorded: Recorded; domain: { from: number; to: number } }) {
  const { state } = useWorkbench();
  const examined = useStore((current) => current.examination);
  const sent = useStore((current) => (current.showSent ? current.sent : null));
  const { shown } = state.get();
  if (!examined || !shown || shown.result.version !== examined.version) return null;
  const now = sent?.version === shown.result.version ? sent : null;
  return <ChartTable result={shown.result} sent={now} recorded={recorded} domain={domain} />;
}

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
import { cutLine, neededTop } from './top';
import { useComposition } from './use-composition';
import { useHeldTop } from './use-held-top';
import { type Recorded, useRecorded } from './use-recorded';

/** Pixels of plot that one mark of a kind takes. */
const MARK_PITCH = 18;
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

  // Tokens stand on the same axis as policy tokens; beside a count of messages they have their own.
  const isOneAxis = unit === 'tokens';
  const sentPeak = sentColumn?.peak ?? 0;
  const recordedPeak = recorded.usage?.peak ?? 0;
  const tokensPeak = Math.max(sentPeak, recordedPeak);
  // Areas on a logarithmic axis would show shares that are none.
  const isLog = log && !byRole;
  const needed = neededTop({
    curve: curve.peak,
    lines: drawnLines,
    sent: isOneAxis ? sentPeak : 0,
    recorded: isOneAxis ? recordedPeak : 0,
    log: isLog,
  });
  const top = useHeldTop(needed, held);

  const domain = useMemo(() => zoomed ?? { from: 0, to: last }, [zoomed, last]);
  const plot = useMemo(() => plotOf(size, domain, last), [size, domain, last]);
  const height = plot.bottom - plot.top;
  const axis = useMemo(() => axisOf(isLog, top / LOG_DEPTH, top, height), [isLog, top, height]);
  const tokensAxis = useMemo(
    () => (isOneAxis ? axis : axisOf(false, 0, tokensPeak * 1.1, height)),
    [isOneAxis, axis, tokensPeak, height],
  );
  const cut = useMemo(() => cutLine(recorded.usage, tokensAxis.top, domain), [recorded.usage, tokensAxis, domain]);
  const handled = useMemo(() => (cut ? [...lines, cut].sort((a, b) => b.at - a.at) : lines), [lines, cut]);
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
        lines={handled}
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

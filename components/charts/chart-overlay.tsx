/** What moves over the pressure chart: cursor, pointer, the note beside it, and clicks on marks. */
'use client';

import { decisionsAt } from '@/lib/engine/ledger';
import { DECISIONS } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/registry';
import { whole } from '../ui/format';
import { CursorLine } from './cursor-line';
import { EventGlyph } from './event-glyph';
import { placeOf, sizeOf } from './event-marks';
import { callAt, type Plot, RAIL, xOf } from './geometry';
import type { Marker } from './markers';
import { Tooltip } from './tooltip';
import { type Place, usePointer } from './use-pointer';
import { callNumber, callPlace, pressureOf } from './words';

/** Pixels around a mark in which it takes the pointer. */
const REACH = 6;
/** Decisions that a note tells before it only counts them. */
const TOLD = 4;

function markerAt(markers: readonly Marker[], place: Place, plot: Plot, top: number): Marker | null {
  let nearest: Marker | null = null;
  let best = Number.POSITIVE_INFINITY;
  for (const marker of markers) {
    const { x, y } = placeOf(marker, plot, top);
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < best && distance <= sizeOf(marker) + REACH) {
      best = distance;
      nearest = marker;
    }
  }
  return nearest;
}

export interface ChartOverlayProps {
  result: Result;
  plot: Plot;
  width: number;
  top: number;
  markers: readonly Marker[];
}

export function ChartOverlay({ result, plot, width, top, markers }: ChartOverlayProps) {
  const { tuning, showDecision } = useWorkbench();
  const { place, handlers } = usePointer({
    callAt: (here, dragged) => (dragged ? null : markerAt(markers, here, plot, top))?.call ?? callAt(plot, here.x),
    onScrub: (call) => tuning.setCursor(call),
    onClick(here) {
      const marker = markerAt(markers, here, plot, top);
      if (marker) showDecision(marker.decision);
    },
  });
  const marker = place && markerAt(markers, place, plot, top);
  const call = place ? (marker?.call ?? callAt(plot, place.x)) : -1;
  const spot = marker ? placeOf(marker, plot, top) : null;
  return (
    <>
      <CursorLine plot={plot} top={plot.top} bottom={plot.bottom + RAIL + 1} chip={plot.bottom + RAIL + 2} />
      <div
        className={`absolute inset-y-0 touch-pan-y select-none ${marker ? 'cursor-pointer' : 'cursor-crosshair'}`}
        style={{ left: 0, width: plot.right + 10 }}
        {...handlers}
      />
      {marker && spot && (
        <div
          aria-hidden="true"
          className="-translate-x-1/2 -translate-y-1/2 pointer-events-none absolute rounded-full border border-ink"
          style={{ left: spot.x, top: spot.y, width: 2 * sizeOf(marker) + 8, height: 2 * sizeOf(marker) + 8 }}
        />
      )}
      {place && (
        <Tooltip x={spot?.x ?? xOf(plot, call)} y={plot.top + 6} width={width}>
          <CallNote result={result} call={call} marker={marker} />
        </Tooltip>
      )}
    </>
  );
}

/** A call in a few lines: its place, its tokens under both measures, and what was decided. */
function CallNote({ result, call, marker }: { result: Result; call: number; marker: Marker | null }) {
  const { run, lane, version } = result;
  const sent = useStore((state) => (state.showSent && state.sent?.version === version ? state.sent : null));
  const system = systemById(lane.system);
  const { from, to } = decisionsAt(run, call);
  const told = Array.from({ length: Math.min(TOLD, to - from) }, (_, index) => from + index);
  const more = to - from - told.length;
  const near = marker ? marker.count - countOf(run.decisions.kind, from, to, DECISIONS.indexOf(marker.kind)) : 0;
  return (
    <>
      <p className="whitespace-nowrap">
        <strong className="font-semibold text-ink">Call {callNumber(call)}</strong> · {callPlace(run, call)}
      </p>
      <p className="whitespace-nowrap tabular-nums">
        <strong className="font-semibold text-ink">{pressureOf(run, call)}</strong> ·{' '}
        {whole(run.calls.tokens[call] ?? 0)} policy {system.unit}
      </p>
      {sent && (
        <p className="whitespace-nowrap tabular-nums">
          {whole(sent.tokens[call] ?? 0)} sent tokens ({sent.counter})
        </p>
      )}
      {told.length > 0 && (
        <ul className="mt-1 border-rule border-t pt-1">
          {told.map((decision) => (
            <li key={decision} className="flex items-baseline gap-1.5">
              <EventGlyph kind={DECISIONS[run.decisions.kind[decision] as number] ?? 'floor'} />
              <span className="min-w-0">{system.explain(decision, run, lane.config, lane.guards)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-ink-faint">and {whole(more)} more at this call</p>}
      {near > 0 && <p className="text-ink-faint">{whole(near)} more like it at calls too near to draw apart</p>}
    </>
  );
}

function countOf(kinds: Int32Array, from: number, to: number, kind: number): number {
  let count = 0;
  for (let decision = from; decision < to; decision++) if (kinds[decision] === kind) count++;
  return count;
}

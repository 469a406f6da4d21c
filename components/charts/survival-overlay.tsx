/** What moves over the survival map: cursor, the message under the pointer, the note about it, and clicks. */
'use client';

import { STATE_NAMES, type StateCode } from '@/lib/engine/run';
import { ROLES } from '@/lib/engine/transcript';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { CursorLine } from './cursor-line';
import { callAt, type Plot, xOf } from './geometry';
import { messageAt } from './survival-pixels';
import { type Segment, type SurvivalRuns, segmentsOf } from './survival-runs';
import { Tooltip } from './tooltip';
import { type Place, usePointer } from './use-pointer';
import { callNumber } from './words';

export interface SurvivalOverlayProps {
  result: Result;
  runs: SurvivalRuns;
  pins: ReadonlyMap<number, string>;
  plot: Plot;
  width: number;
}

export function SurvivalOverlay({ result, runs, pins, plot, width }: SurvivalOverlayProps) {
  const { tuning, showItem } = useWorkbench();
  const height = plot.bottom - plot.top;
  const messageOf = (place: Place) => messageAt(place.y - plot.top, runs.messageCount, height);
  const { place, handlers } = usePointer({
    callAt: (here) => callAt(plot, here.x),
    onScrub: (call) => tuning.setCursor(call),
    onClick: (here) => showItem(messageOf(here)),
  });
  const message = place ? messageOf(place) : -1;
  const call = place ? callAt(plot, place.x) : -1;
  const rowTop = plot.top + Math.floor((message * height) / runs.messageCount);
  const rowHeight = Math.max(2, Math.ceil(height / runs.messageCount));
  return (
    <>
      <CursorLine plot={plot} top={0} bottom={plot.bottom} />
      {message >= 0 && (
        <div
          aria-hidden="true"
          className={`pointer-events-none absolute ${rowHeight < 5 ? 'bg-ink-faint' : 'border-ink-faint border-y'}`}
          style={{
            left: plot.left - 4,
            width: plot.right - plot.left + 8,
            top: rowTop,
            height: rowHeight < 5 ? 1 : rowHeight,
          }}
        />
      )}
      <div
        className="absolute inset-y-0 left-0 cursor-crosshair touch-pan-y select-none"
        style={{ width: plot.right + 10 }}
        {...handlers}
      />
      {place && (
        <Tooltip x={xOf(plot, call)} y={noteTop(rowTop, rowHeight, plot)} width={width}>
          <MessageNote result={result} runs={runs} pins={pins} message={message} call={call} />
        </Tooltip>
      )}
    </>
  );
}

/** Under the row in the upper half, above it in the lower one. */
function noteTop(rowTop: number, rowHeight: number, plot: Plot): number {
  return rowTop < (plot.top + plot.bottom) / 2 ? rowTop + rowHeight + 10 : rowTop - 58;
}

/** "verbatim since call 12", or when a message will come that is not there yet. */
function stateWords(segments: readonly Segment[], call: number): string {
  const first = segments[0];
  if (!first || call < first.from) return first ? `not there yet: comes at call ${callNumber(first.from)}` : '';
  const segment = segments.find(({ to }) => call <= to) ?? first;
  return `${STATE_NAMES[segment.state as StateCode]} since call ${callNumber(segment.from)}`;
}

function MessageNote({
  result,
  runs,
  pins,
  message,
  call,
}: Pick<SurvivalOverlayProps, 'result' | 'runs' | 'pins'> & { message: number; call: number }) {
  const roles = useStore((state) => state.document?.info.roles);
  const segments = segmentsOf(runs, message);
  const pin = pins.get(message);
  const next = segments.find(({ from }) => from > call && call >= (segments[0]?.from ?? 0));
  return (
    <>
      <p className="whitespace-nowrap">
        <strong className="font-semibold text-ink">Message {whole(message)}</strong> · {ROLES[roles?.[message] ?? 0]} ·{' '}
        <span className="tabular-nums">{whole(result.run.arrivals.cost[message] ?? 0)} tokens</span>
      </p>
      <p>
        At call {callNumber(call)}: {stateWords(segments, call)}
        {next ? `, until ${STATE_NAMES[next.state]} at call ${callNumber(next.from)}` : ''}
      </p>
      {pin && <p className="text-accent">pinned: {pin}</p>}
    </>
  );
}

/** The survival map: every message's life as a line of colour from its arrival to its end, on the chart's axis of calls. */
'use client';

import { useDeferredValue, useMemo, useRef } from 'react';
import { ASSISTANT, TOOL } from '@/lib/engine/accounting';
import { STATE_NAMES, State } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { shownCalls } from '@/lib/store/view';
import { whole } from '../ui/format';
import { ChartHeader, LegendEntry } from './chart-legend';
import { type BoxSize, MAP_TAIL, type Plot, plotOf } from './geometry';
import { SurvivalCanvas } from './survival-canvas';
import { SurvivalOverlay } from './survival-overlay';
import { LOOKS, type MapLook, type MessageLooks } from './survival-pixels';
import { finalStates, type SurvivalRuns, statesSeen, survivalRuns } from './survival-runs';
import { integerTicks, tokensLabel } from './ticks';
import { useBoxSize } from './use-box-size';
import { useLastingPins } from './use-lasting-pins';
import { lookColor, usePalette } from './use-palette';

/** Height of the whole, title included, where the page does not say otherwise. */
const HEIGHT = 'h-[clamp(180px,30vh,360px)] shrink-0';

const LEGEND: readonly { look: MapLook; state: number; label: string; className: string }[] = [
  { look: 'tool', state: State.verbatim, label: 'tool', className: 'h-2 w-2.5' },
  { look: 'assistant', state: State.verbatim, label: 'assistant', className: 'h-2 w-2.5' },
  { look: 'user', state: State.verbatim, label: 'user', className: 'h-2 w-2.5' },
  { look: 'pinned', state: State.verbatim, label: 'pinned', className: 'h-2 w-2.5' },
  { look: 'truncated', state: State.truncated, label: 'truncated', className: 'h-2 w-2.5' },
  { look: 'summarised', state: State.summarised, label: 'summarised', className: 'h-1 w-2.5' },
  { look: 'evicted', state: State.evicted, label: 'evicted', className: 'h-2 w-1' },
  { look: 'refused', state: State.refused, label: 'refused', className: 'h-2 w-1' },
];

/** `className` sets the height; the width is the parent's. It brings its own padding left and right. */
export function SurvivalMap({ className = HEIGHT }: { className?: string }) {
  // The curve answers the hand; the map follows once it is painted.
  // Rendered in pieces: a long transcript must not hold up the hand.
  const result = useDeferredValue(useStore((state) => state.shown?.result ?? null));
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const runs = useMemo(() => (result ? survivalRuns(result.run) : null), [result]);
  const pins = useLastingPins();
  const shown = useMemo(() => {
    const seen = runs ? statesSeen(runs) : [];
    return LEGEND.filter(({ look, state }) =>
      look === 'pinned' ? pins.size > 0 : state === State.verbatim || seen[state],
    );
  }, [runs, pins]);
  return (
    <section className={`flex flex-col px-4 ${className}`} aria-label="Survival">
      <ChartHeader title="Survival" note="each message from arrival to end">
        {shown.map(({ look, label, className: swatch }) => (
          <LegendEntry
            key={look}
            mark={
              <span aria-hidden="true" className={`rounded-[1px] ${swatch}`} style={{ background: lookColor(look) }} />
            }
          >
            {label}
          </LegendEntry>
        ))}
      </ChartHeader>
      <div ref={box} className="relative min-h-0 flex-1 overflow-hidden">
        {size &&
          (result && runs ? (
            <Drawing result={result} runs={runs} pins={pins} size={size} />
          ) : (
            <Frame plot={mapPlot(size, 0, false)} count={0} />
          ))}
      </div>
    </section>
  );
}

/** Left and right as in the chart; top and bottom its own. */
function mapPlot(size: BoxSize, last: number, sentAxis: boolean, first = 0): Plot {
  return { ...plotOf(size, last, sentAxis, { first }), top: 4, bottom: Math.max(5, size.height - 6) };
}

function Drawing({
  result,
  runs,
  pins,
  size,
}: {
  result: Result;
  runs: SurvivalRuns;
  pins: ReadonlyMap<number, string>;
  size: BoxSize;
}) {
  const { run } = result;
  const calls = run.calls.tokens.length;
  const roles = useStore((state) => state.document?.info.roles);
  const sentAxis = useStore((state) => state.showSent && state.sent?.tokens.length === calls);
  const palette = usePalette();
  const { from, to } = shownCalls(
    useStore((state) => state.view.chart),
    calls - 1,
  );
  const plot = useMemo(() => mapPlot(size, to, sentAxis, from), [size, from, to, sentAxis]);
  const looks = useMemo(() => looksOf(runs.messageCount, roles, pins), [runs.messageCount, roles, pins]);
  const summary = useMemo(() => {
    const ends = finalStates(runs);
    const told = STATE_NAMES.map((name, code) => ({ name, count: ends[code] as number })).filter(
      ({ count }) => count > 0,
    );
    const words = told.map(({ name, count }) => `${whole(count)} ${name}`).join(', ');
    return `Survival of ${whole(runs.messageCount)} messages over ${whole(calls)} model calls. At the last call: ${words}.`;
  }, [runs, calls]);
  return (
    <>
      <div role="img" aria-label={summary} className="absolute inset-0">
        <Frame plot={plot} count={runs.messageCount} />
        {palette && <SurvivalCanvas box={size} plot={plot} runs={runs} looks={looks} palette={palette} />}
      </div>
      {runs.messageCount > 0 && (
        <SurvivalOverlay result={result} runs={runs} pins={pins} plot={plot} width={size.width} />
      )}
    </>
  );
}

/** The look of each message's whole text: its pin, or the family of its role. */
function looksOf(count: number, roles: Uint8Array | undefined, pins: ReadonlyMap<number, string>): MessageLooks {
  const looks = new Uint8Array(count).fill(LOOKS.indexOf('user'));
  for (let message = 0; message < count; message++) {
    const role = roles?.[message];
    if (role === TOOL) looks[message] = LOOKS.indexOf('tool');
    else if (role === ASSISTANT) looks[message] = LOOKS.indexOf('assistant');
  }
  for (const message of pins.keys()) looks[message] = LOOKS.indexOf('pinned');
  return looks;
}

/** Message numbers at the left, and the bounds of the plot. */
function Frame({ plot, count }: { plot: Plot; count: number }) {
  const height = plot.bottom - plot.top;
  const ticks = count > 1 ? integerTicks(0, count - 1, Math.max(2, Math.floor(height / 36))) : [];
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <path
        d={`M${plot.left} ${plot.top - 0.5}H${plot.right + MAP_TAIL}M${plot.left} ${plot.bottom + 0.5}H${plot.right + MAP_TAIL}`}
        stroke="var(--rule)"
      />
      {ticks.map((message) => {
        const y = plot.top + (message / count) * height;
        return (
          <text
            key={message}
            x={plot.left - 9}
            y={Math.min(plot.bottom - 1, Math.max(plot.top + 8, y + 4))}
            textAnchor="end"
            fontSize="11"
            fill="var(--ink-faint)"
          >
            {message < 10_000 ? message : tokensLabel(message)}
          </text>
        );
      })}
    </svg>
  );
}

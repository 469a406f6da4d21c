/** The map under its header: the canvas, its frame, and everything that moves over it. */
'use client';

import { useMemo } from 'react';
import { ASSISTANT, TOOL } from '@/lib/engine/accounting';
import { STATE_NAMES } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { whole } from '../../ui/format';
import { type BoxSize, MAP_TAIL, type Plot, plotOf } from '../frame/geometry';
import { integerTicks, tokensLabel } from '../frame/ticks';
import { useZoomedDomain } from '../frame/use-zoom';
import type { Domain } from '../frame/zoom';
import { SurvivalCanvas } from './canvas';
import { LOOKS } from './looks';
import { SurvivalOverlay } from './overlay';
import type { MessageLooks } from './pixels';
import { finalStates, runsOfMessages, type SurvivalRuns } from './runs';
import { type MapFilter, useFilteredMessages } from './use-map-filter';
import { usePalette } from './use-palette';

/** Left and right as in the chart; top and bottom its own. */
export function mapPlot(size: BoxSize, domain: Domain, last: number): Plot {
  return { ...plotOf(size, domain, last), top: 4, bottom: Math.max(5, size.height - 6) };
}

export interface MapBodyProps {
  result: Result;
  runs: SurvivalRuns;
  pins: ReadonlyMap<number, string>;
  filter: MapFilter;
  size: BoxSize;
}

export function MapBody({ result, runs, pins, filter, size }: MapBodyProps) {
  const last = result.run.calls.tokens.length - 1;
  const roles = useStore((state) => state.document?.info.roles);
  const palette = usePalette();
  const zoomed = useZoomedDomain(last);
  const plot = useMemo(() => mapPlot(size, zoomed ?? { from: 0, to: last }, last), [size, zoomed, last]);
  const shown = useFilteredMessages(filter, runs.messageCount);
  const drawn = useMemo(() => (shown ? runsOfMessages(runs, shown) : runs), [runs, shown]);
  const looks = useMemo(() => looksOf(drawn.messageCount, shown, roles, pins), [drawn, shown, roles, pins]);
  const summary = useMemo(() => {
    const ends = finalStates(drawn);
    const told = STATE_NAMES.map((name, code) => ({ name, count: ends[code] as number })).filter(
      ({ count }) => count > 0,
    );
    const words = told.map(({ name, count }) => `${whole(count)} ${name}`).join(', ');
    return `Survival of ${whole(drawn.messageCount)} messages over ${whole(last + 1)} model calls. At the last call: ${words}.`;
  }, [drawn, last]);
  const messageOf = (place: number) => (shown ? (shown[place] ?? 0) : place);
  return (
    <>
      <div role="img" aria-label={summary} className="absolute inset-0">
        <Frame plot={plot} count={drawn.messageCount} messageOf={messageOf} />
        {palette && <SurvivalCanvas plot={plot} runs={drawn} looks={looks} palette={palette} />}
      </div>
      {drawn.messageCount > 0 ? (
        <SurvivalOverlay result={result} runs={runs} shown={shown} pins={pins} plot={plot} width={size.width} />
      ) : (
        <p className="absolute inset-x-0 top-1/2 text-center text-ink-faint">No message fits this filter.</p>
      )}
    </>
  );
}

/** The look of each message's whole text: its pin, or the family of its role. */
function looksOf(
  count: number,
  shown: Int32Array | null,
  roles: Uint8Array | undefined,
  pins: ReadonlyMap<number, string>,
): MessageLooks {
  const looks = new Uint8Array(count).fill(LOOKS.indexOf('user'));
  for (let place = 0; place < count; place++) {
    const message = shown ? (shown[place] as number) : place;
    const role = roles?.[message];
    if (pins.has(message)) looks[place] = LOOKS.indexOf('pinned');
    else if (role === TOOL) looks[place] = LOOKS.indexOf('tool');
    else if (role === ASSISTANT) looks[place] = LOOKS.indexOf('assistant');
  }
  return looks;
}

/** Message numbers at the left, and the bounds of the plot. */
export function Frame({ plot, count, messageOf }: { plot: Plot; count: number; messageOf(place: number): number }) {
  const height = plot.bottom - plot.top;
  const ticks = count > 1 ? integerTicks(0, count - 1, Math.max(2, Math.floor(height / 36))) : [];
  // All of them alike: "5k" beside "10k".
  const short = count > 1 && messageOf(ticks.at(-1) ?? 0) >= 10_000;
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <path
        d={`M${plot.left} ${plot.top - 0.5}H${plot.right + MAP_TAIL}M${plot.left} ${plot.bottom + 0.5}H${plot.right + MAP_TAIL}`}
        stroke="var(--rule)"
      />
      {ticks.map((place) => {
        const message = messageOf(place);
        const y = plot.top + (place / count) * height;
        return (
          <text
            key={place}
            x={plot.left - 9}
            y={Math.min(plot.bottom - 1, Math.max(plot.top + 8, y + 4))}
            textAnchor="end"
            fontSize="11"
            fill="var(--ink-faint)"
          >
            {short ? tokensLabel(message) : whole(message)}
          </text>
        );
      })}
    </svg>
  );
}

/** The head of the pressure chart: what it shows, its switches and its menu, and the key with what can be shown and hidden. */
'use client';

import { type RefObject, useMemo, useRef } from 'react';
import { missesVersion } from '@/lib/store/present';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { OfResult } from '../../panels/of-result';
import { DownloadIcon } from '../../ui/icons';
import { ChartHeader, HEADER_BUTTON, LegendEntry, LegendToggle, LineSwatch, Switch } from '../frame/chart-header';
import { ChartMenu } from '../frame/chart-menu';
import { useZoom, useZoomedDomain } from '../frame/use-zoom';
import type { Domain } from '../frame/zoom';
import { partsIn } from './composition-bands';
import { FLAG, FLAG_COLOR, POLICY_LOOK, RECORDED_LOOK, SENT_LOOK } from './curve-looks';
import { EventGlyph } from './event-glyph';
import { placesOf } from './markers';
import { PART_LOOKS, PARTS, type Part } from './parts';
import { countWords, eventCounts, numberWords, stretchWords } from './summary';
import { useChartExport } from './use-chart-export';
import { useComposition } from './use-composition';

export function PressureHeader({ result, box }: { result: Result | null; box: RefObject<HTMLDivElement | null> }) {
  const { setChart } = useWorkbench();
  const { composition, log } = useStore(({ view }) => view.chart);
  return (
    <ChartHeader
      title="Pressure"
      tools={
        <>
          <Switch
            label="What the chart shows"
            value={composition ? 'composition' : 'pressure'}
            onChange={(value) => setChart({ composition: value === 'composition' })}
            choices={[
              { value: 'pressure', label: 'Tokens', title: 'Policy tokens at each call' },
              { value: 'composition', label: 'By role', title: 'What the window is made of at each call' },
            ]}
          />
          <button
            type="button"
            aria-pressed={log && !composition}
            aria-disabled={composition}
            title={
              composition
                ? 'By role the axis is linear: on a logarithmic one the lowest part would look like half of the window'
                : 'Logarithmic axis (L)'
            }
            onClick={() => !composition && setChart({ log: !log })}
            className={`${HEADER_BUTTON} ${composition ? 'cursor-default text-ink-faint!' : ''}`}
          >
            Log
          </button>
          {result && (
            <span className="flex min-w-0 items-center gap-x-3 overflow-hidden px-1 text-[11.5px] text-ink-soft max-sm:hidden">
              <Overlays />
            </span>
          )}
          <span className="min-w-0 flex-1" />
          {result && <ZoomPlace last={result.run.calls.tokens.length - 1} />}
          {result && <ExportMenu result={result} box={box} />}
        </>
      }
    >
      {result && (composition ? <PartsLegend result={result} /> : <CurveLegend result={result} />)}
      {result && (
        <span className="hidden max-sm:contents">
          <Overlays />
        </span>
      )}
      {result && <EventLegend result={result} short={composition} />}
      {result && <MissLegend last={result.run.calls.tokens.length - 1} short={composition} />}
    </ChartHeader>
  );
}

/** How to zoom, and in the same place the way back while only a part is in sight. */
function ZoomPlace({ last }: { last: number }) {
  const zoomed = useZoomedDomain(last) !== null;
  const zoom = useZoom(last);
  return (
    <span className="grid shrink-0 items-center justify-items-end max-sm:hidden *:col-start-1 *:row-start-1">
      <span
        title="Or drag across the strip under the chart; Ctrl with the wheel, two fingers, and the keys + and - zoom too"
        className={`whitespace-nowrap text-[11px] text-ink-faint @max-[520px]:hidden ${zoomed ? 'invisible' : ''}`}
      >
        <span className="pointer-coarse:hidden">Shift + drag to zoom</span>
        <span className="pointer-fine:hidden">Two fingers zoom</span>
      </span>
      <button
        type="button"
        onClick={zoom.reset}
        title="Show all calls (0, or a double click)"
        className={`${HEADER_BUTTON} ${zoomed ? 'text-accent!' : 'invisible @max-[520px]:hidden'}`}
      >
        All calls
      </button>
    </span>
  );
}

function CurveLegend({ result: { lane } }: { result: Result }) {
  const { unit } = systemById(lane.system);
  return <LegendEntry mark={<LineSwatch look={POLICY_LOOK} />}>policy {unit}</LegendEntry>;
}

/** Parts that occur. One that was there before, under other settings, keeps its place, so that nothing moves while a hand does. */
function PartsLegend({ result: { run, lane } }: { result: Result }) {
  const info = useStore((state) => state.document?.info ?? null);
  const composition = useComposition(run, info?.roles ?? null, true);
  const present = useMemo(() => (composition ? partsIn(composition) : []), [composition]);
  const seen = useRef({ info, system: lane.system, parts: new Set<Part>() });
  if (seen.current.info !== info || seen.current.system !== lane.system)
    seen.current = { info, system: lane.system, parts: new Set() };
  for (const part of present) seen.current.parts.add(part);
  const { parts } = seen.current;
  return PARTS.filter((part) => parts.has(part)).map((part) => (
    <LegendEntry
      key={part}
      absent={!present.includes(part)}
      mark={<span className="size-2.25 rounded-[2px]" style={{ background: PART_LOOKS[part].color }} />}
    >
      {PART_LOOKS[part].short}
    </LegendEntry>
  ));
}

/** Curves and marks that can be laid over: what is really sent, and what the file recorded, where it has recorded anything. */
function Overlays() {
  const { tuning, setChart } = useWorkbench();
  const recorded = useStore(({ view }) => view.chart.recorded);
  const showSent = useStore((state) => state.showSent);
  const sent = useStore((state) => state.sent);
  const yardstick = useStore((state) => state.yardstick);
  const hasUsage = useStore((state) => (state.document?.info.usage.length ?? 0) > 0);
  const boundaries = useStore((state) => state.document?.info.boundaries.length ?? 0);
  return (
    <>
      <LegendToggle
        on={showSent}
        onChange={(on) => tuning.setShowSent(on)}
        title={`Sent tokens: the window and the tool schemas under ${yardstick}`}
        mark={<LineSwatch look={SENT_LOOK} />}
      >
        sent
        {showSent ? (
          <span className="sm:@max-[640px]:sr-only">{` (${yardstick})${sent ? '' : ', being counted'}`}</span>
        ) : null}
      </LegendToggle>
      {(hasUsage || boundaries > 0) && (
        <LegendToggle
          on={recorded}
          onChange={(on) => setChart({ recorded: on })}
          title={[
            hasUsage ? 'Input tokens that the provider counted when the transcript was recorded.' : '',
            boundaries > 0 ? 'Flags: where the recording tool compacted its own window.' : '',
          ].join(' ')}
          mark={<RecordedSwatch usage={hasUsage} compactions={boundaries > 0} />}
        >
          recorded
        </LegendToggle>
      )}
    </>
  );
}

function RecordedSwatch({ usage, compactions }: { usage: boolean; compactions: boolean }) {
  return (
    <span className="flex items-center gap-1">
      {usage && <LineSwatch look={RECORDED_LOOK} />}
      {compactions && (
        <svg width="9" height="9" aria-hidden="true" className="block">
          <path d={`M1 1${FLAG}`} fill={FLAG_COLOR} />
        </svg>
      )}
    </span>
  );
}

const MARK_SIZES =
  'Marks are sized by what they freed, beside the largest in sight. One under a bar stands for all from its first to its last call.';

/** What the numbers of the key count while only a part of the calls is in sight. */
const inSightWords = (zoomed: Domain | null) => (zoomed ? ` in sight, at ${stretchWords(zoomed)}` : '');

function EventLegend({ result: { run }, short }: { result: Result; short: boolean }) {
  const zoomed = useZoomedDomain(run.calls.tokens.length - 1);
  const counts = useMemo(() => eventCounts(run, zoomed), [run, zoomed]);
  return counts.map(({ kind, count, total, words }) => (
    <LegendEntry
      key={kind}
      mark={<EventGlyph kind={kind} />}
      title={`${words}${inSightWords(zoomed)}. ${MARK_SIZES}`}
      words={words}
    >
      <Words short={short} number={numberWords(count, zoomed && total)} words={words} />
    </LegendEntry>
  ));
}

/** Misses, which are known after the rest. */
function MissLegend({ last, short }: { last: number; short: boolean }) {
  const calls = useStore((state) => state.recall?.misses.call ?? null);
  const zoomed = useZoomedDomain(last);
  if (!calls) return <OfResult as="span" version={missesVersion} />;
  if (calls.length === 0) return null;
  const { start, end } = placesOf(calls, zoomed);
  const total = zoomed && calls.length;
  const words = countWords('missed', end - start, total);
  return (
    <OfResult as="span" version={missesVersion}>
      <LegendEntry
        mark={<EventGlyph kind="missed" />}
        title={`${words}${inSightWords(zoomed)}: facts that were used after they were gone. A taller tick is more of them.`}
        words={words}
      >
        <Words short={short} number={numberWords(end - start, total)} words={words} />
      </LegendEntry>
    </OfResult>
  );
}

/** `short`: beside the key of the parts, events are named where there is room for it; elsewhere they keep their sign and number. */
function Words({ short, number, words }: { short: boolean; number: string; words: string }) {
  if (!short) return words;
  return (
    <>
      <span aria-hidden="true" className="@min-[880px]:hidden">
        {number}
      </span>
      <span className="@max-[880px]:sr-only">{words}</span>
    </>
  );
}

function ExportMenu({ result, box }: { result: Result; box: RefObject<HTMLDivElement | null> }) {
  const choices = useChartExport(result, box);
  return (
    <ChartMenu label="Save the chart" choices={choices} waiting="Saved as soon as everything is counted">
      <DownloadIcon />
    </ChartMenu>
  );
}

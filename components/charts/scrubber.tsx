/** The strip under the chart: the whole run small, with the part in sight, the cursor as a thumb, and buttons that step. */
'use client';

import { type ReactNode, useMemo, useRef } from 'react';
import { decimal } from '@/lib/engine/figures';
import type { Run } from '@/lib/engine/run';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../ui/format';
import { Icon } from '../ui/icons';
import { HEADER_BUTTON } from './frame/chart-header';
import { useBoxSize } from './frame/use-box-size';
import { useZoom, useZoomedDomain } from './frame/use-zoom';
import { callNumber, callPlace, pressureOf } from './frame/words';
import { CLOSEST } from './frame/zoom';
import { OverviewStrip } from './overview/strip';
import { useZoomFollowsCursor } from './overview/use-zoom-follows-cursor';
import { eventCall } from './scrub-keys';

const STEPS = [
  { id: 'first', label: 'First call', key: 'Home', path: 'M4 3.5v9M12.5 3.5L6.5 8l6 4.5z' },
  { id: 'event-before', label: 'Previous event', key: '[', path: 'M9.5 4L5 8l4.5 4', dot: 12.5 },
  { id: 'before', label: 'Previous call', key: '←', path: 'M10 4L5.5 8l4.5 4' },
  { id: 'after', label: 'Next call', key: '→', path: 'M6 4l4.5 4L6 12' },
  { id: 'event-after', label: 'Next event', key: ']', path: 'M6.5 4L11 8l-4.5 4', dot: 3.5 },
  { id: 'last', label: 'Last call', key: 'End', path: 'M12 3.5v9M3.5 3.5l6 4.5-6 4.5z' },
] as const;

/** A magnifying glass, without what it does. */
const LENS = 'M7 2.75a4.25 4.25 0 100 8.5a4.25 4.25 0 100-8.5M10.2 10.2l3 3';

type StepId = (typeof STEPS)[number]['id'];

export function Scrubber() {
  const result = useStore((state) => state.result);
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  useZoomFollowsCursor();
  return (
    <div className="px-4 text-[12px]">
      <div ref={box} className="relative h-7">
        {size && result && <OverviewStrip run={result.run} size={size} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 pt-0.5">
        <Steps />
        {result && <ZoomSteps last={result.run.calls.tokens.length - 1} />}
        <Readout />
      </div>
    </div>
  );
}

function Steps() {
  const { tuning } = useWorkbench();
  const run = useStore((state) => state.result?.run ?? null);
  const chosen = useStore((state) => state.cursor);
  const last = Math.max(0, (run?.calls.tokens.length ?? 1) - 1);
  const cursor = Math.min(chosen, last);
  const targets: Record<StepId, number | null> = {
    first: cursor > 0 ? 0 : null,
    'event-before': run ? eventCall(run, cursor, -1) : null,
    before: cursor > 0 ? cursor - 1 : null,
    after: cursor < last ? cursor + 1 : null,
    'event-after': run ? eventCall(run, cursor, 1) : null,
    last: cursor < last ? last : null,
  };
  return (
    <fieldset aria-label="Step through the calls" className="-ml-1.5 flex items-center">
      {STEPS.map((step) => (
        <StepButton
          key={step.id}
          label={step.label}
          shortcut={step.key}
          target={targets[step.id]}
          onStep={(call) => tuning.setCursor(call)}
        >
          <path d={step.path} />
          {'dot' in step && <circle cx={step.dot} cy="8" r="1.4" fill="currentColor" stroke="none" />}
        </StepButton>
      ))}
    </fieldset>
  );
}

/** Zooming where there is no key for it: around the cursor, and back to all calls. */
function ZoomSteps({ last }: { last: number }) {
  const { state } = useWorkbench();
  const zoom = useZoom(last);
  const zoomed = useZoomedDomain(last);
  const isClosest = zoomed !== null && zoomed.to - zoomed.from <= CLOSEST;
  const by = (factor: number) => zoom.by(Math.min(state.get().cursor, last), factor);
  return (
    <fieldset
      aria-label="Zoom"
      className="hidden items-center max-sm:-mr-1.5 max-sm:ml-auto max-sm:flex pointer-coarse:flex"
    >
      {zoomed && (
        <button type="button" onClick={zoom.reset} className={`${HEADER_BUTTON} text-accent! sm:hidden`}>
          All calls
        </button>
      )}
      <StepButton label="Zoom out" shortcut="-" target={zoomed && 2} onStep={by}>
        <path d={`${LENS}M5 7h4`} />
      </StepButton>
      <StepButton label="Zoom in" shortcut="+" target={isClosest || last <= CLOSEST ? null : 0.5} onStep={by}>
        <path d={`${LENS}M5 7h4M7 5v4`} />
      </StepButton>
    </fieldset>
  );
}

/**
 * Where the cursor stands, in words. The room of the longest is kept, so that nothing beside it moves. A narrow screen has one
 * line: what finds no room there gives way.
 */
function Readout() {
  const result = useStore((state) => state.result);
  const chosen = useStore((state) => state.cursor);
  const counting = useStore((state) => state.counting);
  const run = result?.run ?? null;
  const unit = result ? systemById(result.lane.system).unit : 'tokens';
  const widest = useMemo(() => (run ? widestReadout(run, unit) : ''), [run, unit]);
  const cursor = Math.min(chosen, Math.max(0, (run?.calls.tokens.length ?? 1) - 1));
  return (
    <p className="ml-auto grid min-h-4.5 text-right text-ink-soft tabular-nums max-sm:ml-0 max-sm:h-4.5 max-sm:w-full max-sm:overflow-hidden max-sm:text-left">
      {!run && counting && counting.total > 1 ? (
        // A wide screen says it above the chart.
        <span className="min-[1100px]:hidden">
          Counting tokens: {whole(counting.done)} of {whole(counting.total)} messages
        </span>
      ) : null}
      {run && (
        <>
          <span className="col-start-1 row-start-1 max-sm:flex max-sm:flex-wrap max-sm:gap-x-[0.4ch]">
            <span>
              <strong className="font-semibold text-ink">Call {callNumber(cursor)}</strong> of{' '}
              {whole(run.calls.tokens.length)}{' '}
            </span>
            <span className="max-sm:order-last">· {callPlace(run, cursor)} </span>
            <span>
              · {whole(run.calls.tokens[cursor] ?? 0)} {unit}{' '}
            </span>
            <span>
              · <strong className="font-semibold text-ink">{pressureOf(run, cursor)}</strong>
            </span>
          </span>
          <span aria-hidden="true" className="invisible col-start-1 row-start-1 font-semibold max-sm:hidden">
            {widest}
          </span>
        </>
      )}
    </p>
  );
}

/** The longest that the readout gets in a run. */
function widestReadout(run: Run, unit: string): string {
  const calls = whole(run.calls.tokens.length);
  let most = 0;
  for (const tokens of run.calls.tokens) if (tokens > most) most = tokens;
  const pressure = decimal(most / Math.max(1, run.limit));
  const digits = `Call ${calls} of ${calls} · before message ${whole(run.messageCount)} · ${whole(most)} ${unit} · ${pressure}`;
  return digits.replace(/\d/g, '8');
}

/** A disabled step stays in the focus order, so that the keyboard does not lose its place at the last one. */
function StepButton({
  label,
  shortcut,
  target,
  onStep,
  children,
}: {
  label: string;
  shortcut: string;
  target: number | null;
  onStep(call: number): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={target === null}
      title={`${label} (${shortcut})`}
      onClick={() => target !== null && onStep(target)}
      className={`flex size-6.5 items-center justify-center rounded-md ${target === null ? 'cursor-default text-rule-strong' : 'text-ink-soft hover:bg-hover hover:text-ink'}`}
    >
      <Icon>{children}</Icon>
    </button>
  );
}

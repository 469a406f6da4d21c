/**
 * Does it fit? What can never be taken against the limit, said before anything is tuned. It has one height whatever it says, so
 * that the chart under it stays where it is: the bar has its place where there is none, and the words have lines for the longest.
 */
'use client';

import { type ReactNode, useMemo, useRef } from 'react';
import { floorsOf } from '@/lib/engine/floors';
import { decisionsAt } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { fitOf } from '@/lib/store/fit';
import { withParameter } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import type { LaneSpec, State } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../ui/format';
import { FitBar } from './fit-bar';
import { OfResult } from './of-result';

/** Windows to offer where a transcript never fills the one that is set. */
const WINDOWS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000];

/** A result with its windows at the cursor and at the end; both of the one before until the new one's end is known. */
function useEnds(): Pick<State, 'shown' | 'last'> {
  const shown = useStore((state) => state.shown);
  const last = useStore((state) => state.last);
  const ends = useRef<Pick<State, 'shown' | 'last'>>({ shown: null, last: null });
  if (!shown || !ends.current.last) ends.current = { shown, last: null };
  if (last && last.version === shown?.result.version) ends.current = { shown, last };
  return ends.current;
}

export function FitLine() {
  const { tuning } = useWorkbench();
  const { shown, last } = useEnds();
  const view = shown?.view;
  const result = shown?.result;
  const lane = useStore(laneOf);
  const counting = useStore((state) => state.counting);
  const problems = useStore((state) => state.problems);
  const roles = useStore((state) => state.document?.info.roles);
  const fit = useMemo(() => (result && view && roles ? fitOf(result, view, roles) : null), [result, view, roles]);
  /** What lasts has mostly come by the last call: a warning that holds there comes before it does here. */
  const atEnd = useMemo(() => (result && last && roles ? fitOf(result, last, roles) : null), [result, last, roles]);
  const overall = useMemo(() => {
    if (!result) return { decisions: 0, peak: 0, floor: null };
    const { run, lane: made } = result;
    let peak = 0;
    for (const tokens of run.calls.tokens) peak = Math.max(peak, tokens);
    return { decisions: run.decisions.kind.length, peak, floor: floorInWords(run, made) };
  }, [result]);
  if (!result || !view) {
    return (
      <Room bar={null}>
        <span className="-ml-4 tabular-nums">
          {counting && counting.total > 1
            ? `Counting tokens: ${whole(counting.done)} of ${whole(counting.total)} messages`
            : ''}
        </span>
      </Room>
    );
  }
  const system = systemById(result.lane.system);
  const stale = problems.some((problem) => problem.severity === 'error');
  const smaller =
    overall.decisions === 0 && typeof lane.config.ratio === 'number'
      ? WINDOWS.filter((window) => Math.floor(window * (lane.config.ratio as number)) - 500 < overall.peak).pop()
      : undefined;
  const events = decisionsAt(result.run, result.run.calls.before.length - 1).to;
  const warning = fit?.warning ? fit.warning : atEnd?.warning ? `By the last call: ${atEnd.warning}` : '';
  const isOver = (fit?.warning ? fit : atEnd)?.verdict === 'over';
  return (
    <OfResult version={result.version}>
      <Room
        bar={fit && lane.system === result.lane.system ? <FitBar fit={fit} faint={stale} /> : null}
        words={overall.floor ? `${overall.floor.where} ${overall.floor.sentence}` : warning}
      >
        {stale ? (
          <span className="-ml-4 text-trouble">These settings cannot run; this is the last result that could.</span>
        ) : lane.system !== result.lane.system ? (
          <span className="-ml-4">
            Replaying under {systemById(lane.system).label}
            {counting && counting.total > 1
              ? `, counting ${whole(counting.done)} of ${whole(counting.total)} messages`
              : ''}
            …
          </span>
        ) : !fit ? (
          <span className="-ml-4">
            Nothing is ever taken: pressure is measured against {system.limitOf(result.lane.config).arithmetic}.
          </span>
        ) : overall.floor ? (
          <>
            <Dot className="bg-trouble" />
            <span className="text-trouble tabular-nums">{overall.floor.where}</span>{' '}
            <span className="tabular-nums">{overall.floor.sentence}</span>
          </>
        ) : warning !== '' ? (
          <>
            <Dot className={isOver ? 'bg-trouble' : 'bg-cut-mark'} />
            <span className={`tabular-nums ${isOver ? 'text-trouble' : 'text-cut'}`}>{warning}</span>
          </>
        ) : (
          <>
            <Dot className="bg-summary-mark" />
            <span className="tabular-nums">
              <span className="font-medium text-ink">
                Fits: {whole(fit.floor)} of {whole(fit.limit)} {fit.unit} can never go.
              </span>{' '}
              A call brings about {whole(Math.round(fit.growth))}: room for{' '}
              {whole(Math.floor(Math.max(0, fit.trigger.at - fit.floor) / Math.max(1, fit.growth)))} of them.
            </span>
          </>
        )}
        {events === 0 && smaller && smaller < (lane.config.window as number) && !stale ? (
          <button
            type="button"
            onClick={() => {
              const tighter = withParameter(lane, 'window', smaller);
              tuning.setLane(smaller <= 8000 ? withParameter(tighter, 'reserveCompletion', 500) : tighter);
            }}
            className="ml-2 rounded-sm text-left text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
          >
            Nothing is forgotten here. Try a window of {whole(smaller)}
          </button>
        ) : null}
      </Room>
    </OfResult>
  );
}

/** All calls at which nothing is left to take, as the findings say it: how many, how much stays, and what would do for all of them. */
function floorInWords(run: Run, { system: id, config }: LaneSpec): { where: string; sentence: string } | null {
  const system = systemById(id);
  const floors = floorsOf(run, system, config);
  if (!floors) return null;
  const { calls, peak } = floors;
  const at = (calls[0] ?? 0) + 1;
  const room = floors.roomFor(peak.reason);
  const label = system.parameters.find(({ name }) => name === room?.parameter)?.label ?? room?.parameter;
  const stay = `up to ${whole(peak.amount)} ${system.unit} must stay, with a limit of ${whole(run.limit)}.`;
  return {
    where: `At ${calls.length === 1 ? `call ${whole(at)}` : `${whole(calls.length)} calls, first at call ${whole(at)},`} nothing is left to take:`,
    sentence: room ? `${stay} A “${label}” of ${whole(room.value)} would do.` : stay,
  };
}

interface RoomProps {
  bar: ReactNode;
  /** What may be cut off at the end of the last line. */
  words?: string;
  children: ReactNode;
}

/** The height of the line: a bar with its key, and two lines of words, more where they are short. It never depends on what is said. */
function Room({ bar, words = '', children }: RoomProps) {
  return (
    <div className="@container text-[12.5px] text-ink-soft leading-[18px]">
      <div className="h-[29px] max-[1099px]:@max-[520px]:h-[46px]">{bar}</div>
      <div className="h-9 @max-[640px]:h-[54px] max-[1099px]:@max-[420px]:h-[72px]">
        <p
          title={words === '' ? undefined : words}
          className="relative line-clamp-2 pl-4 @max-[640px]:line-clamp-3 max-[1099px]:@max-[420px]:line-clamp-4"
        >
          {children}
        </p>
      </div>
    </div>
  );
}

function Dot({ className }: { className: string }) {
  return <span aria-hidden="true" className={`absolute top-[5px] left-0 size-2 rounded-full ${className}`} />;
}

/** Two lanes' windows at the cursor: what only one of them sends, with the words, and the way to where they part. */
'use client';

import { useDeferredValue, useId, useMemo } from 'react';
import { counted } from '@/lib/engine/figures';
import type { Run } from '@/lib/engine/run';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import type { LaneOutcome } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { differingPlace, diffLanes } from './lane-diff';
import { LaneMark } from './lane-mark';
import { amountWords } from './lane-words';
import { WindowDifferences } from './window-differences';

interface Sides {
  left: LaneEntry;
  right: LaneEntry;
}

/** Of the lanes that are shown those that are held against each other: those chosen, else the tuned one and the next. */
function useSides(shown: readonly LaneEntry[]): Sides | null {
  const active = useStore((state) => state.active);
  const chosen = useStore(({ view }) => view.compare);
  const left = shown.find(({ id }) => id === chosen.left) ?? shown.find(({ id }) => id === active) ?? shown[0];
  const right =
    shown.find(({ id }) => id === chosen.right && id !== left?.id) ?? shown.find(({ id }) => id !== left?.id);
  return left && right ? { left, right } : null;
}

export function WindowsPanel() {
  const lanes = useStore((state) => state.lanes);
  const shown = useMemo(() => lanes.filter(({ hidden }) => !hidden), [lanes]);
  const sides = useSides(shown);
  const { setCompare } = useWorkbench();
  const left = useStore((state) => (sides ? (state.comparison.get(sides.left.id) ?? null) : null));
  const right = useStore((state) => (sides ? (state.comparison.get(sides.right.id) ?? null) : null));
  const leftRun = left?.run ?? null;
  const rightRun = right?.run ?? null;
  const cursor = useDeferredValue(useStore((state) => state.cursor));
  const call = Math.min(cursor, (leftRun?.calls.before.length ?? 1) - 1);
  const diff = useMemo(
    () => (leftRun && rightRun ? diffLanes(leftRun, rightRun, call) : null),
    [leftRun, rightRun, call],
  );
  if (!sides) {
    return (
      <p className="p-4 text-ink-soft">
        {lanes.length < 2
          ? 'Add a lane: two windows can then be held against each other.'
          : `${shown.length === 0 ? 'All lanes are hidden. Show two' : 'All lanes but one are hidden. Show another'} from the menu in the list of lanes: two windows can then be held against each other.`}
      </p>
    );
  }
  const failed = left?.failed ? sides.left : right?.failed ? sides.right : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2.5 pb-2">
        <SidePicker
          label="Left lane"
          lanes={shown}
          entry={sides.left}
          other={sides.right}
          onChoose={(id) => setCompare({ left: id })}
        />
        <span className="text-ink-soft">against</span>
        <SidePicker
          label="Right lane"
          lanes={shown}
          entry={sides.right}
          other={sides.left}
          onChoose={(id) => setCompare({ right: id })}
        />
        <span className="text-ink-soft">
          before call <strong className="font-semibold text-ink tabular-nums">{whole(call + 1)}</strong>
        </span>
      </div>
      {left && right && leftRun && rightRun && diff ? (
        <>
          <p className="px-4 pb-2 text-[12.5px] text-ink-soft tabular-nums">
            {amountAt(sides.left, left, call)} against {amountAt(sides.right, right, call)} ·{' '}
            {counted(diff.same, 'message')} alike in both
          </p>
          {diff.rows.length === 0 ? (
            <SameWindow shown={shown} sides={sides} run={leftRun} call={call} />
          ) : (
            <WindowDifferences
              rows={diff.rows}
              left={{ entry: sides.left, run: leftRun }}
              right={{ entry: sides.right, run: rightRun }}
            />
          )}
        </>
      ) : (
        <p className="px-4 py-2 text-ink-soft">
          {failed ? `${laneName(failed)} cannot run: it has no window to show.` : 'The lanes are being replayed.'}
        </p>
      )}
    </>
  );
}

/** What a lane's window comes to at a call, in the unit of the system that the run is of. */
function amountAt(entry: LaneEntry, { lane, run }: LaneOutcome, call: number): string {
  return amountWords(run?.calls.tokens[call] ?? 0, systemById((lane ?? entry.lane).system).unit);
}

interface SameWindowProps {
  shown: readonly LaneEntry[];
  sides: Sides;
  /** Of the left lane. */
  run: Run;
  call: number;
}

/** Where the two send the same, the way to a pair that does not: what one of them differs from, both do. */
function SameWindow({ shown, sides, run, call }: SameWindowProps) {
  const { setCompare } = useWorkbench();
  const comparison = useStore((state) => state.comparison);
  const other = useMemo(() => {
    const others = shown.flatMap((entry) => {
      const its = entry === sides.left || entry === sides.right ? null : comparison.get(entry.id)?.run;
      return its ? [{ entry, run: its }] : [];
    });
    const runs = others.map((one) => one.run);
    return others[differingPlace(run, runs, call)]?.entry ?? null;
  }, [shown, sides.left, sides.right, comparison, run, call]);
  if (!other) return <p className="border-rule border-t p-4 text-ink-soft">Both send the same window.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-rule border-t p-4 text-ink-soft">
      <p>Both send the same window. {laneName(other)} sends another one at this call.</p>
      <Button className="max-w-full" onClick={() => setCompare({ left: sides.left.id, right: other.id })}>
        <span className="truncate">
          Hold {laneName(sides.left)} against {laneName(other)}
        </span>
      </Button>
    </div>
  );
}

interface SidePickerProps {
  label: string;
  /** Those that can be chosen. */
  lanes: readonly LaneEntry[];
  entry: LaneEntry;
  other: LaneEntry;
  onChoose: (id: string) => void;
}

function SidePicker({ label, lanes, entry, other, onChoose }: SidePickerProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <LaneMark colour={entry.colour} />
      <select
        id={id}
        value={entry.id}
        onChange={(event) => onChoose(event.target.value)}
        className="max-w-56 rounded-md border border-rule-strong bg-panel px-1.5 py-1 hover:bg-hover"
      >
        {lanes
          .filter((lane) => lane.id !== other.id)
          .map((lane) => (
            <option key={lane.id} value={lane.id}>
              {laneName(lane)}
            </option>
          ))}
      </select>
    </span>
  );
}

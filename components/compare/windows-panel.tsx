/** Two lanes' windows at the cursor: what only one of them sends, with the words, and the way to where they part. */
'use client';

import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { itemLabel, type Run, State } from '@/lib/engine/run';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import type { RowText } from '@/lib/store/state';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { diffLanes, type LaneDiff, type LaneDiffRow } from './lane-diff';
import { LaneMark } from './lane-mark';

/** Rows that are drawn; the others are counted. */
const SHOWN = 400;

/** The lanes that are held against each other: those chosen, else the tuned one and the next. */
function useSides(): { left: LaneEntry; right: LaneEntry } | null {
  const lanes = useStore((state) => state.lanes);
  const active = useStore((state) => state.active);
  const chosen = useStore(({ view }) => view.compare);
  const left = lanes.find(({ id }) => id === chosen.left) ?? lanes.find(({ id }) => id === active) ?? lanes[0];
  const right =
    lanes.find(({ id }) => id === chosen.right && id !== left?.id) ?? lanes.find(({ id }) => id !== left?.id);
  return left && right ? { left, right } : null;
}

export function WindowsPanel() {
  const sides = useSides();
  const { setCompare } = useWorkbench();
  const leftRun = useStore((state) => (sides ? (state.comparison.get(sides.left.id)?.run ?? null) : null));
  const rightRun = useStore((state) => (sides ? (state.comparison.get(sides.right.id)?.run ?? null) : null));
  const cursor = useDeferredValue(useStore((state) => state.cursor));
  const call = Math.min(cursor, (leftRun?.calls.before.length ?? 1) - 1);
  const diff = useMemo(
    () => (leftRun && rightRun ? diffLanes(leftRun, rightRun, call) : null),
    [leftRun, rightRun, call],
  );
  if (!sides) return <p className="p-4 text-ink-soft">Add a lane: two windows can then be held against each other.</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2.5 pb-2">
        <SidePicker
          label="Left lane"
          entry={sides.left}
          other={sides.right}
          onChoose={(left) => setCompare({ left })}
        />
        <span className="text-ink-soft">against</span>
        <SidePicker
          label="Right lane"
          entry={sides.right}
          other={sides.left}
          onChoose={(right) => setCompare({ right })}
        />
        <span className="text-ink-soft">
          before call <strong className="font-semibold text-ink tabular-nums">{whole(call + 1)}</strong>
        </span>
      </div>
      {leftRun && rightRun && diff ? (
        <Differences diff={diff} leftRun={leftRun} rightRun={rightRun} call={call} sides={sides} />
      ) : (
        <p className="px-4 py-2 text-ink-soft">The lanes are being replayed.</p>
      )}
    </>
  );
}

interface SidePickerProps {
  label: string;
  entry: LaneEntry;
  other: LaneEntry;
  onChoose: (id: string) => void;
}

function SidePicker({ label, entry, other, onChoose }: SidePickerProps) {
  const lanes = useStore((state) => state.lanes);
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

/** The texts of inserts, which each lane wrote itself. */
function useInsertTexts(id: string, run: Run, items: readonly number[]): ReadonlyMap<number, RowText> {
  const { laneRows } = useWorkbench();
  const [texts, setTexts] = useState<ReadonlyMap<number, RowText>>(new Map());
  const wanted = items.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another run the same numbers are other texts
  useEffect(() => {
    if (wanted === '') return;
    let current = true;
    laneRows(id, Int32Array.from(wanted.split(' '), Number))
      .then((rows) => {
        if (current) setTexts(new Map(rows.map((row) => [row.item, row])));
      })
      // A run that was replaced meanwhile is asked about again with the next.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [id, run, wanted, laneRows]);
  return texts;
}

interface DifferencesProps {
  diff: LaneDiff;
  leftRun: Run;
  rightRun: Run;
  call: number;
  sides: { left: LaneEntry; right: LaneEntry };
}

function Differences({ diff, leftRun, rightRun, call, sides }: DifferencesProps) {
  const insertsOf = (side: 'left' | 'right') =>
    diff.rows.filter((row) => row.item < 0 && row.side === side).map(({ item }) => item);
  const leftTexts = useInsertTexts(sides.left.id, leftRun, insertsOf('left'));
  const rightTexts = useInsertTexts(sides.right.id, rightRun, insertsOf('right'));
  const tokens = (run: Run) => `${whole(run.calls.tokens[call] ?? 0)} policy tokens`;
  return (
    <>
      <p className="px-4 pb-2 text-[12.5px] text-ink-soft tabular-nums">
        {tokens(leftRun)} against {tokens(rightRun)} · {whole(diff.same)} messages alike in both
      </p>
      <ScrollRegion label="Differences between the windows" className="border-rule border-t">
        {diff.rows.length === 0 ? <p className="p-4 text-ink-soft">Both send the same window.</p> : null}
        <ul>
          {diff.rows.slice(0, SHOWN).map((row) => (
            <Row
              key={`${row.side} ${row.item}`}
              row={row}
              entry={row.side === 'right' ? sides.right : sides.left}
              text={row.item < 0 ? (row.side === 'right' ? rightTexts : leftTexts).get(row.item) : undefined}
            />
          ))}
        </ul>
        {diff.rows.length > SHOWN ? (
          <p className="px-4 py-2 text-ink-soft">and {whole(diff.rows.length - SHOWN)} more</p>
        ) : null}
      </ScrollRegion>
    </>
  );
}

function Row({ row, entry, text }: { row: LaneDiffRow; entry: LaneEntry; text: RowText | undefined }) {
  const { showItem, setMode, lanes } = useWorkbench();
  const rows = useRowTexts();
  const shown = row.item < 0 ? text : rows.get(row.item, State.verbatim);
  const words = shown ? [shown.text, ...shown.calls].filter(Boolean).join('  ') || '(no text)' : '';
  const where = row.side === 'changed' ? 'cut in one of them' : `only in ${laneName(entry)}`;
  return (
    <li className="border-rule border-b">
      <button
        type="button"
        title={where}
        onClick={() => {
          if (row.item < 0) return;
          // Its whole life is in the inspector of its lane.
          lanes.activate(entry.id);
          setMode('tune');
          showItem(row.item);
        }}
        className="grid min-h-8 w-full grid-cols-[18px_40px_70px_minmax(0,1fr)] items-center gap-2 px-4 text-left hover:bg-hover"
      >
        {row.side === 'changed' ? <span className="text-center text-cut">~</span> : <LaneMark colour={entry.colour} />}
        <span className="text-ink-soft tabular-nums">{itemLabel(row.item)}</span>
        <span className="truncate text-ink-soft">{row.item < 0 ? 'summary' : (shown?.role ?? '')}</span>
        <span className={`truncate ${row.side === 'right' ? 'pl-6' : ''}`}>
          <span className="sr-only">{where}: </span>
          {words}
        </span>
      </button>
    </li>
  );
}

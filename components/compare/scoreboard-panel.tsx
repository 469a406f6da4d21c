/** The scoreboard: a row a lane, a column a figure, best and worst marked; a number leads to its definition and to its calls. */
'use client';

import { memo, type ReactNode, useMemo, useState } from 'react';
import { baselineUnlike } from '@/lib/store/baseline';
import { boardLine } from '@/lib/store/board-notes';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { againstBaseline } from '@/lib/store/run-rows';
import {
  type BoardOrder,
  type Cell,
  type FigureInfo,
  type LaneBoard,
  LIMITS,
  rowOrder,
  type Scoreboard,
} from '@/lib/store/scoreboard';
import { failedLanes } from '@/lib/store/scored';
import { isStale } from '@/lib/store/stale';
import { useStore } from '@/lib/store/use-store';
import { CallLinks } from '../panels/call-links';
import { MoreColumns } from '../ui/more-columns';
import { ScrollRegion } from '../ui/scroll-region';
import { useLate } from '../ui/use-late';
import { ColumnLabel } from './column-label';
import { LANE_CELL, LANE_HEAD } from './lane-column';
import { LaneMark } from './lane-mark';
import { NoRows } from './no-rows';
import { VERDICTS } from './run-figures';
import { ScoreboardExport } from './scoreboard-export';
import { useBoardNotes } from './use-board-notes';
import { useShownBoard } from './use-shown-board';

interface Chosen {
  figure: string;
  lane: string;
}

const MARKS = {
  best: { sign: '▲', word: 'best', tone: 'text-summary' },
  worst: { sign: '▼', word: 'worst', tone: 'text-trouble' },
} as const;

const NOTE = 'sticky left-0 max-w-[min(88ch,100vw)] px-4 pt-3 text-[12px] text-ink-soft';

export function ScoreboardPanel() {
  const shown = useShownBoard();
  return shown.entries.length === 0 ? <NoRows /> : <Board {...shown} />;
}

const Board = memo(function BoardView({ board, entries, ranked }: LaneBoard) {
  const kept = useStore(({ kept, scenario }) => (kept?.scenario === scenario?.id ? kept?.baseline : null)) ?? null;
  const unlike = useStore(baselineUnlike);
  const baseline = unlike === null ? kept : null;
  const [order, setOrder] = useState<BoardOrder | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const rows = useMemo(() => rowOrder(board, order), [board, order]);
  const columns = useMemo(
    () => new Map(board.figures.map(({ id }, at) => [id, board.rows.map(({ cells }) => cells[at]?.value ?? null)])),
    [board],
  );
  /** A row that is not measured as is set now is held against nothing. */
  const against = (place: number, figure: FigureInfo, { value }: Cell) => {
    const rows = ranked[place] ? baseline?.rows : undefined;
    return againstBaseline(rows, entries[place]?.id ?? '', figure, value, columns.get(figure.id));
  };
  const differs = board.rows.some((row, place) =>
    row.cells.some((cell, column) => {
      const figure = board.figures[column];
      return figure && against(place, figure, cell).text !== '';
    }),
  );
  const sort = (figure: string) =>
    setOrder(
      order?.figure !== figure ? { figure, worstFirst: false } : order.worstFirst ? null : { figure, worstFirst: true },
    );
  return (
    <>
      <ScrollRegion label="Scoreboard" className="min-h-0 flex-1">
        <MoreColumns />
        <table className="w-max min-w-full border-separate border-spacing-0 text-[12.5px] leading-[18px] tabular-nums">
          <thead>
            <tr>
              <th scope="col" className={LANE_HEAD}>
                Lane
              </th>
              {board.figures.map((figure) => (
                <th
                  key={figure.id}
                  scope="col"
                  aria-sort={order?.figure === figure.id ? (order.worstFirst ? 'descending' : 'ascending') : undefined}
                  className="whitespace-nowrap border-rule border-b px-2 py-1.5 text-right align-bottom font-medium text-ink-soft"
                >
                  <button
                    type="button"
                    title={`${figure.definition} Sort by it.`}
                    onClick={() => sort(figure.id)}
                    className="flex w-full items-end justify-end whitespace-normal rounded-sm text-right leading-tight hover:text-ink"
                  >
                    <ColumnLabel label={figure.label} />
                    <span aria-hidden="true" className="-mr-2 w-2 text-[9px]">
                      {order?.figure === figure.id ? (order.worstFirst ? '▾' : '▴') : ''}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((place) => {
              const entry = entries[place];
              const row = board.rows[place];
              if (!entry || !row) return null;
              return (
                <Row key={entry.id} lane={entry.id}>
                  <th scope="row" className={LANE_CELL}>
                    <span className="flex items-center gap-2">
                      <LaneMark colour={entry.colour} />
                      <span className="truncate" title={row.lane}>
                        {row.lane}
                      </span>
                    </span>
                  </th>
                  {row.cells.map((cell, column) => {
                    const figure = board.figures[column];
                    if (!figure) return null;
                    const isChosen = chosen?.figure === figure.id && chosen.lane === entry.id;
                    return (
                      <td key={figure.id} className="border-rule border-b px-1 py-0.5 text-right">
                        <Value
                          cell={cell}
                          label={figure.label}
                          chosen={isChosen}
                          against={against(place, figure, cell)}
                          onChoose={() => setChosen(isChosen ? null : { figure: figure.id, lane: entry.id })}
                        />
                      </td>
                    );
                  })}
                </Row>
              );
            })}
            <FailedRows figures={board.figures.length} />
          </tbody>
        </table>
        {baseline ? (
          <p className={NOTE}>
            {differs || !ranked.every(Boolean) ? 'Under each number, its difference to' : 'No number differs from'} the
            baseline “{baseline.title}
            ”.
          </p>
        ) : null}
        {unlike === null ? null : <p className={NOTE}>{unlike}</p>}
        <Behind />
        <p className={`${NOTE} pb-4`}>
          <strong className="font-medium text-ink">What a replay cannot show.</strong> {LIMITS.join(' ')}
        </p>
      </ScrollRegion>
      <Foot board={board} entries={entries} chosen={chosen} />
    </>
  );
});

/** What the numbers are counted and billed with; its place is kept while that is looked up. */
function Behind() {
  const notes = useBoardNotes();
  return <p className={`${NOTE} min-h-[48px]`}>{notes ? boardLine(notes) : null}</p>;
}

/** Lanes in sight whose settings cannot run keep a row: without numbers, with the reason. */
function FailedRows({ figures }: { figures: number }) {
  return useStore(failedLanes).map(({ entry, reason }) => (
    <tr key={entry.id} className="group hover:bg-hover">
      <th scope="row" className={LANE_CELL}>
        <span className="flex items-center gap-2">
          <LaneMark colour={entry.colour} />
          <span className="truncate">{laneName(entry)}</span>
        </span>
      </th>
      <td colSpan={figures} className="border-rule border-b px-2 py-0.5 text-trouble">
        cannot run: {reason}
      </td>
    </tr>
  ));
}

/** A row of settings that the lane no longer has is faint until the new one is there. */
function Row({ lane, children }: { lane: string; children: ReactNode }) {
  const stale = useStore((state) => {
    const entry = state.lanes.find(({ id }) => id === lane);
    return entry !== undefined && isStale(entry, state);
  });
  const faint = useLate(stale);
  return (
    <tr aria-busy={stale} className={`group hover:bg-hover ${faint ? 'opacity-45' : ''}`}>
      {children}
    </tr>
  );
}

interface ValueProps {
  cell: Cell;
  label: string;
  chosen: boolean;
  /** The difference to the baseline; its text is empty where there is none. */
  against: ReturnType<typeof againstBaseline>;
  onChoose: () => void;
}

function Value({ cell, label, chosen, against, onChoose }: ValueProps) {
  const mark = cell.mark ? MARKS[cell.mark] : null;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      title={cell.note?.text}
      aria-label={`${label}: ${cell.shown}${mark ? `, ${mark.word}` : ''}${cell.note ? `. ${cell.note.text}` : ''}${against.text === '' ? '' : `, ${against.text} to the baseline`}`}
      onClick={onChoose}
      className={`inline-flex w-full items-center justify-end gap-1 rounded-sm px-1 py-0.5 hover:bg-raised aria-pressed:bg-selected ${mark ? mark.tone : ''} ${cell.mark === 'best' ? 'font-semibold' : ''}`}
    >
      {cell.note ? (
        <span aria-hidden="true" className="font-semibold text-trouble">
          !
        </span>
      ) : null}
      {mark ? (
        <span aria-hidden="true" className="text-[8px]">
          {mark.sign}
        </span>
      ) : null}
      {against.text === '' ? (
        cell.shown
      ) : (
        <span className="flex flex-col items-end leading-tight">
          <span>{cell.shown}</span>
          <span
            className={`font-normal text-[11px] ${against.verdict ? VERDICTS[against.verdict].tone : 'text-ink-soft'}`}
          >
            {against.text}
          </span>
        </span>
      )}
    </button>
  );
}

/** What the chosen number means and the calls behind it; the way out of the table otherwise. */
function Foot({ board, entries, chosen }: { board: Scoreboard; entries: readonly LaneEntry[]; chosen: Chosen | null }) {
  const column = board.figures.findIndex(({ id }) => id === chosen?.figure);
  const place = entries.findIndex(({ id }) => id === chosen?.lane);
  const figure = board.figures[column];
  const row = board.rows[place];
  const cell = row?.cells[column];
  return (
    <div className="flex min-h-[50px] flex-wrap items-center gap-x-4 gap-y-1 border-rule border-t px-4 py-1.5 text-[12.5px]">
      {figure && row && cell ? (
        <div className="min-w-0 flex-1 max-sm:basis-full" role="status">
          <p>
            <strong className="font-semibold">{figure.label}</strong>, {row.lane}:{' '}
            <span className="tabular-nums">{cell.shown}</span>.{' '}
            <span className="text-ink-soft">{figure.definition}</span>
          </p>
          {cell.note ? <p className="text-trouble">{cell.note.text}</p> : null}
          <CallLinks calls={cell.note?.calls ?? cell.calls} lane={entries[place]?.id} />
        </div>
      ) : (
        <p className="min-w-0 flex-1 text-ink-soft max-sm:basis-full">
          A number shows its definition and the calls behind it.
        </p>
      )}
      <ScoreboardExport board={board} />
    </div>
  );
}

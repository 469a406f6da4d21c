/** What each lane's bill comes to: its tokens by price, its cost, and what that is beside forgetting nothing. */
'use client';

import { againstText, type BillRow, costsTheSame, moneyText, shareText } from '@/lib/store/bill-view';
import { laneName } from '@/lib/store/lanes';
import { useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { ColumnLabel } from './column-label';
import { LANE_CELL, LANE_HEAD } from './lane-column';
import { LaneMark } from './lane-mark';

const COLUMNS = [
  { label: 'Cost', help: 'Input, output and summarizer together, in dollars.' },
  { label: 'Against forgetting nothing', help: 'The cost of a lane that keeps everything, minus this one’s.' },
  {
    label: 'Ahead from',
    help: 'The first call from which on this lane has cost less than forgetting nothing, at every call to the end.',
  },
  { label: 'Read from cache', help: 'Share of the input tokens that the simulated cache gives.' },
  { label: 'Read', help: 'Input tokens read from the cache.' },
  { label: 'Written', help: 'Input tokens written to the cache.' },
  { label: 'Uncached', help: 'Input tokens neither read from the cache nor written to it.' },
  { label: 'Output', help: 'Tokens that the agent writes.' },
  { label: 'Summarizer in', help: 'Tokens that the summarizer is given.' },
  { label: 'Summarizer out', help: 'Tokens that the summarizer writes.' },
] as const;

export function BillTotals({ rows }: { rows: readonly BillRow[] }) {
  const costs = rows.map(({ bill }) => bill.totals.cost);
  const saved = rows.map(({ against }) => against.saved);
  return (
    <table className="w-max min-w-full border-separate border-spacing-0 text-[12.5px] leading-[18px] tabular-nums">
      <caption className="sr-only">Cost of each lane</caption>
      <thead>
        <tr>
          <th scope="col" className={LANE_HEAD}>
            Lane
          </th>
          {COLUMNS.map(({ label, help }) => (
            <th
              key={label}
              scope="col"
              title={help}
              className="border-rule border-b px-2 py-1.5 text-right align-bottom font-medium text-ink-soft leading-tight"
            >
              <ColumnLabel label={label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.entry.id} row={row} costs={costs} saved={saved} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: BillRow;
  /** Of all rows, column by column: the costs have the digits that they have on the scoreboard. */
  costs: readonly number[];
  saved: readonly number[];
}

function Row({ row: { entry, bill, against }, costs, saved }: RowProps) {
  const { totals } = bill;
  const cells = [totals.read, totals.written, totals.uncached, totals.output];
  const name = laneName(entry);
  return (
    <tr className="group hover:bg-hover">
      <th scope="row" className={LANE_CELL}>
        <span className="flex items-center gap-2">
          <LaneMark colour={entry.colour} />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      </th>
      <td className="border-rule border-b px-2 py-1 text-right font-semibold">{moneyText(totals.cost, costs)}</td>
      <td
        className={`border-rule border-b px-2 py-1 text-right ${against.saved < 0 && !costsTheSame(against) ? 'text-trouble' : ''}`}
      >
        {againstText(against, saved)}
      </td>
      <td className="border-rule border-b px-2 py-1 text-right">
        {costsTheSame(against) ? (
          <span className="text-ink-soft">–</span>
        ) : (
          <AheadFrom call={against.aheadFrom} lane={entry.id} />
        )}
      </td>
      <td className="border-rule border-b px-2 py-1 text-right">{shareText(totals.readShare)}</td>
      {cells.map((cell, at) => (
        <td key={COLUMNS[at + 4]?.label} className="border-rule border-b px-2 py-1 text-right">
          {whole(cell)}
        </td>
      ))}
      <td className="border-rule border-b px-2 py-1 text-right">{whole(totals.summarizerInput)}</td>
      <td className="border-rule border-b py-1 pr-4 pl-2 text-right">{whole(totals.summarizerOutput)}</td>
    </tr>
  );
}

function AheadFrom({ call, lane }: { call: number | null; lane: string }) {
  const { lanes, tuning } = useWorkbench();
  if (call === null) return <span className="text-ink-soft">never</span>;
  return (
    <button
      type="button"
      onClick={() => {
        lanes.activate(lane);
        tuning.setCursor(call);
      }}
      className="rounded-sm px-1 text-accent hover:bg-hover"
    >
      call {whole(call + 1)}
    </button>
  );
}

/** Every call of a lane with a compaction: what it cost, what it freed, and after how many calls it pays back. */
'use client';

import { useId, useState } from 'react';
import { type BillRow, compactionsText, moneyText, paidBack, paybackText } from '@/lib/store/bill-view';
import { laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { LaneMark } from './lane-mark';

/** Rows that are drawn until more are asked for. */
const FEW = 12;
const MORE = 200;

const HEAD_FORM = 'border-rule border-b px-2 py-1 align-bottom font-medium text-ink-soft';
const HEAD = `${HEAD_FORM} text-right`;
const CELL_FORM = 'border-rule border-b px-2 py-0.5';
const CELL = `${CELL_FORM} text-right`;

export function BillCompactions({ rows }: { rows: readonly BillRow[] }) {
  const active = useStore((state) => state.active);
  const [opened, setOpened] = useState<string | null | undefined>(undefined);
  const open = opened === undefined ? active : opened;
  return (
    <section aria-label="Calls with a compaction and what they cost" className="pt-3">
      <h3 className="px-4 pb-1 font-medium text-[12.5px]">
        What the compactions before a call cost, and when they pay back
      </h3>
      <ul>
        {rows.map((row) => (
          <Lane
            key={row.entry.id}
            row={row}
            open={open === row.entry.id}
            onToggle={() => setOpened(open === row.entry.id ? null : row.entry.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Lane({ row, open, onToggle }: { row: BillRow; open: boolean; onToggle: () => void }) {
  const id = useId();
  const { entry, bill } = row;
  const { compactions } = bill;
  return (
    <li className="border-rule border-b">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        disabled={compactions.length === 0}
        onClick={onToggle}
        className="flex min-h-8 w-full flex-wrap items-center gap-x-2 px-4 py-1 text-left text-[12.5px] hover:bg-hover disabled:hover:bg-transparent"
      >
        <span aria-hidden="true" className="w-3 text-ink-faint">
          {compactions.length === 0 ? '' : open ? '▾' : '▸'}
        </span>
        <LaneMark colour={entry.colour} />
        <span className="font-medium">{laneName(entry)}</span>
        <span className="text-ink-soft tabular-nums">{compactionsText(compactions)}</span>
      </button>
      <div id={id} hidden={!open || compactions.length === 0}>
        {open && compactions.length > 0 ? <Table row={row} /> : null}
      </div>
    </li>
  );
}

function Table({ row: { entry, bill } }: { row: BillRow }) {
  const { lanes, tuning } = useWorkbench();
  const cursor = useStore((state) => state.cursor);
  const [most, setMost] = useState(FEW);
  const { compactions } = bill;
  const shown = compactions.slice(0, most);
  const costs = shown.map(({ cost }) => cost);
  const savings = shown.map(({ savingPerCall }) => savingPerCall);
  return (
    <>
      <table className="mb-2 ml-7 w-max border-separate border-spacing-0 whitespace-nowrap text-[12.5px] tabular-nums max-sm:ml-2">
        <caption className="sr-only">Compactions of {laneName(entry)}, by call</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD_FORM} text-left`}>
              Before
            </th>
            <th
              scope="col"
              className={HEAD}
              title="The summarizer, and the cache that is written anew. Under 0 where the shorter window saves more at that very call than both cost."
            >
              Cost
            </th>
            <th
              scope="col"
              className={HEAD}
              title="By how much the window is shorter than it would be had it only grown."
            >
              Freed
            </th>
            <th scope="col" className={HEAD} title="Freed tokens at the price of reading them from the cache.">
              Saves a call
            </th>
            <th scope="col" className={`${HEAD_FORM} text-left`}>
              Pays back
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.call} className={one.call === cursor ? 'bg-selected' : 'hover:bg-hover'}>
              <th scope="row" className={`${CELL_FORM} text-left font-normal`}>
                <button
                  type="button"
                  onClick={() => {
                    lanes.activate(entry.id);
                    tuning.setCursor(one.call);
                  }}
                  className="rounded-sm px-1 text-accent hover:bg-raised"
                >
                  call {whole(one.call + 1)}
                </button>
              </th>
              <td
                className={CELL}
                title={`Summarizer ${moneyText(one.summarizerCost, costs)}, writing the cache anew ${moneyText(one.rewriteCost, costs)}`}
              >
                {moneyText(one.cost, costs)}
              </td>
              <td className={CELL}>{whole(one.freedTokens)} tokens</td>
              <td className={CELL}>{moneyText(one.savingPerCall, savings)}</td>
              <td
                className={`${CELL_FORM} max-w-[46ch] whitespace-normal text-left max-sm:max-w-[26ch] ${paidBack(one) ? '' : 'text-trouble'}`}
              >
                {paybackText(one)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {compactions.length > most ? (
        <button
          type="button"
          onClick={() => setMost(most + MORE)}
          className="mb-2 ml-9 rounded-sm text-[12.5px] text-accent hover:underline"
        >
          Show {whole(Math.min(MORE, compactions.length - most))} more of {whole(compactions.length)}
        </button>
      ) : null}
    </>
  );
}

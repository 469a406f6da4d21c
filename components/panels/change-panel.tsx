/** Changes: everything between two calls, or one decision: its reason with the numbers, what stood before and what stands now. */
'use client';

import { useMemo, useRef } from 'react';
import { counted } from '@/lib/engine/figures';
import { itemsOf } from '@/lib/engine/ledger';
import { DECISIONS, itemLabel, State } from '@/lib/engine/run';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { percentText, pressureText, whole } from '../ui/format';
import { DownloadIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';
import { ScrollRegion } from '../ui/scroll-region';
import { CallsPanel } from './calls-panel';
import { lookOf } from './decision-list';
import { MessageText } from './message-text';
import { useRowStop } from './row-list';

const SHOWN = 200;

/** Between two calls, until an event is chosen; back again with one press. */
export function ChangePanel() {
  const { showDecision } = useWorkbench();
  const chosen = useStore((state) => state.decision !== null);
  if (!chosen) return <CallsPanel />;
  return (
    <>
      <p className="flex items-center gap-1 border-rule border-b px-3 py-1.5 text-[12px]">
        <button
          type="button"
          onClick={() => showDecision(null)}
          className="rounded-sm px-1 text-ink-soft hover:bg-hover hover:text-ink"
        >
          ‹ Between two calls
        </button>
      </p>
      <Decision />
    </>
  );
}

function Decision() {
  const workbench = useWorkbench();
  const result = useStore((state) => state.shown?.result ?? null);
  const decision = useStore((state) => state.decision);
  const items = useMemo(
    () => (result && decision !== null ? itemsOf(result.run, decision) : new Int32Array()),
    [result, decision],
  );
  if (!result || decision === null) return null;
  const { run, lane } = result;
  const look = lookOf(run, decision);
  const kind = DECISIONS[run.decisions.kind[decision] as number];
  const call = run.decisions.call[decision] as number;
  const before = run.decisions.before[decision] as number;
  const after = run.decisions.after[decision] as number;
  const insert = run.decisions.insert[decision] as number;
  const first = run.decisions.first[decision] as number;
  const single = kind === 'truncated' || kind === 'refused';
  const sentence = systemById(lane.system).explain(decision, run, lane.config, lane.guards);
  const total = run.decisions.kind.length;
  const show = (next: number) => {
    workbench.tuning.setCursor(run.decisions.call[next] as number);
    workbench.showDecision(next);
  };
  return (
    <ScrollRegion label="Decision" className="px-4 pt-3 pb-6">
      <div className="flex items-center justify-between gap-2">
        <h2 className={`text-[14px] ${look.color}`}>
          <span aria-hidden="true">{look.mark} </span>
          {look.word} <span className="font-normal text-ink-soft">at call {whole(call + 1)}</span>
        </h2>
        <span className="flex items-center gap-1 text-ink-soft tabular-nums">
          <button
            type="button"
            aria-label="Previous decision"
            disabled={decision === 0}
            onClick={() => show(decision - 1)}
            className="rounded-sm px-1.5 hover:bg-hover disabled:opacity-40"
          >
            ‹
          </button>
          {whole(decision + 1)} of {whole(total)}
          <button
            type="button"
            aria-label="Next decision"
            disabled={decision === total - 1}
            onClick={() => show(decision + 1)}
            className="rounded-sm px-1.5 hover:bg-hover disabled:opacity-40"
          >
            ›
          </button>
        </span>
      </div>
      <p className="mt-2">{sentence}</p>
      {kind === 'refused' || kind === 'floor' ? null : (
        <dl className="mt-3 grid grid-cols-3 gap-2 border-rule border-y py-2 text-[12px]">
          <Figure
            label={single ? 'Message before' : 'Window before'}
            value={whole(before)}
            note={single ? '' : pressureText(before / run.limit)}
          />
          <Figure
            label={single ? 'Message now' : 'Window now'}
            value={whole(after)}
            note={single ? '' : pressureText(after / run.limit)}
          />
          <Figure
            label="Freed"
            value={whole(before - after)}
            note={percentText((100 * (before - after)) / Math.max(1, before))}
          />
        </dl>
      )}
      {single ? (
        <div className="mt-3">
          <h3 className="mb-1.5 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">
            Message {itemLabel(first)}
          </h3>
          <MessageText item={first} />
        </div>
      ) : null}
      {items.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">
            Stood before · {whole(items.length)}
          </h3>
          <Button
            variant="plain"
            className="float-right -mt-7"
            onClick={() =>
              void workbench.transcript.lines(items).then((lines) => saveAs(lines, `span-${decision + 1}.jsonl`))
            }
          >
            <DownloadIcon />
            JSONL
          </Button>
          <BeforeList key={decision} items={items.subarray(0, SHOWN)} />
          {items.length > SHOWN ? <p className="mt-1 text-ink-soft">and {whole(items.length - SHOWN)} more</p> : null}
          <h3 className="mt-4 mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">Stands now</h3>
          {insert >= 0 ? (
            <div className="rounded-md border border-summary/40 bg-summary-soft p-3">
              <p className="mb-1.5 text-[12px] text-summary">
                {itemLabel(~insert)} · {counted(run.inserts[insert]?.tokens ?? 0, 'token')} · user message
              </p>
              <MessageText item={~insert} />
            </div>
          ) : (
            <p className="text-ink-soft">Nothing: what stood there is gone from every later call.</p>
          )}
        </>
      ) : null}
    </ScrollRegion>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold text-[14px] tabular-nums">
        {value} <span className="font-normal text-[12px] text-ink-faint">{note}</span>
      </dd>
    </div>
  );
}

function BeforeList({ items }: { items: Int32Array }) {
  const list = useRef<HTMLUListElement>(null);
  const { tabIndexOf, handlers } = useRowStop({ list, count: items.length, entry: 0 });
  return (
    <ul ref={list} className="overflow-hidden rounded-md border border-trouble/30" {...handlers}>
      {Array.from(items, (item, row) => (
        <BeforeRow key={item} item={item} row={row} tabIndex={tabIndexOf(row)} />
      ))}
    </ul>
  );
}

function BeforeRow({ item, row, tabIndex }: { item: number; row: number; tabIndex: 0 | -1 }) {
  const { showItem } = useWorkbench();
  const texts = useRowTexts();
  const result = useStore((state) => state.shown?.result ?? null);
  const state = item >= 0 ? (result?.run.arrivals.state[item] ?? State.verbatim) : State.verbatim;
  const text = texts.get(item, state);
  const cost = item >= 0 ? result?.run.arrivals.cost[item] : result?.run.inserts[~item]?.tokens;
  return (
    <li data-row-of={row} className="border-trouble/20 border-b last:border-b-0">
      <button
        type="button"
        data-row={row}
        tabIndex={tabIndex}
        onClick={() => showItem(item)}
        className="grid h-7 w-full grid-cols-[14px_32px_60px_1fr_auto] items-center gap-2 bg-trouble-soft/50 px-2 text-left hover:bg-trouble-soft"
      >
        <span aria-hidden="true" className="text-trouble">
          −
        </span>
        <span className="text-ink-soft tabular-nums">{itemLabel(item)}</span>
        <span className="truncate text-ink-soft">{text?.role ?? ''}</span>
        <span className="truncate">
          {text ? [text.text, ...text.calls].filter(Boolean).join('  ') || '(no text)' : ''}
        </span>
        <span className="text-ink-soft tabular-nums">{whole(cost ?? 0)}</span>
      </button>
    </li>
  );
}

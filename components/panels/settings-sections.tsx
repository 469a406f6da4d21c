/** Sections of the settings that every system has: the fold itself, the summarizer, and the yardstick of sent tokens. */
'use client';

import { type ReactNode, useId } from 'react';
import { laneOf } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { SUMMARIZERS, type SummarizerSpec } from '@/lib/summarizers/descriptions';
import { systemById } from '@/lib/systems/descriptions';
import { COUNTERS } from '@/lib/tokenizers/descriptions';

interface SectionProps {
  name: string;
  folded: boolean;
  note?: string;
  children: ReactNode;
}

export function Section({ name, folded, note, children }: SectionProps) {
  return (
    <details open={!folded} className="group mt-3 border-rule border-t pt-2">
      <summary className="-mx-1 flex list-none items-center justify-between rounded-sm px-1 py-0.5">
        <h2 className="font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">{name}</h2>
        <span className="text-[12px] text-ink-faint">
          {note}{' '}
          <span aria-hidden="true" className="ml-1 inline-block transition-transform group-open:rotate-90">
            ›
          </span>
        </span>
      </summary>
      <div className="pt-0.5">{children}</div>
    </details>
  );
}

export function SummarizerSection() {
  const { tuning } = useWorkbench();
  const lane = useStore(laneOf);
  const id = useId();
  if (
    !systemById(lane.system).parameters.some(
      (parameter) => parameter.section === 'Compaction' || /summar/i.test(parameter.name),
    )
  ) {
    return null;
  }
  const { summarizer } = lane;
  const set = (spec: SummarizerSpec) => tuning.setLane({ ...lane, summarizer: spec });
  const entry = SUMMARIZERS.find((one) => one.kind === summarizer.kind);
  return (
    <Section name="Summarizer" folded={false}>
      <select
        aria-label="Summarizer"
        value={summarizer.kind}
        onChange={(event) => {
          const kind = event.target.value;
          set(kind === 'fixed' ? { kind, text: 'Summary {n} of {count} messages.' } : ({ kind } as SummarizerSpec));
        }}
        className="w-full rounded-md border border-rule-strong bg-panel px-2 py-1"
      >
        {SUMMARIZERS.map((one) => (
          <option key={one.kind} value={one.kind}>
            {one.label}
          </option>
        ))}
      </select>
      {summarizer.kind === 'fixed' ? (
        <textarea
          id={id}
          aria-label="Text of the summary"
          rows={2}
          value={summarizer.text ?? ''}
          onChange={(event) => set({ kind: 'fixed', text: event.target.value })}
          className="mt-1 block w-full rounded-md border border-rule-strong bg-transparent px-2 py-1 font-mono text-[12px]"
        />
      ) : null}
      <p className="mt-1 text-[12px] text-ink-soft">{entry?.description}</p>
    </Section>
  );
}

export function YardstickSection() {
  const { tuning } = useWorkbench();
  const yardstick = useStore((state) => state.yardstick);
  const showSent = useStore((state) => state.showSent);
  const fellBackFrom = useStore((state) => state.fellBackFrom);
  const counting = useStore((state) => state.counting);
  const id = useId();
  return (
    <Section name="Sent tokens" folded={false}>
      <label className="flex items-center gap-1.5 py-1">
        <input
          type="checkbox"
          checked={showSent}
          onChange={(event) => tuning.setShowSent(event.target.checked)}
          className="accent-(--accent)"
        />
        Show in the chart
        <span className="flex-1" />
        {counting ? <span className="text-ink-faint">counting…</span> : null}
      </label>
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-ink-soft">
          Counter
        </label>
        <select
          id={id}
          data-yardstick=""
          value={yardstick}
          onChange={(event) => tuning.setYardstick(event.target.value)}
          className="rounded-sm border-rule-strong border-b border-dotted bg-panel hover:bg-hover"
        >
          {COUNTERS.map((counter) => (
            <option key={counter.id} value={counter.id}>
              {counter.label}
            </option>
          ))}
        </select>
      </div>
      {fellBackFrom ? (
        <p role="alert" className="mt-1 rounded-md bg-trouble-soft px-2 py-1.5 text-[12px] text-trouble">
          The tables of {fellBackFrom} could not be loaded: bytes are counted instead, which overestimates.
        </p>
      ) : null}
      <p className="mt-1 text-[12px] text-ink-soft">
        What is really sent, counted the same for every system. It never drives a decision.
      </p>
    </Section>
  );
}

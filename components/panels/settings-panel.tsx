/** The settings of the lane: the system, its parameters by section, its guards, the summarizer, and the yardstick. */
'use client';

import { useCallback, useId, useMemo } from 'react';
import type { ConfigProblem, Parameter } from '@/lib/engine/system';
import { withGuard, withParameter, withSystem } from '@/lib/store/lane';
import type { WindowView } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { SUMMARIZERS, type SummarizerSpec } from '@/lib/summarizers/registry';
import { SYSTEMS, systemById } from '@/lib/systems/registry';
import { COUNTERS } from '@/lib/tokenizers/registry';
import { whole } from '../ui/format';
import { ParameterControl } from './parameter-control';

/** Sections in the order in which a window is planned; anything else follows under its own heading. */
const ORDER = ['Budget', 'Thresholds', 'Pins', 'Compaction', 'Wording'];
/** Sections that are folded away until they are wanted. */
const FOLDED = new Set(['Wording']);
const NO_PROBLEMS: readonly ConfigProblem[] = [];
const WINDOWS = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 1_000_000];

function sectionsOf(parameters: readonly Parameter[]): [string, Parameter[]][] {
  const sections = new Map<string, Parameter[]>(ORDER.map((name) => [name, []]));
  for (const parameter of parameters) {
    const name = parameter.section ?? 'Settings';
    const section = sections.get(name);
    if (section) section.push(parameter);
    else sections.set(name, [parameter]);
  }
  return [...sections].filter(([, members]) => members.length > 0);
}

/** Messages and tokens that each pin rule holds in a window, by the words that name the rule there. */
function pinNotes(view: WindowView | null): Map<string, string> {
  const totals = new Map<string, { messages: number; tokens: number }>();
  if (view) {
    const labels = view.pinLabels.map((label) => label.split(', '));
    for (let row = 0; row < view.items.length; row++) {
      for (const label of labels[view.pin[row] as number] ?? []) {
        const total = totals.get(label) ?? { messages: 0, tokens: 0 };
        total.messages++;
        total.tokens += view.cost[row] as number;
        totals.set(label, total);
      }
    }
  }
  return new Map([...totals].map(([label, { messages, tokens }]) => [label, `${messages} · ${whole(tokens)}`]));
}

/** The words by which a window names the rule that a parameter switches. */
const RULE_LABELS: { [parameter: string]: string } = {
  pinSystem: 'system prompt',
  pinFirstUser: 'first user message',
  pinCorrections: 'correction',
  keepRecent: 'recent',
  explicit: 'by hand',
};

export function SettingsPanel() {
  const { tuning, state } = useWorkbench();
  const lane = useStore((state) => state.lane);
  const problems = useStore((state) => state.problems);
  const view = useStore((state) => state.shown?.view ?? null);
  const system = systemById(lane.system);
  const sections = useMemo(() => sectionsOf(system.parameters), [system]);
  const notes = useMemo(() => pinNotes(view), [view]);
  const byParameter = useMemo(() => {
    const groups = new Map<string, ConfigProblem[]>();
    for (const problem of problems) groups.set(problem.parameter, [...(groups.get(problem.parameter) ?? []), problem]);
    return groups;
  }, [problems]);
  const problemsOf = (name: string) => byParameter.get(name) ?? NO_PROBLEMS;
  const id = useId();
  const { limit, arithmetic } = system.limitOf(lane.config);
  const set = useCallback(
    (name: string, value: unknown) => tuning.setLane(withParameter(state.get().lane, name, value)),
    [tuning, state],
  );
  return (
    <div className="scroll-thin relative flex-1 overflow-y-auto px-4 pt-3 pb-6 contain-content">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={`${id}-system`} className="sr-only">
          Memory system
        </label>
        <select
          id={`${id}-system`}
          value={lane.system}
          onChange={(event) => tuning.setLane(withSystem(lane, event.target.value))}
          className="min-w-0 flex-1 rounded-md border border-rule-strong bg-panel px-2 py-1.5 font-medium hover:bg-hover"
        >
          {SYSTEMS.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
        <button
          type="button"
          onClick={() => tuning.resetLane()}
          className="rounded-md px-1.5 py-1 text-ink-soft hover:bg-hover hover:text-ink"
        >
          Reset all
        </button>
      </div>
      <p className="mt-1.5 text-[12px] text-ink-soft">{system.summary}</p>

      {sections.map(([name, members]) => (
        <Section key={name} name={name} folded={FOLDED.has(name)}>
          {members.map((parameter) => (
            <ParameterControl
              key={parameter.name}
              parameter={parameter}
              value={lane.config[parameter.name]}
              problems={problemsOf(parameter.name)}
              {...noteFor(parameter, notes)}
              onChange={set}
            />
          ))}
          {name === 'Budget' ? (
            <>
              <fieldset className="mt-1 flex flex-wrap gap-[3px]">
                <legend className="sr-only">Common windows</legend>
                {WINDOWS.map((window) => (
                  <button
                    key={window}
                    type="button"
                    aria-pressed={lane.config.window === window}
                    onClick={() => set('window', window)}
                    className={`rounded-full border px-[5px] text-[11px] tabular-nums leading-5 ${lane.config.window === window ? 'border-accent bg-accent-soft text-accent' : 'border-rule-strong text-ink-soft hover:bg-hover'}`}
                  >
                    {window >= 1_000_000 ? `${window / 1_000_000}M` : `${window / 1000}k`}
                  </button>
                ))}
              </fieldset>
              <output
                className={`mt-2 block rounded-md px-2 py-1.5 font-mono text-[12px] ${limit < 1 ? 'bg-trouble-soft text-trouble' : 'bg-hover text-ink-soft'}`}
              >
                {arithmetic}
              </output>
            </>
          ) : null}
        </Section>
      ))}

      <Section name="Guards" folded={false} note={guardNote(lane.guards)}>
        {system.guards.length === 0 ? <p className="text-ink-soft">This system has no guards.</p> : null}
        {system.guards.map((guard) => (
          <label key={guard.name} className="flex items-start gap-1.5 py-1" title={guard.help}>
            <input
              type="checkbox"
              checked={lane.guards[guard.name] === true}
              onChange={(event) => tuning.setLane(withGuard(lane, guard.name, event.target.checked))}
              className="mt-[3px] accent-(--accent)"
            />
            <span>
              {guard.label}
              <span className="block text-[12px] text-ink-soft">{guard.help}</span>
            </span>
          </label>
        ))}
      </Section>
      <SummarizerSection />
      <YardstickSection />
    </div>
  );
}

function noteFor(parameter: Parameter, notes: Map<string, string>): { note?: string } {
  const note = notes.get(RULE_LABELS[parameter.name] ?? '');
  return note === undefined || parameter.type === 'integer' ? {} : { note };
}

function guardNote(guards: { [name: string]: boolean }): string {
  const values = Object.values(guards);
  const on = values.filter(Boolean).length;
  if (on === values.length) return 'all on';
  return on === 0 ? 'as published' : `${on} of ${values.length} on`;
}

interface SectionProps {
  name: string;
  folded: boolean;
  note?: string;
  children: React.ReactNode;
}

function Section({ name, folded, note, children }: SectionProps) {
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

function SummarizerSection() {
  const { tuning } = useWorkbench();
  const lane = useStore((state) => state.lane);
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

function YardstickSection() {
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

/** The settings of the lane: the system, its parameters by section, its guards, the summarizer, and the yardstick. */
'use client';

import { useCallback, useId, useMemo } from 'react';
import type { ConfigProblem, Parameter } from '@/lib/engine/system';
import { withGuard, withParameter, withSystem } from '@/lib/store/lane';
import type { WindowView } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { completeGuards, SYSTEMS, systemById } from '@/lib/systems/registry';
import { whole } from '../ui/format';
import { ManifestSection } from './manifest-section';
import { ParameterControl } from './parameter-control';
import { Section, SummarizerSection, YardstickSection } from './settings-sections';

/** Sections in the order in which a window is planned; anything else follows under its own heading. */
const ORDER = ['Budget', 'Thresholds', 'Pins', 'Compaction', 'Wording'];
/** Sections that are folded away until they are wanted. */
const FOLDED = new Set(['Wording']);
const NO_PROBLEMS: readonly ConfigProblem[] = [];
/** All guards at once: safe, or exactly what the document's own code does. */
const GUARD_PRESETS = [
  { label: 'All on', on: true },
  { label: 'As published', on: false },
];
/** Parameters that are the context window of a model. */
const WINDOW_PARAMETERS = new Set(['window', 'contextWindow']);
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
  const windowParameter = system.parameters.find(({ name }) => WINDOW_PARAMETERS.has(name))?.name;
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
              {windowParameter ? (
                <fieldset className="mt-1 flex flex-wrap gap-[3px]">
                  <legend className="sr-only">Common windows</legend>
                  {WINDOWS.map((window) => (
                    <button
                      key={window}
                      type="button"
                      aria-pressed={lane.config[windowParameter] === window}
                      onClick={() => set(windowParameter, window)}
                      className={`rounded-full border px-[5px] text-[11px] tabular-nums leading-5 ${lane.config[windowParameter] === window ? 'border-accent bg-accent-soft text-accent' : 'border-rule-strong text-ink-soft hover:bg-hover'}`}
                    >
                      {window >= 1_000_000 ? `${window / 1_000_000}M` : `${window / 1000}k`}
                    </button>
                  ))}
                </fieldset>
              ) : null}
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
        {system.guards.length === 0 ? (
          <p className="text-ink-soft">This system has no guards: it runs as its document published it.</p>
        ) : (
          <p className="flex gap-[3px] pb-1">
            {GUARD_PRESETS.map(({ label, on }) => (
              <button
                key={label}
                type="button"
                aria-pressed={system.guards.every(({ name }) => lane.guards[name] === on)}
                onClick={() => tuning.setLane({ ...lane, guards: completeGuards(system, on) })}
                className="rounded-full border border-rule-strong px-1.5 text-[11px] text-ink-soft leading-5 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              >
                {label}
              </button>
            ))}
          </p>
        )}
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
      {system.manifest ? <ManifestSection key={system.id} system={system} /> : null}
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

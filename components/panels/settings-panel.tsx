/** The settings of the lane: the system, its parameters by section, its guards, the summarizer, and the yardstick. */
'use client';

import { lazy, Suspense, useCallback, useId, useMemo } from 'react';
import { PIN_RULES } from '@/lib/engine/pin-rule';
import type { ConfigProblem, Parameter } from '@/lib/engine/system';
import { withParameter, withSystem } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import { hasPinRules } from '@/lib/store/pin-rules';
import { presetAt, presetsOf, windowParameterOf, withPreset } from '@/lib/store/presets';
import type { WindowView } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { SYSTEMS, systemById } from '@/lib/systems/descriptions';
import { whole } from '../ui/format';
import { GuardsSection } from './guards-section';
import { ParameterControl } from './parameter-control';
import { PinRules } from './pin-rules';
import { Section, SummarizerSection, YardstickSection } from './settings-sections';
import { useChangeEffect } from './use-change-effect';
import { WindowChoices } from './window-choices';

// Only one system has one.
const ManifestSection = lazy(() =>
  import('./manifest-section').then((module) => ({ default: module.ManifestSection })),
);

/** Sections in the order in which a window is planned; anything else follows under its own heading. */
const ORDER = ['Budget', 'Thresholds', 'Pins', 'Compaction', 'Wording'];
/** Sections that are folded away until they are wanted. */
const FOLDED = new Set(['Wording']);
const NO_PROBLEMS: readonly ConfigProblem[] = [];

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

/** Messages and tokens that each setting pins in a window, by the parameter that is named as the reason. */
function pinNotes(view: WindowView | null, task: number): Map<string, string> {
  const totals = new Map<string, { messages: number; tokens: number; later: number }>();
  if (view) {
    for (let row = 0; row < view.items.length; row++) {
      for (const { rule } of view.pins[view.pin[row] as number] ?? []) {
        const total = totals.get(rule) ?? { messages: 0, tokens: 0, later: 0 };
        total.messages++;
        total.tokens += view.cost[row] as number;
        if ((view.items[row] as number) > task) total.later++;
        totals.set(rule, total);
      }
    }
  }
  return new Map(
    [...totals].map(([rule, { messages, tokens, later }]) => {
      // The figure of the run counts corrections after the task: what else carries a marker is told apart.
      const of =
        rule === 'pinCorrections' && later < messages ? `, ${later === 0 ? 'none' : whole(later)} after the task` : '';
      return [rule, `${whole(messages)}${of} · ${whole(tokens)}`];
    }),
  );
}

export function SettingsPanel() {
  const { tuning, state } = useWorkbench();
  const lane = useStore(laneOf);
  const problems = useStore((state) => state.problems);
  const view = useStore((state) => state.shown?.view ?? null);
  const system = systemById(lane.system);
  const sections = useMemo(() => sectionsOf(system.parameters), [system]);
  const task = useStore((state) => state.document?.info.task ?? -1);
  const notes = useMemo(() => pinNotes(view, task), [view, task]);
  const byParameter = useMemo(() => {
    const groups = new Map<string, ConfigProblem[]>();
    for (const problem of problems) groups.set(problem.parameter, [...(groups.get(problem.parameter) ?? []), problem]);
    return groups;
  }, [problems]);
  const problemsOf = (name: string) => byParameter.get(name) ?? NO_PROBLEMS;
  const effect = useChangeEffect();
  const pinned = hasPinRules(lane);
  const preset = presetAt(lane);
  const id = useId();
  const windowParameter = windowParameterOf(lane.system);
  const { limit, arithmetic } = system.limitOf(lane.config);
  const set = useCallback(
    (name: string, value: unknown) => tuning.setLane(withParameter(laneOf(state.get()), name, value)),
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
      {presetsOf(lane.system).length > 1 ? (
        <select
          aria-label="Preset"
          title={preset?.help ?? 'Settings to start from'}
          value={preset?.name ?? ''}
          onChange={(event) => {
            const chosen = presetsOf(lane.system).find(({ name }) => name === event.target.value);
            if (chosen) tuning.setLane(withPreset(lane, chosen));
          }}
          className="mt-1.5 w-full rounded-md border border-rule-strong bg-panel px-2 py-1 text-[12px] hover:bg-hover"
        >
          {preset ? null : <option value="">Preset: changed by hand</option>}
          {presetsOf(lane.system).map(({ name }) => (
            <option key={name} value={name}>
              Preset: {name}
            </option>
          ))}
        </select>
      ) : null}

      {sections.map(([name, members]) => (
        <Section key={name} name={name} folded={FOLDED.has(name)}>
          {members.filter(isPlain).map((parameter) => (
            <ParameterControl
              key={parameter.name}
              parameter={parameter}
              value={lane.config[parameter.name]}
              problems={problemsOf(parameter.name)}
              {...noteFor(parameter, notes)}
              {...(effect?.parameter === parameter.name ? { effect: effect.words.join(' · ') } : {})}
              onChange={set}
            />
          ))}
          {name === 'Budget' ? (
            <>
              {windowParameter ? (
                <WindowChoices
                  window={lane.config[windowParameter] as number}
                  onChoose={(window) => set(windowParameter, window)}
                />
              ) : null}
              <output
                className={`mt-2 block rounded-md px-2 py-1.5 font-mono text-[12px] ${limit < 1 ? 'bg-trouble-soft text-trouble' : 'bg-hover text-ink-soft'}`}
              >
                {arithmetic}
              </output>
            </>
          ) : null}
          {name === 'Pins' ? (
            <PinRules effect={effect?.parameter === PIN_RULES ? effect.words.join(' · ') : null} />
          ) : null}
        </Section>
      ))}

      {pinned ? null : <NoPins system={lane.system} />}
      <GuardsSection />
      {system.manifest ? (
        <Suspense fallback={null}>
          <ManifestSection key={system.id} system={system} />
        </Suspense>
      ) : null}
      <SummarizerSection />
      <YardstickSection />
    </div>
  );
}

/** Rules have a list of their own. */
function isPlain(parameter: Parameter): boolean {
  return parameter.name !== PIN_RULES;
}

function noteFor(parameter: Parameter, notes: Map<string, string>): { note?: string } {
  const note = notes.get(parameter.name);
  return note === undefined || parameter.type === 'integer' ? {} : { note };
}

/** Said plainly where a system knows no pins. */
function NoPins({ system }: { system: string }) {
  return (
    <Section name="Pins" folded={false}>
      <p className="text-[12px] text-ink-soft">
        {system === 'none'
          ? 'Everything is kept: there is nothing to pin.'
          : 'This system has no pins. What it keeps follows from its strategy: instructions, the turn under way, and what fits of the log.'}
      </p>
    </Section>
  );
}

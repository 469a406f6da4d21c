/** The run in figures, always in sight: pressure, what was done, and whether the task and the corrections are still there. */
'use client';

import { useMemo } from 'react';
import { hasErrors } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import { findingsVersion, sentVersion, type VersionOf } from '@/lib/store/present';
import type { Result } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { pressureText, sumText, whole } from '../ui/format';
import { OfResult } from './of-result';
import { peakWords } from './peak-words';

interface Figure {
  label: string;
  value: string;
  title: string;
  tone?: 'good' | 'bad';
  /** Room for what the value can become, so that nothing beside it moves. */
  room?: string;
}

/** In the place of a figure that is not known yet. */
const UNKNOWN = '–';

function sum(column: Int32Array): number {
  let total = 0;
  for (const value of column) total += value;
  return total;
}

function keptFigure(label: string, { total, kept }: { total: number; kept: number }, title: string): Figure {
  return {
    label,
    value: total === 0 ? 'none' : `${kept} of ${total}`,
    title,
    ...(total > 0 ? { tone: kept === total ? ('good' as const) : ('bad' as const) } : {}),
  };
}

const bad = (is: boolean): { tone?: 'bad' } => (is ? { tone: 'bad' } : {});

/** What comes with the result itself. */
function figuresOf(result: Result | null): Figure[] {
  const metrics = result?.metrics;
  const unit = result ? systemById(result.lane.system).unit : 'tokens';
  const number = (value: number | undefined) => (value === undefined ? UNKNOWN : whole(value));
  const pressure = (value: number | undefined) => (value === undefined ? UNKNOWN : pressureText(value));
  const task = metrics?.task ?? null;
  return [
    {
      label: 'Peak',
      value: pressure(metrics?.peakPressure),
      title: result ? peakWords(result.run) : '',
      room: 'min-w-[5ch]',
      ...bad((metrics?.peakPressure ?? 0) > 1),
    },
    {
      label: 'Mean',
      value: pressure(metrics?.meanPressure),
      title: 'Mean of policy tokens ÷ limit over the calls, after the memory acted',
      room: 'min-w-[5ch]',
    },
    {
      label: 'Over budget',
      value: number(metrics?.callsOverBudget),
      title: 'Calls whose policy tokens are over the limit',
      ...bad((metrics?.callsOverBudget ?? 0) > 0),
    },
    { label: 'Compactions', value: number(metrics?.compactions), title: 'Spans replaced by a summary' },
    {
      label: 'Evictions',
      value: number(metrics?.evictions),
      title:
        'Decisions that dropped messages or tool groups with no summary in their place: evicted, trimmed, or left as a line',
    },
    { label: 'Truncated', value: number(metrics?.truncations), title: 'Tool results cut when they were written' },
    {
      label: 'Refused',
      value: number(metrics?.refused),
      title: 'Messages that alone exceed the limit',
      ...bad((metrics?.refused ?? 0) > 0),
    },
    {
      label: 'Messages lost',
      value: number(metrics?.lostMessages),
      title: `Messages that neither the last window nor a summary in it carries${metrics && unit === 'tokens' ? `: ${whole(metrics.lostTokens)} policy tokens, as the memory counted them when they came` : ''}`,
    },
    {
      label: 'Summarised',
      value: number(metrics?.summarisedMessages),
      title: 'Messages that only a summary stands for at the end',
    },
    {
      label: 'Task',
      value: !metrics ? UNKNOWN : task === null ? 'none' : task === 'verbatim' || task === 'truncated' ? 'kept' : task,
      title: 'What became of the task by the last call: the first user message with words of a person',
      room: 'min-w-[10ch]',
      ...(task === null ? {} : { tone: task === 'verbatim' ? ('good' as const) : ('bad' as const) }),
    },
    metrics
      ? keptFigure(
          'Corrections',
          metrics.corrections,
          'Of the user messages after the task that carry a correction marker: how many are still in the last window',
        )
      : { label: 'Corrections', value: UNKNOWN, title: '' },
  ];
}

export function MetricsStrip() {
  const result = useStore((state) => state.result);
  const figures = useMemo(() => figuresOf(result), [result]);
  const hidden = result?.metrics ? '' : 'invisible';
  // Settings that cannot run are not on their way: the last good result stands for them.
  const isComing = useStore((state) => state.result?.lane !== laneOf(state) && !hasErrors(state.problems));
  return (
    <section
      aria-label="Result"
      aria-busy={isComing}
      className="flex min-h-[52px] items-center border-rule border-t bg-panel"
    >
      <dl
        className={`scroll-thin flex min-w-0 flex-1 items-center gap-6 overflow-x-auto px-4 py-2 max-[359px]:px-2! max-lg:grid max-lg:grid-cols-7 max-lg:justify-between max-lg:gap-x-1.5 max-lg:gap-y-1.5 max-sm:grid-cols-[repeat(4,auto)]! max-sm:gap-y-0.5! max-sm:py-1.5! short:flex! short:gap-x-5! ${hidden}`}
      >
        {figures.map((figure) => (
          <FigurePlace key={figure.label} {...figure} />
        ))}
        <InvalidWindows />
        <Sent />
      </dl>
      <div
        className={`min-w-[124px] shrink-0 whitespace-nowrap pr-4 text-right text-[11px] text-ink-faint max-lg:hidden ${hidden}`}
        title="Time the replay took in the worker"
      >
        {whole(result?.run.messageCount ?? 0)} messages
        <br />
        {(result?.computeMs ?? 0).toFixed(1)} ms
      </div>
    </section>
  );
}

/** `version` where the figure is read later than the result. */
function FigurePlace({ label, value, title, tone, room = '', version }: Figure & { version?: VersionOf }) {
  return (
    <div title={title} className={`shrink-0 whitespace-nowrap tabular-nums ${room} max-lg:min-w-0`}>
      <dt className="text-[11px] text-ink-soft">{label}</dt>
      <OfResult
        as="dd"
        version={version}
        className={`font-medium ${tone === 'bad' ? 'text-trouble' : tone === 'good' ? 'text-summary' : ''}`}
      >
        {value}
      </OfResult>
    </div>
  );
}

function InvalidWindows() {
  const validity = useStore((state) => state.examination?.validity);
  const invalid = useMemo(() => {
    if (!validity) return null;
    const seen = new Set<number>();
    for (const { calls } of Object.values(validity)) for (const call of calls) seen.add(call);
    return seen.size;
  }, [validity]);
  return (
    <FigurePlace
      label="Invalid windows"
      value={invalid === null ? UNKNOWN : whole(invalid)}
      title="Calls whose window at least one of four providers would reject"
      version={findingsVersion}
      {...bad((invalid ?? 0) > 0)}
    />
  );
}

function Sent() {
  const sent = useStore((state) => state.sent);
  const total = useMemo(() => (sent ? sum(sent.tokens) : null), [sent]);
  return (
    <FigurePlace
      label="Sent"
      value={total === null ? UNKNOWN : sumText(total)}
      title={
        sent && total !== null
          ? `${whole(total)} tokens sent over all calls, counted with ${sent.counter}`
          : 'Tokens sent over all calls'
      }
      room="min-w-[9ch]"
      version={sentVersion}
    />
  );
}

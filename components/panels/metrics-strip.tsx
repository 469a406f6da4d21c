/** The run in figures, always in sight: pressure, what was done, and whether the task and the corrections are still there. */
'use client';

import { useStore } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { pressureText, whole } from '../ui/format';

interface Figure {
  label: string;
  value: string;
  title: string;
  tone?: 'good' | 'bad';
}

function sum(column: Int32Array): number {
  let total = 0;
  for (const value of column) total += value;
  return total;
}

/** Millions from a million on; all digits below. */
function shortTokens(tokens: number): string {
  return tokens < 1_000_000 ? whole(tokens) : `${(tokens / 1_000_000).toFixed(2)} M`;
}

export function MetricsStrip() {
  const result = useStore((state) => state.shown?.result ?? null);
  const sent = useStore((state) => state.sent);
  const examination = useStore((state) => state.examination);
  const metrics = result?.metrics ?? null;
  const unit = result ? systemById(result.lane.system).unit : 'tokens';
  const figures: Figure[] = [];
  if (metrics) {
    const kept = (name: string, { total, kept: count }: { total: number; kept: number }, title: string): Figure => ({
      label: name,
      value: total === 0 ? 'none' : `${count} of ${total}`,
      title,
      ...(total > 0 ? { tone: count === total ? ('good' as const) : ('bad' as const) } : {}),
    });
    figures.push(
      {
        label: 'Peak',
        value: pressureText(metrics.peakPressure),
        title: 'Highest policy tokens ÷ limit over the calls',
        ...(metrics.peakPressure > 1 ? { tone: 'bad' as const } : {}),
      },
      {
        label: 'Mean',
        value: pressureText(metrics.meanPressure),
        title: 'Mean of policy tokens ÷ limit over the calls',
      },
      {
        label: 'Over budget',
        value: whole(metrics.callsOverBudget),
        title: 'Calls whose policy tokens are over the limit',
        ...(metrics.callsOverBudget > 0 ? { tone: 'bad' as const } : {}),
      },
      { label: 'Compactions', value: whole(metrics.compactions), title: 'Spans replaced by a summary' },
      { label: 'Evictions', value: whole(metrics.evictions), title: 'Messages or tool groups dropped for good' },
      { label: 'Truncated', value: whole(metrics.truncations), title: 'Tool results cut when they were written' },
      {
        label: 'Refused',
        value: whole(metrics.refused),
        title: 'Messages that alone exceed the limit',
        ...(metrics.refused > 0 ? { tone: 'bad' as const } : {}),
      },
      {
        label: 'Lost',
        value: `${whole(metrics.lostTokens)} ${unit === 'tokens' ? 'tok' : 'msg'}`,
        title: `Tokens of ${whole(metrics.lostMessages)} messages that neither the last window nor a summary in it carries`,
      },
      {
        label: 'Summarised',
        value: whole(metrics.summarisedMessages),
        title: 'Messages that only a summary stands for at the end',
      },
      {
        label: 'Task',
        value:
          metrics.task === null
            ? 'none'
            : metrics.task === 'verbatim' || metrics.task === 'truncated'
              ? 'kept'
              : metrics.task,
        title: 'What became of the first user message by the last call',
        ...(metrics.task === null ? {} : { tone: metrics.task === 'verbatim' ? ('good' as const) : ('bad' as const) }),
      },
      kept(
        'Corrections',
        metrics.corrections,
        'User messages with a correction marker that are still in the last window',
      ),
    );
    if (examination) {
      const invalid = new Set<number>();
      for (const { calls } of Object.values(examination.validity)) for (const call of calls) invalid.add(call);
      figures.push({
        label: 'Invalid windows',
        value: whole(invalid.size),
        title: 'Calls whose window at least one of four providers would reject',
        ...(invalid.size > 0 ? { tone: 'bad' as const } : {}),
      });
    }
    if (sent) {
      figures.push({
        label: 'Sent',
        value: shortTokens(sum(sent.tokens)),
        title: `${whole(sum(sent.tokens))} tokens sent over all calls, counted with ${sent.counter}`,
      });
    }
  }
  return (
    <section
      aria-label="Result"
      className="flex min-h-[52px] items-center border-rule border-t bg-panel max-lg:min-h-[93px] max-sm:min-h-[141px]"
    >
      <dl className="scroll-thin flex min-w-0 flex-1 items-center gap-6 overflow-x-auto px-4 py-2 max-lg:flex-wrap max-lg:gap-x-5 max-lg:gap-y-1.5">
        {figures.map((figure) => (
          <div key={figure.label} title={figure.title} className="shrink-0">
            <dt className="text-[11px] text-ink-soft">{figure.label}</dt>
            <dd
              className={`font-medium tabular-nums ${figure.tone === 'bad' ? 'text-trouble' : figure.tone === 'good' ? 'text-summary' : ''}`}
            >
              {figure.value}
            </dd>
          </div>
        ))}
      </dl>
      {result && figures.length > 0 ? (
        <div
          className="shrink-0 px-4 text-right text-[11px] text-ink-faint max-lg:hidden"
          title="Time the replay took in the worker"
        >
          {whole(result.run.messageCount)} messages
          <br />
          {result.computeMs.toFixed(1)} ms
        </div>
      ) : null}
    </section>
  );
}

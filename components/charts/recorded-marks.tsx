/** What the file itself recorded: the provider's count of each prompt, and where the recording tool compacted. */
'use client';

import { memo, useMemo } from 'react';
import { lowerBound } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { useStore } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/registry';
import { whole } from '../ui/format';
import { LegendEntry } from './chart-legend';
import { type Plot, xOf, yOf } from './geometry';

/** Calls of recorded usage that are drawn; more would be one line of dots. */
const MOST = 600;

interface Usage {
  call: number;
  input: number;
}

/** Recorded usage by call, and the first call after each recorded compaction. */
export function useRecorded(run: Run): { usage: Usage[]; compactions: { call: number; words: string }[] } {
  const info = useStore((state) => state.document?.info);
  return useMemo(() => {
    // The last call has no message of its own: -1, and out of order.
    const before = run.calls.before.subarray(0, run.calls.before.length - 1);
    const usage = (info?.usage ?? []).flatMap(({ message, input }) => {
      const call = lowerBound(before, message);
      return before[call] === message ? [{ call, input }] : [];
    });
    const compactions = (info?.boundaries ?? []).map(({ before: message, preTokens, trigger }) => ({
      call: lowerBound(before, message),
      words: [
        `compacted by the recording tool${trigger ? ` (${trigger})` : ''}`,
        ...(preTokens === undefined ? [] : [`at ${whole(preTokens)} tokens`]),
      ].join(' '),
    }));
    return { usage, compactions };
  }, [info, run]);
}

interface RecordedMarksProps {
  run: Run;
  unit: string;
  plot: Plot;
  top: number;
}

function RecordedMarksView({ run, unit, plot, top }: RecordedMarksProps) {
  const { usage, compactions } = useRecorded(run);
  const limit = Math.max(1, run.limit);
  const shown = usage.filter(({ call }) => call >= plot.first && call <= plot.last);
  const step = Math.max(1, Math.ceil(shown.length / MOST));
  let dots = '';
  if (unit === 'tokens') {
    for (let at = 0; at < shown.length; at += step) {
      const { call, input } = shown[at] as Usage;
      const [x, y] = [xOf(plot, call), yOf(plot, input / limit, top)];
      dots += `M${(x - 1.5).toFixed(1)} ${y.toFixed(1)}h3`;
    }
  }
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      {dots === '' ? null : <path d={dots} stroke="var(--ink)" strokeWidth={2.5} strokeOpacity={0.75} />}
      {compactions
        .filter(({ call }) => call >= plot.first && call <= plot.last)
        .map(({ call, words }) => (
          <g key={call}>
            <title>{words}</title>
            <path
              d={`M${xOf(plot, call).toFixed(1)} ${plot.top}V${plot.bottom}`}
              stroke="var(--ink-faint)"
              strokeDasharray="1 3"
              strokeWidth={1.5}
            />
            <text
              x={xOf(plot, call) + (xOf(plot, call) > plot.right - 60 ? -4 : 4)}
              y={plot.top + 9}
              textAnchor={xOf(plot, call) > plot.right - 60 ? 'end' : 'start'}
              fontSize="10.5"
              fill="var(--ink-faint)"
            >
              recorded
            </text>
          </g>
        ))}
    </svg>
  );
}

export const RecordedMarks = memo(RecordedMarksView);

export function RecordedLegend({ run, system }: { run: Run; system: string }) {
  const { usage, compactions } = useRecorded(run);
  return (
    <>
      {usage.length > 0 && systemById(system).unit === 'tokens' ? (
        <LegendEntry mark={<span aria-hidden="true" className="h-[2.5px] w-2 bg-ink opacity-75" />}>
          recorded prompt
        </LegendEntry>
      ) : null}
      {compactions.length > 0 ? (
        <LegendEntry mark={<span aria-hidden="true" className="h-3 border-ink-faint border-l border-dashed" />}>
          {compactions.length === 1 ? 'recorded compaction' : `${whole(compactions.length)} recorded compactions`}
        </LegendEntry>
      ) : null}
    </>
  );
}

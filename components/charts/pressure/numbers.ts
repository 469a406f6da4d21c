/** The chart's numbers as CSV: one line a call, everything that can be drawn of it. */

import { decisionsAt, freedBy, tokensBeforeActing } from '@/lib/engine/ledger';
import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';
import type { Composition } from './composition';
import type { Curve } from './curves';
import { MARKED, placesOf } from './markers';
import { PARTS } from './parts';
import type { RecordedCompaction } from './recorded';

export interface ChartNumbers {
  run: Run;
  /** The calls to write down; null for all. */
  stretch: { from: number; to: number } | null;
  /** Sent tokens per call, where they are known. */
  sent: Int32Array | null;
  counter: string;
  unit: string;
  /** What the file recorded; null where it recorded nothing of that. */
  recorded: { usage: Curve | null; compactions: readonly RecordedCompaction[] };
  /** Calls of the misses, ascending; null where they are not known. */
  misses: Int32Array | null;
  composition: Composition | null;
}

type Cell = string | number;

/** A column: its header, and its cell at a call. */
interface Column {
  header: string;
  at(call: number): Cell;
}

/** "compacted 1; evicted 3": what was decided at a call, by kind. */
function eventsAt(run: Run, call: number): string {
  const { from, to } = decisionsAt(run, call);
  const counts = new Map<string, number>();
  for (let decision = from; decision < to; decision++) {
    const kind = DECISIONS[run.decisions.kind[decision] as number] ?? '';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Array.from(counts, ([kind, count]) => `${kind} ${count}`).join('; ');
}

/** What the decisions of each kind freed at each call, of kinds that freed anything in this run. */
function freedColumns(run: Run, unit: string): Column[] {
  const byKind = new Map<DecisionKind, Int32Array>();
  for (const [decision, code] of run.decisions.kind.entries()) {
    const kind = DECISIONS[code];
    const freed = freedBy(run, decision);
    if (!kind || freed === 0) continue;
    const column = byKind.get(kind) ?? new Int32Array(run.calls.tokens.length);
    const call = run.decisions.call[decision] as number;
    column[call] = (column[call] as number) + freed;
    byKind.set(kind, column);
  }
  return MARKED.flatMap((kind) => {
    const column = byKind.get(kind);
    return column
      ? [{ header: `freed_${unit}_${kind.replaceAll('-', '_')}`, at: (call: number) => column[call] as number }]
      : [];
  });
}

/** How many of some calls, ascending, are each call. */
function countColumn(header: string, calls: Int32Array | null): Column {
  return {
    header,
    at(call) {
      if (!calls) return '';
      const { start, end } = placesOf(calls, { from: call, to: call });
      return end - start;
    },
  };
}

function columnsOf(numbers: ChartNumbers): Column[] {
  const { run, sent, counter, unit, recorded, misses, composition } = numbers;
  const { before, tokens } = run.calls;
  const limit = Math.max(1, run.limit);
  const { usage, compactions } = recorded;
  const input = new Map(usage ? Array.from(usage.calls, (call, place) => [call, usage.amounts[place] as number]) : []);
  const flags = compactions.length > 0 ? Int32Array.from(compactions, ({ call }) => call).sort() : null;
  return [
    { header: 'call', at: (call) => call + 1 },
    { header: 'before_message', at: (call) => ((before[call] as number) < 0 ? '' : (before[call] as number)) },
    { header: `policy_${unit}`, at: (call) => tokens[call] as number },
    { header: 'pressure', at: (call) => ((tokens[call] as number) / limit).toFixed(4) },
    { header: `sent_tokens_${counter}`, at: (call) => sent?.[call] ?? '' },
    { header: `limit_${unit}`, at: () => run.limit },
    { header: 'recorded_input_tokens', at: (call) => input.get(call) ?? '' },
    { header: 'events', at: (call) => eventsAt(run, call) },
    { header: `policy_${unit}_before_acting`, at: (call) => tokensBeforeActing(run, call) },
    ...freedColumns(run, unit),
    countColumn('misses', misses),
    countColumn('recorded_compactions', flags),
    ...(composition
      ? PARTS.map((part, number) => ({
          header: `window_${unit}_${part}`,
          at: (call: number) => composition.amounts[number * composition.calls + call] as number,
        }))
      : []),
  ];
}

/** RFC 4180, lines ended by CR LF. Calls count from 1; a call after the last message has no message before it. */
export function chartCsv(numbers: ChartNumbers): string {
  const columns = columnsOf(numbers);
  const last = numbers.run.calls.tokens.length - 1;
  const { from, to } = numbers.stretch ?? { from: 0, to: last };
  const lines = [columns.map(({ header }) => header).join(',')];
  for (let call = Math.max(0, Math.ceil(from)); call <= Math.min(last, Math.floor(to)); call++) {
    lines.push(columns.map(({ at }) => at(call)).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** The chart's numbers as CSV: one line a call, everything that can be drawn of it. */

import { decisionsAt } from '@/lib/engine/ledger';
import { DECISIONS, type Run } from '@/lib/engine/run';

export interface ChartNumbers {
  run: Run;
  /** Sent tokens per call, where they are known. */
  sent: Int32Array | null;
  counter: string;
  unit: string;
  inputAt(call: number): number | null;
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

/** RFC 4180, lines ended by CR LF. Calls count from 1; a call after the last message has no message before it. */
export function chartCsv({ run, sent, counter, unit, inputAt }: ChartNumbers): string {
  const { before, tokens } = run.calls;
  const limit = Math.max(1, run.limit);
  const lines = [
    `call,before_message,policy_${unit},pressure,sent_tokens_${counter},limit_${unit},recorded_input_tokens,events`,
  ];
  for (let call = 0; call < tokens.length; call++) {
    const amount = tokens[call] as number;
    const message = before[call] as number;
    const cells = [
      call + 1,
      message < 0 ? '' : message,
      amount,
      (amount / limit).toFixed(4),
      sent?.[call] ?? '',
      run.limit,
      inputAt(call) ?? '',
      eventsAt(run, call),
    ];
    lines.push(cells.join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

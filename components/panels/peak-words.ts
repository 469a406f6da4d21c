/** What the peak of a run is of, and how high its window stood before: the memory acts between the one and the other. */

import { tokensBeforeActing } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { pressureText, whole } from '../ui/format';

/** "… call 12. Before it acted: up to 0.89, at call 48": what the curve's spikes and the events say. */
export function peakWords(run: Run): string {
  const { tokens } = run.calls;
  let highest = 0;
  let spike = 0;
  let before = tokensBeforeActing(run, 0);
  for (let call = 1; call < tokens.length; call++) {
    if ((tokens[call] as number) > (tokens[highest] as number)) highest = call;
    const stood = tokensBeforeActing(run, call);
    if (stood <= before) continue;
    before = stood;
    spike = call;
  }
  const peak = `Highest policy tokens ÷ limit at a call, after the memory acted: call ${whole(highest + 1)}`;
  if (before <= (tokens[highest] ?? 0)) return peak;
  return `${peak}. Before it acted: up to ${pressureText(before / Math.max(1, run.limit))}, at call ${whole(spike + 1)}`;
}

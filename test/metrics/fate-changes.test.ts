/** Where a message became what it is, against the ledger asked at every call. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fateAt } from '@/lib/engine/ledger';
import { type Run, State } from '@/lib/engine/run';
import { fateChanges } from '@/lib/metrics/fate-changes';
import { SUMMARIZERS } from '../fixtures/arbitrary-lane';
import { replayed } from '../systems/support';
import { billedCases } from './billed-runs';

/** The state at a call; where a summary came back, what it covers is in a summary still. */
function stateAt(run: Run, message: number, call: number): number {
  const { state, insert } = fateAt(run, message, call);
  return insert >= 0 && run.inserts[insert]?.kind === 'summary' && state === State.verbatim ? State.summarised : state;
}

/** Every call at which the state is another than at the call before. */
function plainChanges(run: Run, message: number): number[] {
  const calls: number[] = [];
  let before: number = State.verbatim;
  for (let call = run.arrivals.call[message] as number; call < run.calls.before.length; call++) {
    const state = stateAt(run, message, call);
    if (state !== before) calls.push(call);
    before = state;
  }
  return calls;
}

describe('changes of a fate', () => {
  it('are the calls at which the ledger tells another state than before, for every message under every system', () => {
    const seen = { summarised: 0, gone: 0, goneFromSummary: 0 };
    fc.assert(
      fc.property(billedCases, ({ system, config, guards, summarizer, transcript }) => {
        const { run } = replayed(system, transcript, { config, guards, summarizer: SUMMARIZERS[summarizer] as never });
        for (let message = 0; message < run.messageCount; message++) {
          const changes = Array.from(fateChanges(run, message));
          expect(changes, `message ${message} under ${system}`).toEqual(plainChanges(run, message));
          const states = changes.map((call) => stateAt(run, message, call));
          if (states.includes(State.summarised)) seen.summarised++;
          if (states.includes(State.evicted)) seen.gone++;
          if (states.indexOf(State.summarised) >= 0 && states.at(-1) === State.evicted) seen.goneFromSummary++;
        }
      }),
      { seed: 20_261_201, numRuns: Number(process.env.RUNS ?? 150) },
    );
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(30);
  });
});

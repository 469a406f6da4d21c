/** Survival runs: a message's life in runs says at every call what the ledger says. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  finalStates,
  runsOfMessages,
  type Segment,
  segmentsOf,
  statesSeen,
  survivalRuns,
} from '@/components/charts/survival/runs';
import { fateAt } from '@/lib/engine/ledger';
import { STATE_NAMES, State } from '@/lib/engine/run';
import { anyRun, runOf, type Step, TIGHT } from './runs';

function stateAt(segments: readonly Segment[], call: number): number {
  return segments.find(({ from, to }) => from <= call && call <= to)?.state ?? State.absent;
}

const results = (count: number, length: number): Step[] => Array.from({ length: count }, () => ({ result: length }));

describe('survival runs', () => {
  it('agree with the ledger for every message at every call', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const runs = survivalRuns(run);
        for (let message = 0; message < run.messageCount; message++) {
          const segments = segmentsOf(runs, message);
          for (let call = 0; call < run.calls.tokens.length; call++) {
            expect(stateAt(segments, call)).toBe(fateAt(run, message, call).state);
          }
        }
      }),
      { numRuns: 120, seed: 20250301 },
    );
  });

  it('leave no gap from the arrival to the last call, and no two neighbours alike', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const runs = survivalRuns(run);
        for (let message = 0; message < run.messageCount; message++) {
          const segments = segmentsOf(runs, message);
          expect(segments[0]?.from).toBe(run.arrivals.call[message]);
          expect(segments.at(-1)?.to).toBe(run.calls.tokens.length - 1);
          for (const [place, segment] of segments.entries()) {
            const next = segments[place + 1];
            if (!next) continue;
            expect(next.from).toBe(segment.to + 1);
            expect(next.state).not.toBe(segment.state);
          }
        }
      }),
      { numRuns: 120, seed: 20250302 },
    );
  });

  it('follow a message into a summary, and to the end of that summary', () => {
    const run = runOf([{ user: 0 }, ...results(12, 200)], { config: { ...TIGHT, keepRecent: 2 } });
    const runs = survivalRuns(run);
    const lives = Array.from({ length: run.messageCount }, (_, message) =>
      segmentsOf(runs, message).map(({ state }) => STATE_NAMES[state]),
    );
    expect(lives[0]).toEqual(['verbatim']);
    expect(lives).toContainEqual(['verbatim', 'summarised']);
    expect(statesSeen(runs)[State.summarised]).toBe(true);
  });

  it('call what went into no summary evicted', () => {
    const run = runOf(results(12, 200), { config: { ...TIGHT, keepRecent: 2 }, summary: null });
    expect(statesSeen(survivalRuns(run))[State.summarised]).toBe(false);
    expect(finalStates(survivalRuns(run))[State.evicted]).toBeGreaterThan(0);
  });

  it('count every message once at the end', () => {
    const run = runOf(results(20, 500), { config: TIGHT });
    const ends = finalStates(survivalRuns(run));
    expect(ends.reduce((sum, count) => sum + count, 0)).toBe(run.messageCount);
    expect(ends[State.absent]).toBe(0);
  });

  it('exist for an empty transcript beside its system prompt', () => {
    const runs = survivalRuns(runOf([]));
    expect(runs.messageCount).toBe(1);
    expect(segmentsOf(runs, 0)).toEqual([{ from: 0, to: 0, state: State.verbatim }]);
  });

  it('of some messages are those messages only', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 4 }), (run, every) => {
        const runs = survivalRuns(run);
        const messages = Int32Array.from({ length: Math.floor(run.messageCount / every) }, (_, place) => place * every);
        const some = runsOfMessages(runs, messages);
        expect(some.messageCount).toBe(messages.length);
        for (const [place, message] of messages.entries()) {
          expect(segmentsOf(some, place)).toEqual(segmentsOf(runs, message));
        }
      }),
      { numRuns: 60, seed: 20250320 },
    );
  });
});

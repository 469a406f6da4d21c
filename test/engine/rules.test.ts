/** Rules one by one: on many runs at once with proof that each had occasion to fail, and on runs with a fault put into them. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import { violationsOf } from '@/lib/engine/invariants';
import { decisionsAt, itemsOf, windowAt } from '@/lib/engine/ledger';
import { DECISIONS, type Run, State } from '@/lib/engine/run';
import type { Subject, Violation } from '@/lib/engine/violation';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import {
  arbitraryCase,
  type Case,
  guarded,
  mixed,
  published,
  replayed,
  replayedLater,
  SUMMARIZERS,
} from '../fixtures/arbitrary-lane';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';

// Many runs on a busy machine take longer than the default allows.
vi.setConfig({ testTimeout: 60_000 });

interface Checked {
  given: Case;
  subject: Subject;
  violations: Violation[];
}

const runs: { [guards: string]: Checked[] } = {};

beforeAll(() => {
  for (const [name, guards, seed] of [
    ['guarded', guarded, 41],
    ['published', published, 42],
    ['mixed', mixed, 43],
  ] as const) {
    runs[name] = fc.sample(arbitraryCase(guards), { seed, numRuns: 250 }).map((given) => {
      const subject = replayed(given);
      return { given, subject, violations: violationsOf(subject) };
    });
  }
});

const everyRun = (): Checked[] => Object.values(runs).flat();
const kindsOf = (run: Run) => Array.from(run.decisions.kind, (kind) => DECISIONS[kind]);

/** How many runs gave a rule something to be broken by. */
function occasions(test: (one: Checked) => boolean): number {
  return everyRun().filter(test).length;
}

const has = (kind: (typeof DECISIONS)[number]) => (one: Checked) => kindsOf(one.subject.run).includes(kind);
const hasState = (state: number) => (one: Checked) => one.subject.run.arrivals.state.includes(state);
const under = (guard: string, test: (one: Checked) => boolean) => (one: Checked) =>
  one.given.guards[guard] === true && test(one);
const hasGroups = ({ subject }: Checked) => subject.index.links.nextMember.some((next) => next >= 0);
const isPinned = ({ given, subject }: Checked) => {
  const { run, system, index, config, guards } = subject;
  const call = run.calls.before.length - 1;
  return (
    given.config.keepRecent !== 1000 && system.pins(windowAt(run, call), call, run, index, config, guards).some(Boolean)
  );
};

/** Rule, what it says in short, and what a run must have so that the rule could be broken there. */
const RULES: [string, string, (one: Checked) => boolean][] = [
  ['R1', 'every message is at every call in exactly one state', has('evicted')],
  ['R2', 'a message arrives at the call after it, and a refused one stays refused', hasState(State.refused)],
  ['R3', 'window and ledger agree', has('compacted')],
  ['R4', 'windows are in transcript order', has('compacted')],
  ['R5', 'nothing moves without a decision', has('evicted')],
  ['R6', 'policy tokens form a chain', has('compacted')],
  ['R7', 'policy tokens equal a recount from scratch', hasState(State.truncated)],
  ['R10', 'every decision has a reason', has('floor')],
  ['R13', 'tool results are cut and nothing else is', hasState(State.truncated)],
  ['R15', 'refused if and only if over the limit alone, or in a group that is broken', hasState(State.refused)],
  ['R16', 'nothing is taken below its threshold, and the end is under evictAt or at the floor', has('evicted')],
  ['R17', 'a compaction removes exactly its span', has('compacted')],
  ['R19', 'a summary knows what it stands for', ({ subject }) => subject.run.inserts.length > 0],
  ['R20', 'what is pinned is never taken', isPinned],
  ['R21', 'eviction is first in, first out', has('evicted')],
  [
    'R22',
    'a tool group stands whole or not at all',
    under('toolGroups', (one) => hasGroups(one) && has('compacted')(one)),
  ],
  ['R23', 'calls in flight and the newest group stay', under('toolGroups', has('evicted'))],
  ['R25', 'summaries are made once', under('summariesOnce', ({ subject }) => subject.run.inserts.length > 2)],
  ['R26', 'a futile pass is the last one', under('minGain', ({ subject }) => subject.run.summarizerCalls > 2)],
  ['R27', 'a summary no shorter than its span is refused', under('minGain', has('summary-refused'))],
  ['R28', 'the floor is reported once', has('floor')],
];

describe('rules on many runs', () => {
  it.each(RULES)('%s: %s', (rule, _, could) => {
    expect(
      everyRun()
        .flatMap((one) => one.violations)
        .filter((found) => found.rule === rule),
    ).toEqual([]);
    expect(occasions(could)).toBeGreaterThan(15);
  });

  it('R8: the same input gives the same run to the bit: again, on a shared index, and awaited', async () => {
    for (const { given, subject } of everyRun().filter((_, at) => at % 10 === 0)) {
      const index = indexTranscript(given.transcript);
      const first = replayed(given, index).run;
      expect(first).toEqual(subject.run);
      expect(replayed(given, index).run).toEqual(first);
      const summarizer = SUMMARIZERS[given.summarizer];
      const later = await replayedLater(given, async (request) => {
        await Promise.resolve();
        return summarizer?.(request) ?? null;
      });
      expect(later.run).toEqual(first);
    }
  });

  it('R8: other settings in between leave no trace in a shared index', () => {
    for (const { given, subject } of (runs.guarded ?? []).slice(0, 40)) {
      const index = indexTranscript(given.transcript);
      replayed({ ...given, config: { ...given.config, maxToolTokens: 7, truncationMarker: '' } }, index);
      replayed({ ...given, guards: completeGuards(subject.system, false) }, index);
      expect(replayed(given, index).run).toEqual(subject.run);
    }
  });

  it('R8: what is summarised is what the window held, in order', () => {
    let asked = 0;
    for (const { given } of everyRun().slice(0, 400)) {
      const summarizer = SUMMARIZERS[given.summarizer];
      const spans: { ordinal: number; items: number[]; texts: number }[] = [];
      const { run } = replayed({
        ...given,
        summarizer: (request) => {
          spans.push({ ordinal: request.ordinal, items: [...request.items], texts: request.messages().length });
          return summarizer?.(request) ?? null;
        },
      });
      asked += spans.length;
      expect(spans.map((span) => span.ordinal)).toEqual(spans.map((_, at) => at + 1));
      expect(spans.every((span) => span.texts === span.items.length)).toBe(true);
      const passes = [...run.decisions.kind.keys()].filter((at) =>
        ['compacted', 'summary-refused', 'summary-failed'].includes(
          DECISIONS[run.decisions.kind[at] as number] as string,
        ),
      );
      expect(passes.map((at) => [run.decisions.first[at], run.decisions.last[at], run.decisions.count[at]])).toEqual(
        spans.map(({ items }) => [items[0], items.at(-1), items.length]),
      );
    }
    expect(asked).toBeGreaterThan(200);
  });

  it('R9: pressure is tokens / limit: no line is crossed where nothing was done', () => {
    for (const { given, subject } of everyRun()) {
      const { run } = subject;
      for (let call = 0; call < run.calls.tokens.length; call++) {
        const { from, to } = decisionsAt(run, call);
        const acted = [...run.decisions.kind.slice(from, to)].some(
          (kind) => !['truncated', 'refused'].includes(DECISIONS[kind] as string),
        );
        if (!acted && !kindsOf(run).includes('floor') && !kindsOf(run).includes('summary-failed')) {
          expect((run.calls.tokens[call] as number) / run.limit).toBeLessThanOrEqual(given.config.evictAt as number);
        }
      }
    }
  });

  it('R18: NOTHING inserts nothing, whether said, empty or null', () => {
    for (const { given } of (runs.guarded ?? []).slice(0, 60)) {
      const silent = [() => null, () => '', () => ' NOTHING\n', () => '   '].map(
        (summarizer) => replayed({ ...given, summarizer }).run,
      );
      for (const run of silent) {
        expect(run.inserts).toEqual([]);
        expect(run).toEqual(silent[0]);
      }
    }
    expect(
      occasions(({ given, subject }) => given.summarizer === 'nothing' && kindsOf(subject.run).includes('compacted')),
    ).toBeGreaterThan(15);
  });

  it('R21: what was taken never returns', () => {
    for (const { subject } of everyRun()) {
      const { run } = subject;
      const taken = Array.from(run.transitions.subject);
      expect(new Set(taken).size).toBe(taken.length);
    }
  });

  it('R24: a pin by hand stays on its message', () => {
    let pinned = 0;
    for (const { given, subject } of runs.guarded ?? []) {
      const { run, index } = subject;
      const window = new Set(windowAt(run, run.calls.before.length - 1));
      const byHand = new Set(
        [...(given.config.explicit as number[]), ...index.transcript.messages.keys()].filter((message) => {
          const one = index.transcript.messages[message];
          return one && ((given.config.explicit as number[]).includes(message) || one.pinned);
        }),
      );
      for (const message of byHand) {
        const group = index.links.group[message];
        const isBroken = run.arrivals.state.some(
          (state, at) => state === State.refused && index.links.group[at] === group,
        );
        if (!isBroken) {
          expect(window.has(message)).toBe(true);
          pinned++;
        }
      }
    }
    expect(pinned).toBeGreaterThan(50);
  });

  it('R29: a summarizer that throws changes nothing', () => {
    for (const { subject } of everyRun()) {
      const { run } = subject;
      for (const [at, kind] of kindsOf(run).entries()) {
        if (kind !== 'summary-failed') continue;
        expect(run.decisions.after[at]).toBe(run.decisions.before[at]);
        expect(itemsOf(run, at)).toHaveLength(0);
      }
    }
    expect(occasions(has('summary-failed'))).toBeGreaterThan(15);
  });

  it('R30: none keeps everything', () => {
    const none = systemById('none');
    fc.assert(
      fc.property(arbitraryTranscript, (transcript) => {
        const subject = replayed({
          system: 'none',
          transcript,
          config: completeConfig(none),
          guards: {},
          summarizer: 'failing',
        });
        expect(violationsOf(subject)).toEqual([]);
        expect([...windowAt(subject.run, subject.run.calls.before.length - 1)]).toEqual([
          ...transcript.messages.keys(),
        ]);
        expect(subject.run.decisions.kind).toHaveLength(0);
      }),
      { seed: 30, numRuns: 60 },
    );
  });
});

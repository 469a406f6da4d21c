/** Document 003: two phases, three strategies, the cache with its hysteresis, the trimmer, write-back; the faults it fixed. */

import { describe, expect, it } from 'vitest';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { DECISIONS, State } from '@/lib/engine/run';
import type { SummaryRequest } from '@/lib/engine/system';
import { checkConfig, completeConfig, systemById } from '@/lib/systems/registry';
import { messagesFrom } from '../fixtures/transcript-text';
import { brokenGroups, type Replayed, replayed } from './support';

const system = systemById('context-manager');

function replay(drawing: string, options: NonNullable<Parameters<typeof replayed>[2]>): Replayed {
  return replayed('context-manager', messagesFrom(drawing), options);
}

const last = ({ run }: Replayed): number => run.calls.before.length - 1;
const windowOf = (outcome: Replayed, call = last(outcome)): number[] => [...windowAt(outcome.run, call)];
const kinds = ({ run }: Replayed): string[] => Array.from(run.decisions.kind, (kind) => DECISIONS[kind] as string);
/** Turns of a user message and an answer, 25 tokens each. */
const turns = (count: number): string =>
  Array.from(
    { length: count },
    (_, turn) => `user: ${turn} ${'q'.repeat(30)}\nassistant: ${turn} ${'a'.repeat(34)}`,
  ).join('\n');

describe('two phases', () => {
  it('the log takes a turn in when the next user message comes, and caps count finished turns only', () => {
    const outcome = replay(`${turns(4)}\nuser: now`, { config: { strategy: 'sliding_window', windowSize: 1 } });
    expect(windowOf(outcome)).toEqual([6, 7, 8]);
  });

  it('an unfinished turn is never lost: what was done in it is in the log when the next message comes', () => {
    const outcome = replay(
      'user: deploy\nassistant: -> deploy#a({})\ntool a: waiting for approval\nuser: approved\nassistant: done',
      { config: { strategy: 'keep_recent' } },
    );
    expect(windowOf(outcome, Array.from(outcome.run.calls.before).indexOf(4))).toEqual([0, 1, 2, 3]);
  });

  it('instructions come first, wherever they were written', () => {
    const outcome = replay('user: a\nassistant: b\ndeveloper: be brief\nuser: c', {});
    expect(windowOf(outcome)).toEqual([2, 0, 1, 3]);
  });
});

describe('three strategies', () => {
  it('keep_recent keeps messages, and steps back from a result to its call', () => {
    const drawing = 'user: a\nassistant: -> run#c({})\ntool c: 1\nassistant: ok\nuser: b';
    const outcome = replay(drawing, { config: { strategy: 'keep_recent', maxMessages: 2 } });
    expect(windowOf(outcome)).toEqual([1, 2, 3, 4]);
  });

  it('summarize folds all but the last turns, with the turns counted in the wording', () => {
    const outcome = replay(`${turns(5)}\nuser: now`, {
      config: { keepTurns: 2, summaryThreshold: 60, summaryMarker: '{count}: {summary}' },
      guards: false,
      summarizer: 'S{n} of {count}',
    });
    expect(outcome.sent(last(outcome))[0]).toEqual({ role: 'system', content: '3: S3 of 6' });
    expect(windowOf(outcome).slice(1)).toEqual([6, 7, 8, 9, 10]);
  });

  it('drop keeps the last turns and asks nobody', () => {
    const outcome = replay(`${turns(5)}\nuser: now`, {
      config: { keepTurns: 2, summaryThreshold: 60, summarizer: 'drop' },
    });
    expect(windowOf(outcome)).toEqual([6, 7, 8, 9, 10]);
    expect(outcome.run.summarizerCalls).toBe(0);
  });

  it('the default is summarize with llm, not a stack without bounds', () => {
    expect(completeConfig(system)).toMatchObject({ strategy: 'summarize', summarizer: 'llm', hysteresis: 0.2 });
    expect(completeConfig(system, { summarizer: 'fixed', summaryThreshold: null })).toMatchObject({
      summarizer: 'llm',
      summaryThreshold: 0,
    });
  });
});

describe('the summary is used again until the log is over its budget by the hysteresis', () => {
  const asked = (hysteresis: number, guards: boolean): number =>
    replay(turns(16), { config: { keepTurns: 1, summaryThreshold: 80, hysteresis }, guards, summarizer: 'S' }).run
      .summarizerCalls;

  it('so that more of it asks the summarizer less often', () => {
    expect(asked(0, false)).toBeGreaterThan(asked(0.5, false));
    expect(asked(0.5, false)).toBeGreaterThan(asked(1.5, false));
  });

  it('as published a summary that leaves the log too large is made again at every call; written back it is not', () => {
    const config = { keepTurns: 4, summaryThreshold: 60, hysteresis: 0 };
    const published = replay(turns(12), { config, guards: false, summarizer: 'S' }).run;
    const guarded = replay(turns(12), { config, guards: true, summarizer: 'S' }).run;
    expect(published.summarizerCalls).toBeGreaterThan(guarded.summarizerCalls - 1);
    expect(published.inserts.every((insert) => insert.generation === 1)).toBe(true);
  });
});

describe('write-back', () => {
  const config = { keepTurns: 1, summaryThreshold: 70, hysteresis: 0.2 };

  it('folded turns leave the log, and the next summary takes up the last', () => {
    const requests: SummaryRequest[] = [];
    const guarded = replay(turns(9), {
      config,
      summarizer: (request) => {
        requests.push(request);
        return `S${request.ordinal}`;
      },
    });
    expect(requests.map((request) => request.previous)).toEqual([
      null,
      ...requests.slice(1).map((_, place) => `S${place + 1}`),
    ]);
    const covered = requests.flatMap((request) => [...request.items]);
    expect(covered).toEqual(covered.map((_, place) => place));
    expect(guarded.run.inserts.at(-1)?.covers).toBe(covered.length);
  });

  it('a failed summary drops nothing; as published it drops the turns from the window', () => {
    const published = replay(turns(6), { config, guards: false, summarizer: 'FAIL' });
    const guarded = replay(turns(6), { config, summarizer: 'FAIL' });
    expect(fateAt(published.run, 0, last(published)).state).toBe(State.evicted);
    expect(fateAt(guarded.run, 0, last(guarded)).state).toBe(State.verbatim);
    expect(kinds(guarded)).toContain('summary-failed');
    expect(system.eventsAt?.(last(published), published.run, published.index, published.config)).toEqual([
      { type: 'summaryError' },
    ]);
  });

  it('a summary longer than what it replaces is refused', () => {
    const outcome = replay(turns(6), { config, summarizer: 'w '.repeat(400) });
    expect(kinds(outcome)).toContain('summary-refused');
    expect(outcome.run.inserts).toHaveLength(0);
  });
});

describe('the trimmer', () => {
  it('drops the oldest groups of the log, whole, and brings back what fits again', () => {
    const outcome = replay(
      `user: first\nassistant: -> run#a({})\ntool a: r ×200\nassistant: ok\nuser: second\nassistant: -> big#b({})
      tool b: b ×1000\nuser: third\nassistant: small`,
      { config: { strategy: 'sliding_window', windowSize: 1, contextWindow: 300, reserve: 0 } },
    );
    for (let call = 0; call <= last(outcome); call++) expect(brokenGroups(outcome, call)).toEqual([]);
    expect(kinds(outcome)).toContain('trimmed');
  });

  it('never drops the newest group of the turn, nor its user message: a floor says what would do', () => {
    const outcome = replay('user: go\nassistant: -> run#a({})\ntool a: r ×4000', {
      config: { contextWindow: 500, reserve: 100 },
    });
    expect(windowOf(outcome)).toEqual([0, 1, 2]);
    expect(kinds(outcome)).toEqual(['floor']);
    const tokens = outcome.run.calls.tokens[last(outcome)] as number;
    expect(system.explain(0, outcome.run, outcome.config, outcome.guards)).toContain(
      `A window of ${String(tokens + 100).replace(/\B(?=(\d{3})+$)/g, ',')} tokens would do.`,
    );
    expect(outcome.run.summarizerCalls).toBe(0);
  });

  it('a result that comes after the next user message stays with its call; as published they part', () => {
    const drawing = `user: go\nassistant: -> run#a({})\nuser: are you there ${'?'.repeat(200)}\ntool a: late ×30\nassistant: yes`;
    const config = { contextWindow: 100, reserve: 0 };
    const parted = (guards: boolean) => {
      const outcome = replay(drawing, { config, guards });
      return Array.from({ length: last(outcome) + 1 }, (_, call) => brokenGroups(outcome, call)).flat();
    };
    expect(parted(true)).toEqual([]);
    expect(parted(false)).not.toEqual([]);
  });
});

describe('settings', () => {
  it('a reserve larger than the window is an error with the arithmetic, not a negative limit', () => {
    const [problem] = checkConfig(system, completeConfig(system, { contextWindow: 8000, reserve: 13_000 }));
    expect(problem).toMatchObject({ parameter: 'reserve', severity: 'error' });
    expect(problem?.message).toContain('8,000 − 13,000 = −5,000');
  });

  it.each([
    [{ summaryThreshold: 200_000 }, 'summaryThreshold', 'warning'],
    [{ strategy: 'keep_recent', maxMessages: 0 }, 'maxMessages', 'error'],
    [{ strategy: 'sliding_window', windowSize: 0 }, 'windowSize', 'error'],
    [{ summaryMarker: 'gone' }, 'summaryMarker', 'warning'],
  ])('%j', (config, parameter, severity) => {
    expect(checkConfig(system, completeConfig(system, config))).toContainEqual(
      expect.objectContaining({ parameter, severity }),
    );
  });
});

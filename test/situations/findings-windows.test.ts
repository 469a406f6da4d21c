/** Findings on how windows change: taken too early, all at once, at every call; and estimates that miss the exact count. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowAt } from '@/lib/engine/ledger';
import { breaksOf } from '@/lib/metrics/findings/cache';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { messagesFrom } from '../fixtures/transcript-text';
import { CONFIGS } from '../systems/arbitrary-configs';
import { replayed } from '../systems/support';
import { situation, turns } from './support';

const opening = messagesFrom(`
  system: You are an engineer.
  user:   TASK: find out why checkout is slow
`);
const long = [...opening, ...turns(60)];
const exact = { ratio: 1, reserveCompletion: 0 };

describe('compaction where there is still room', () => {
  it('is told with the least tokens at which something was taken', () => {
    const early = situation('managed-window', long, { config: { ...exact, window: 6000, compactAt: 0.2 } });
    const { sentence = '', calls = [] } = early.finding('early-compaction') ?? {};
    expect(sentence).toMatch(/less than 30 % of the 6,000 tokens that the model takes, at the least 1,2\d\d \(2\d %\)/);
    for (const call of calls) expect(early.run.calls.tokens[call] as number).toBeLessThan(1800);
  });

  it('is not told where compaction starts at 30 % or later, nor of a policy that knows no window', () => {
    const later = situation('managed-window', long, { config: { ...exact, window: 6000, compactAt: 0.4 } });
    expect(later.run.inserts.length).toBeGreaterThan(0);
    expect(later.finding('early-compaction')).toBeUndefined();
    const phases = { counter: 'chars4', hardLimit: 900, targetLimit: 500 };
    expect(situation('three-phase', long, { config: phases }).finding('early-compaction')).toBeUndefined();
  });
});

describe('most of the window at once', () => {
  const config = { strategy: 'summarize', keepTurns: 1, contextWindow: 4000, reserve: 0 };

  it('is a warning where nothing stands for what left, and a note where a summary does', () => {
    const dropped = situation('context-manager', long, { config: { ...config, summarizer: 'drop' } });
    const summed = situation('context-manager', long, { config });
    expect(dropped.finding('wholesale-loss')?.severity).toBe('warning');
    expect(summed.finding('wholesale-loss')?.severity).toBe('note');
    const { sentence = '', calls = [] } = summed.finding('wholesale-loss') ?? {};
    const [, call, from, to] =
      /At call (\d+) \d+ % of the window goes, from ([\d,]+) to ([\d,]+) tokens, with \d+ messages; a summary stands for them\.$/.exec(
        sentence,
      ) ?? [];
    expect(Array.from(calls)).toContain(Number(call) - 1);
    const number = (text = '') => Number(text.replaceAll(',', ''));
    expect(number(to)).toBe(summed.run.calls.tokens[Number(call) - 1]);
    expect(number(to) / number(from)).toBeLessThan(0.4);
  });

  it('is not told of windows that shrink bit by bit', () => {
    const slowly = situation('message-cap', long, { config: { maxMessages: 20 } });
    expect(slowly.finding('wholesale-loss')).toBeUndefined();
  });
});

describe('a prompt cache that is broken call after call', () => {
  it('is told of a window that slides, and not of one that compacts now and then', () => {
    const sliding = situation('message-cap', long, { config: { maxMessages: 20 } });
    expect(sliding.finding('cache-broken')?.sentence).toMatch(/^From call \d+ on \d+ of \d+ windows \(\d+ %\) are not/);
    const steps = situation('managed-window', long, { config: { ...exact, window: 3000 } });
    expect(steps.run.inserts.length).toBeGreaterThan(1);
    expect(steps.finding('cache-broken')).toBeUndefined();
  });

  it.each(Object.entries(CONFIGS))(
    '%s: breaks are the calls whose window does not go on from the one before',
    (id, config) => {
      fc.assert(
        fc.property(arbitraryTranscript, config, fc.boolean(), (transcript, given, guards) => {
          const { run } = replayed(id, transcript, { config: given, guards });
          const broken = new Set(breaksOf(run));
          for (let call = 1; call < run.calls.before.length; call++) {
            const [before, now] = [windowAt(run, call - 1), windowAt(run, call)];
            const goesOn = before.every((item, place) => now[place] === item);
            if (!goesOn) expect(broken.has(call)).toBe(true);
          }
        }),
        { seed: 61, numRuns: Number(process.env.RUNS ?? 40) },
      );
    },
  );
});

describe('what must stay is over a threshold', () => {
  const config = { ...exact, window: 3000, keepRecent: 24, compactAt: 0.3, evictAt: 0.95 };

  it('is told before it is a floor', () => {
    const outcome = situation('managed-window', long, { config });
    expect(outcome.finding('floor')).toBeUndefined();
    expect(outcome.finding('floor-over-threshold')?.sentence).toMatch(
      /^At the last call (9|1,)\d+ tokens cannot be taken .* “compact” is at 900 \(pressure 0\.30\)/,
    );
    const roomy = situation('managed-window', long, { config: { ...config, keepRecent: 4 } });
    expect(roomy.finding('floor-over-threshold')).toBeUndefined();
  });
});

describe('an estimate that is off', () => {
  const config = { ...exact, window: 3000 };
  const { run } = replayed('managed-window', long, { config });
  const scaled = (factor: number) => Int32Array.from(run.calls.tokens, (tokens) => Math.round(tokens * factor));

  it.each([
    [1.05, undefined],
    [1.25, 'The estimate is 20 % under the exact count'],
    [0.9, undefined],
    [0.5, 'The estimate is 100 % over the exact count'],
  ])('sent is %d times what is counted', (factor, title) => {
    expect(situation('managed-window', long, { config, sent: scaled(factor) }).finding('estimate-off')?.title).toBe(
      title,
    );
  });

  it('is not told where requests are over the window because of it: that is graver', () => {
    const far = situation('managed-window', long, { config, sent: scaled(1.7) });
    expect(far.finding('estimate-error')).toBeDefined();
    expect(far.finding('estimate-off')).toBeUndefined();
  });
});

/** Run metrics against a plain reading of the ledger, and on a small run counted by hand. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { replay, runSync } from '@/lib/engine/replay';
import { State } from '@/lib/engine/run';
import type { Message } from '@/lib/engine/transcript';
import { endStates } from '@/lib/metrics/ends';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { sentTokens } from '@/lib/metrics/sent-tokens';
import { notedSummarizer, yardstickMetrics } from '@/lib/metrics/yardstick-metrics';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { words } from '@/lib/tokenizers/words';
import { lanes, managedRun, transcripts, vectorRuns } from './generated';

describe('end states', () => {
  it('are the fates at the last call', () => {
    fc.assert(
      fc.property(transcripts, lanes, (transcript, lane) => {
        const { run } = managedRun(transcript, lane);
        const last = run.calls.before.length - 1;
        const fates = transcript.messages.map((_message, message) => fateAt(run, message, last).state);
        expect(Array.from(endStates(run))).toEqual(fates);
      }),
      { seed: 20_260_102, numRuns: 300 },
    );
  });

  it('say of every golden run which messages are still in the last window, and which only in an insert', () => {
    for (const { name, run } of vectorRuns()) {
      const last = run.calls.before.length - 1;
      const alone = new Set(windowAt(run, last));
      for (const [message, end] of endStates(run).entries()) {
        const fate = fateAt(run, message, last);
        const stands = end === State.verbatim || end === State.truncated;
        if (alone.has(message)) expect(stands, `${name}, message ${message}`).toBe(true);
        // Not alone and still there word for word: inside an insert that is itself in the window.
        else if (stands) expect(alone.has(~fate.insert), `${name}, message ${message}`).toBe(true);
        else expect(end, `${name}, message ${message}`).toBe(fate.state);
      }
    }
  });
});

/** Every message costs 4 + floor(40 / 4) + 1 = 15 policy tokens, and 4 + 1 = 5 under `words`. */
const line = (role: Message['role'], start: string): Message => ({ role, content: start.padEnd(40, 'x') });

function smallRun() {
  const messages = [
    line('user', 'task'),
    line('assistant', 'one'),
    line('user', 'actually'),
    line('assistant', 'two'),
    line('assistant', 'three'),
    line('assistant', 'four'),
    line('assistant', 'five'),
  ];
  const system = systemById('managed-window');
  const config = completeConfig(system, {
    window: 80,
    ratio: 1,
    reserveCompletion: 0,
    compaction: false,
    evictAt: 0.9,
    keepRecent: 1,
    explicit: [3],
  });
  const guards = completeGuards(system, false);
  const index = indexTranscript({ messages });
  const counts = countTranscript({ messages }, chars4);
  const yardstick = countTranscript({ messages }, words);
  const noted = notedSummarizer(fixedSummarizer(null));
  const run = runSync(replay({ index, system, config, guards, counts, counter: chars4 }), noted.summarizer);
  const sent = sentTokens(run, index, yardstick, words, (item) => system.present(item, run, index, config, guards));
  return { run, index, config, yardstick, sent, exchanges: noted.exchanges(index, yardstick, words) };
}

describe('run metrics', () => {
  it('of a small run, counted by hand', () => {
    const { run, index, config } = smallRun();
    // Policy tokens at the calls: 15, 45, 60, 75 over 72 so 60, 60 again, and 60 after the last eviction.
    expect(Array.from(run.calls.tokens)).toEqual([15, 45, 60, 60, 60, 60]);
    expect(runMetrics(run, index, config)).toEqual({
      calls: 6,
      peakPressure: 60 / 80,
      meanPressure: (15 + 45 + 60 * 4) / 6 / 80,
      callsOverBudget: 0,
      compactions: 0,
      evictions: 3,
      truncations: 0,
      refused: 0,
      summarizerCalls: 0,
      summarizerFailures: 0,
      lostMessages: 3,
      lostTokens: 45,
      summarisedMessages: 0,
      task: 'verbatim',
      corrections: { total: 1, kept: 1 },
      // As published a pin by hand stays on the position, and the message slips away.
      pins: { total: 1, kept: 0 },
    });
  });

  it('of the same run under the yardstick', () => {
    const { run, yardstick, sent, exchanges } = smallRun();
    expect(yardstickMetrics(run, yardstick, sent, exchanges)).toEqual({
      sentTokens: 5 + 15 + 20 * 4,
      sentPeak: 20,
      lostSentTokens: 15,
      summarizerInputTokens: 0,
      summarizerOutputTokens: 0,
    });
  });

  it('count what the summarizer was given and wrote', () => {
    const messages = Array.from({ length: 12 }, (_, number) => line(number === 0 ? 'user' : 'assistant', `m${number}`));
    const system = systemById('managed-window');
    const config = completeConfig(system, { window: 100, ratio: 1, reserveCompletion: 0, keepRecent: 1, maxSpan: 3 });
    const guards = completeGuards(system, true);
    const index = indexTranscript({ messages });
    const counts = countTranscript({ messages }, chars4);
    const yardstick = countTranscript({ messages }, words);
    const noted = notedSummarizer(fixedSummarizer('two words'));
    const run = runSync(replay({ index, system, config, guards, counts, counter: chars4 }), noted.summarizer);
    const exchanges = noted.exchanges(index, yardstick, words);
    const metrics = yardstickMetrics(run, yardstick, new Int32Array(1), exchanges);
    expect(run.summarizerCalls).toBeGreaterThan(0);
    expect(exchanges).toHaveLength(run.summarizerCalls);
    expect(metrics.summarizerOutputTokens).toBe(2 * run.summarizerCalls);
    const covered = run.inserts.reduce((total, insert) => total + insert.covers, 0);
    expect(runMetrics(run, index, config).summarizerFailures).toBe(0);
    expect(metrics.summarizerInputTokens).toBe(covered * 5);
    expect(runMetrics(run, index, config).pins).toEqual({ total: 0, kept: 0 });
  });

  it('say null for the task where nobody ever asked for anything', () => {
    const lane = { window: 1000, keepRecent: 1, maxToolTokens: 50, explicit: [], guards: true, summary: null };
    const { run, index, config } = managedRun({ messages: [line('assistant', 'alone')] }, lane);
    expect(runMetrics(run, index, config).task).toBeNull();
    expect(runMetrics(run, index, {}).corrections).toEqual({ total: 0, kept: 0 });
  });
});

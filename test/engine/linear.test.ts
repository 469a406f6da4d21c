/** R11: a replay is linear in its messages, counted in reads of the columns and never in time. */

import { describe, expect, it, vi } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import { State } from '@/lib/engine/run';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { replayed } from '../fixtures/arbitrary-lane';
import { chars4 } from '../fixtures/chars4';

// Many runs on a busy machine take longer than the default allows.
vi.setConfig({ testTimeout: 60_000 });

describe('R11: linear', () => {
  /** Counts reads of the per-message columns: work, without a clock. */
  function readsOf(count: number, config: { [name: string]: unknown }, pinned: boolean): number {
    const content = (message: number) => `message ${message} `.padEnd(40 + ((message * 37) % 90), 'x');
    const messages = Array.from({ length: count }, (_, message) => ({
      role: message % 3 === 0 ? ('user' as const) : ('assistant' as const),
      content: pinned && message % 2 === 0 ? `Actually, ${content(message)}` : content(message),
    }));
    const index = indexTranscript({ messages });
    let reads = 0;
    const watched = <T extends Int32Array | Uint8Array>(column: T): T =>
      new Proxy(column, {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    const system = systemById('managed-window');
    const watchedIndex = {
      ...index,
      roles: watched(index.roles),
      codePoints: watched(index.codePoints),
      links: { ...index.links, group: watched(index.links.group), lastResult: watched(index.links.lastResult) },
    };
    replayed(
      {
        system: system.id,
        transcript: { messages },
        config: completeConfig(system, { window: 6000, ratio: 1, reserveCompletion: 0, ...config }),
        guards: completeGuards(system, true),
        summarizer: 'short',
      },
      watchedIndex,
    );
    return reads;
  }

  it.each([
    ['a steady run', {}, false],
    ['pins that fill the window', {}, true],
    ['everything recent', { keepRecent: 1_000_000 }, false],
    ['eviction only', { compaction: false }, false],
    ['nothing gains enough', { minGain: 0.5 }, false],
  ])('R11: twice the messages are at most about twice the reads: %s', (_, config, pinned) => {
    const once = readsOf(4000, config, pinned);
    expect(readsOf(8000, config, pinned) / once).toBeLessThan(2.4);
    expect(once).toBeGreaterThan(4000);
  });

  it('R11: a text is counted once and cut once, however often settings come back', () => {
    const messages = [
      { role: 'tool' as const, tool_call_id: 'x', content: 'y'.repeat(9000) },
      { role: 'user' as const, content: 'go' },
    ];
    const index = indexTranscript({ messages });
    let counted = 0;
    const system = systemById('managed-window');
    const counter = {
      ...chars4,
      count: (text: string) => {
        if (text.length > 100) counted++;
        return chars4.count(text);
      },
    };
    const { countCodePoints: _, ...slow } = counter;
    const config = completeConfig(system, { maxToolTokens: 50 });
    for (let time = 0; time < 5; time++) {
      const subject = replayed(
        {
          system: system.id,
          transcript: { messages },
          config,
          guards: completeGuards(system),
          summarizer: 'short',
          counter: slow,
        },
        index,
      );
      expect(subject.run.arrivals.state[0]).toBe(State.truncated);
    }
    expect(counted).toBe(1 + 5);
  });
});

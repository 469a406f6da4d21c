/** Files with very many messages are read, counted and replayed: nothing on the way recurses or spreads a list into a call. */

import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { replay, runSync } from '@/lib/engine/replay';
import type { Transcript } from '@/lib/engine/transcript';
import { openingCost } from '@/lib/importers/opening-cost';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { read } from './support';

const MANY = 300_000;

/** Replays a transcript with every system that keeps a window, and gives the numbers of calls. */
function replays(transcript: Transcript): number[] {
  const index = indexTranscript(transcript);
  const counts = countTranscript(transcript, chars4);
  return ['none', 'managed-window'].map((id) => {
    const system = systemById(id);
    const settings = { config: completeConfig(system), guards: completeGuards(system, true) };
    const run = runSync(replay({ index, counts, counter: chars4, system, ...settings }), fixedSummarizer('S{n}'));
    return run.calls.before.length;
  });
}

describe('300,000 messages', () => {
  it('of chat lines are read, counted and replayed', { timeout: 120_000 }, async () => {
    const lines: string[] = [];
    for (let index = 0; index < MANY / 3; index++) {
      const call = { id: `c${index}`, type: 'function', function: { name: 'look', arguments: '{}' } };
      lines.push(JSON.stringify({ role: 'user', content: `question ${index}` }));
      lines.push(JSON.stringify({ role: 'assistant', content: null, tool_calls: [call] }));
      lines.push(JSON.stringify({ role: 'tool', tool_call_id: call.id, content: `answer ${index}` }));
    }
    const report = await read(lines.join('\n'));
    const messages = report.conversations[0]?.messages ?? [];
    expect(messages).toHaveLength(MANY);
    expect(replays({ messages })).toEqual([MANY / 3 + 1, MANY / 3 + 1]);
  });

  it('of a session that is one chain of lines are read in order', { timeout: 120_000 }, async () => {
    const lines: string[] = [];
    for (let index = 0; index < MANY; index++) {
      const type = index % 2 === 0 ? 'user' : 'assistant';
      const message = { role: type, id: `m${index}`, content: [{ type: 'text', text: `text ${index}` }] };
      lines.push(
        JSON.stringify({ type, uuid: `u${index}`, parentUuid: index === 0 ? null : `u${index - 1}`, message }),
      );
    }
    const report = await read(lines.join('\n'));
    const messages = report.conversations[0]?.messages ?? [];
    expect(report.format).toBe('claude-code');
    expect(messages).toHaveLength(MANY);
    expect(messages.every(({ content }, index) => content === `text ${index}`)).toBe(true);
  });
});

describe('openingCost', () => {
  it('asks for what a tab may not hold, and for nothing less', () => {
    expect(openingCost(100_000_000, false).ask).toBe(false);
    expect(openingCost(700_000_000, false)).toMatchObject({ ask: true, bytes: 700_000_000 });
    expect(openingCost(700_000_000, false).memory).toBeGreaterThan(700_000_000);
    expect(openingCost(20_000_000, true).ask).toBe(false);
    expect(openingCost(100_000_000, true).ask).toBe(true);
  });
});

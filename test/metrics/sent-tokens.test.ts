/** Sent tokens in one pass against a recount of every window from scratch. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageCost, toolsText } from '@/lib/engine/accounting';
import { windowAt } from '@/lib/engine/ledger';
import { sentTokens } from '@/lib/metrics/sent-tokens';
import { lanes, managedRun, transcripts, vectorRuns } from './generated';

/** Tokens of every window, counted from its messages. */
function recounted({ run, index, yardstick, present }: ReturnType<typeof managedRun>): number[] {
  const schemas = toolsText(index.transcript);
  return Array.from(run.calls.before, (_before, call) => {
    let total = schemas === '' ? 0 : yardstick.count(schemas);
    for (const item of windowAt(run, call)) total += messageCost(present(item), yardstick);
    return total;
  });
}

describe('sent tokens', () => {
  it('equal a recount of every window, whatever was cut, summarised or evicted', () => {
    let rewritten = 0;
    fc.assert(
      fc.property(transcripts, lanes, (transcript, lane) => {
        const replayed = managedRun(transcript, lane);
        const { run, index, yardstick, yardstickCounts, present } = replayed;
        expect(Array.from(sentTokens(run, index, yardstickCounts, yardstick, present))).toEqual(recounted(replayed));
        rewritten += run.transitions.subject.length;
      }),
      { seed: 20_260_101, numRuns: 400 },
    );
    // The generated lanes do take messages out: a pass that only ever adds would not get here.
    expect(rewritten).toBeGreaterThan(1000);
  });

  it('equal the recount for every system and golden transcript', () => {
    for (const { name, ...replayed } of vectorRuns()) {
      const { run, index, yardstick, yardstickCounts, present } = replayed;
      const sent = sentTokens(run, index, yardstickCounts, yardstick, present);
      expect(Array.from(sent), name).toEqual(recounted(replayed));
    }
  });

  it('asks for a cut text once, however many calls it stands in', () => {
    const long = 'word '.repeat(2000);
    const call = { id: 'a', type: 'function' as const, function: { name: 'read', arguments: '{}' } };
    const transcript = {
      messages: [
        { role: 'user' as const, content: 'read it' },
        { role: 'assistant' as const, content: null, tool_calls: [call] },
        { role: 'tool' as const, content: long, tool_call_id: 'a' },
        ...Array.from({ length: 20 }, () => ({ role: 'assistant' as const, content: 'next' })),
      ],
    };
    const lane = { window: 5000, keepRecent: 4, maxToolTokens: 50, explicit: [], guards: true, summary: null };
    const { run, index, yardstick, yardstickCounts, present } = managedRun(transcript, lane);
    let counted = 0;
    const counter = { ...yardstick, count: (text: string) => ++counted && yardstick.count(text) };
    const sent = sentTokens(run, index, yardstickCounts, counter, present);
    // One content, nothing else: a tool result carries no calls.
    expect(counted).toBe(1);
    expect(sent[1]).toBeLessThan(yardstickCounts.message[2] as number);
  });
});

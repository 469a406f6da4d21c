/** Labels by hand: a rule for one message goes before what the transcript and every other rule say. */
import { describe, expect, it } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import type { Message } from '@/lib/engine/transcript';
import { Label, labelsOf, ruleProblems } from '@/lib/systems/three-phase/labels';

const messages: Message[] = [
  { role: 'user', content: 'Watch the checkout.' },
  { role: 'tool', tool_call_id: 'a', content: 'health 200', priority: 'low' },
  { role: 'tool', tool_call_id: 'b', content: 'p95 1720 ms' },
];

describe('labels by hand', () => {
  it('go before the transcript and before other rules, for that message alone', () => {
    const index = indexTranscript({ messages });
    const labels = labelsOf(index, [
      { role: 'tool', priority: 'low' },
      { message: 1, priority: 'high' },
    ]);
    expect(labels[1]).toBe(Label.observation | Label.high);
    expect(labels[2]).toBe(Label.observation | Label.low);
    expect(labels[0]).toBe(0);
  });

  it('name a message by its number, or are refused in words', () => {
    expect(ruleProblems([{ message: 3, priority: 'low' }])).toEqual([]);
    expect(ruleProblems([{ message: -1, priority: 'low' }])[0]?.message).toContain('the number of a message');
  });
});

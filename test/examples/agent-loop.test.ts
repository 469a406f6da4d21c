/** The example runs: a fake model that takes its time works through a long task, and every window it is sent is sound. */

import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { decisionsAt } from '@/lib/engine/ledger';
import { DECISIONS } from '@/lib/engine/run';
import { linkTools, type Message, type ToolCall } from '@/lib/engine/transcript';
import { agentLoop } from './agent-loop';

const ROUNDS = 60;
const TASK = 'TASK: find the flaky test and mend it.';

afterEach(() => {
  vi.restoreAllMocks();
});

const later = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Calls two tools a round, and answers in the end. Notes what it was sent and what it was asked to summarise. */
function fakeModel() {
  const windows: Message[][] = [];
  const orders: string[] = [];
  const model = async (messages: Message[]): Promise<Message> => {
    await later(0);
    const [first] = messages;
    if (messages.length === 1 && first?.content?.startsWith('Keep decisions')) {
      orders.push(first.content);
      return { role: 'assistant', content: `Notes ${orders.length}: the clock is not mocked.` };
    }
    windows.push(messages);
    const round = windows.length;
    if (round > ROUNDS) return { role: 'assistant', content: 'Mended: the clock is mocked now.' };
    const call = (letter: string): ToolCall => ({
      id: `${letter}${round}`,
      type: 'function',
      function: { name: 'run_tests', arguments: JSON.stringify({ round }) },
    });
    return { role: 'assistant', content: `Round ${round}.`, tool_calls: [call('a'), call('b')] };
  };
  return { windows, orders, model };
}

it('keeps the task, the pairs and the budget over a hundred and twenty tool calls', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { windows, orders, model } = fakeModel();
  const came: string[] = [];
  const { answer, memory } = await agentLoop(TASK, model, async ({ id }) => {
    // The second of two results comes first.
    await later(id.startsWith('a') ? 3 : 1);
    came.push(id);
    return `${id}: ${'ok '.repeat(id === 'b7' ? 5000 : 100)}`;
  });
  expect(answer.content).toBe('Mended: the clock is mocked now.');
  expect(came.slice(0, 4)).toEqual(['b1', 'a1', 'b2', 'a2']);
  expect(orders.length).toBeGreaterThan(2);
  expect(windows).toHaveLength(ROUNDS + 1);
  for (const window of windows) {
    expect(window[0]?.role).toBe('system');
    expect(window.some((message) => message.content === TASK)).toBe(true);
    const { orphan, unanswered } = linkTools(window);
    expect([...orphan, ...unanswered].some((count) => count !== 0)).toBe(false);
  }
  expect(memory.pressure).toBeLessThanOrEqual(0.9);
  expect(memory.waiting).toEqual([]);
  expect(warned.mock.calls.map(([reason]) => String(reason))).toEqual([
    expect.stringContaining('came with 3,756 tokens; over the limit of 500'),
  ]);
  const run = await memory.run();
  expect(run.summarizerCalls).toBe(orders.length);
  // Between two calls of the model no compaction ever begins before the one under way has ended.
  for (let call = 0; call < run.calls.before.length; call++) {
    const { from, to } = decisionsAt(run, call);
    for (let decision = from + 1; decision < to; decision++) {
      if (DECISIONS[run.decisions.kind[decision] as number] !== 'compacted') continue;
      expect(run.decisions.before[decision]).toBe(run.decisions.after[decision - 1]);
    }
  }
});

it('is the code that the README shows', () => {
  const [, shown = ''] = readFileSync('test/examples/agent-loop.ts', 'utf8').split('// ───\n');
  expect(shown.length).toBeGreaterThan(500);
  expect(readFileSync('README.md', 'utf8')).toContain(shown.replaceAll("'../../lib/", "'./lib/"));
});

// Kimi CLI wire logs: steps with parallel calls, undone turns, and both readings of a compaction.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countCalls, fixture, hasShared, lines, read, SHARED } from './support';

const contents = (messages: readonly { content: string | null }[]): (string | null)[] =>
  messages.map(({ content }) => content);

describe('a Kimi CLI session', () => {
  it('puts a step together, its results behind it, and what came meanwhile behind those', async () => {
    const [main] = (await read(fixture('kimi-cli.jsonl'))).conversations;
    expect(main?.messages.slice(2, 6).map(({ role, tool_call_id: id }) => [role, id])).toEqual([
      ['assistant', undefined],
      ['tool', 'Read_1'],
      ['tool', 'Read_0'],
      ['user', undefined],
    ]);
    expect(main?.messages[2]).toMatchObject({ reasoning: 'Two logs, read both.', content: null });
    expect(main?.usage[0]).toEqual({ message: 2, input: 405, output: 20 });
    expect(main?.tools).toHaveLength(1);
  });

  it('offers the full history, what the model saw after the compaction, and the undone turn', async () => {
    const { conversations, skipped } = await read(fixture('kimi-cli.jsonl'));
    const [main, after, branch] = conversations;
    expect(conversations.map(({ part }) => part)).toEqual(['main', 'after compaction', 'branch']);
    expect(main?.boundaries).toEqual([{ before: 8, trigger: 'auto', preTokens: 900 }]);
    expect(contents(after?.messages ?? [])).toEqual([
      'You tend the lighthouse log.',
      'Keep it, and call the coast guard.',
      'Compacted: fog in the west, one log lost.',
      'The coast guard is on its way.',
    ]);
    expect(contents(main?.messages ?? [])).not.toContain('Delete the west log.');
    expect(branch?.messages.at(-1)?.content).toBe('Are you sure about that?');
    expect(skipped).toEqual([{ line: 30, reason: 'a loop event of the type "step.dream"' }]);
  });

  it('reads a compaction of earlier versions, which kept the end of the history', async () => {
    const message = (content: string): unknown => ({
      type: 'context.append_message',
      message: { role: 'user', content },
    });
    const { conversations } = await read(
      lines(message('one'), message('two'), message('three'), {
        type: 'context.apply_compaction',
        summary: 'one and two',
        compactedCount: 2,
      }),
    );
    expect(contents(conversations[1]?.messages ?? [])).toEqual(['one and two', 'three']);
  });

  it('begins anew after a clear, and refuses to undo more turns than there are', async () => {
    const message = (content: string): unknown => ({
      type: 'context.append_message',
      message: { role: 'user', content },
    });
    const { conversations, skipped } = await read(
      lines(message('one'), { type: 'context.clear' }, message('two'), { type: 'context.undo', count: 2 }),
    );
    expect(conversations.map(({ messages }) => contents(messages))).toEqual([['one', 'two'], ['two']]);
    expect(conversations[0]?.boundaries).toEqual([{ before: 1, trigger: 'clear' }]);
    expect(skipped).toEqual([{ line: 4, reason: 'an undo of more turns than there are' }]);
  });
});

describe('an older context file', () => {
  it('is a message a line, with thoughts as reasoning and the marks between them left out', async () => {
    const { format, conversations, skipped, notes } = await read(fixture('kimi-context.jsonl'));
    const messages = conversations[0]?.messages ?? [];
    expect(format).toBe('kimi-cli');
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'user',
    ]);
    expect(messages[2]).toMatchObject({ content: null, reasoning: 'Look at the pendulum first.' });
    expect(messages[2]?.tool_calls?.map(({ id }) => id)).toEqual(['tool_a', 'tool_b']);
    expect(messages[6]?.imageTokens).toBeGreaterThan(0);
    expect(skipped).toEqual([]);
    expect(notes.join('\n')).toContain('2 × _checkpoint');
  });
});

describe.skipIf(!hasShared)('the real session (skipped where the folder of transcripts is missing)', () => {
  it('has as many messages and calls as its records', async () => {
    const path = 'other-agents/kimi-cli-wire.jsonl';
    const bytes = readFileSync(`${SHARED}${path}`);
    const records: { type: string; event?: { type: string; stepUuid?: string } }[] = new TextDecoder()
      .decode(bytes)
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    const events = records.flatMap(({ event }) => (event ? [event] : []));
    const calls = events.filter(({ type }) => type === 'tool.call').length;
    const results = events.filter(({ type }) => type === 'tool.result').length;
    const answers = new Set(events.map(({ stepUuid }) => stepUuid).filter((step) => step !== undefined)).size;
    const said = records.filter(({ type }) => type === 'context.append_message').length;
    const report = await read(bytes, {}, path);
    expect(report.skipped).toEqual([]);
    // Beside them the system prompt and the summary. The index counts content parts, 79, of which an answer has several.
    expect(
      report.conversations.map((conversation) => [conversation.messages.length, countCalls(conversation)]),
    ).toEqual([
      [said + answers + results + 2, calls],
      [8 + 2, 0],
    ]);
    expect([said, answers, results, calls]).toEqual([13, 22, 19, 19]);
  });
});

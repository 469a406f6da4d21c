// Grok CLI histories: what each line becomes, and that other formats with a role in `type` stay theirs.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countCalls, fixture, hasShared, lines, read, SHARED } from './support';

interface Line {
  type: string;
  tool_calls?: unknown[];
}

describe('a Grok CLI history', () => {
  it('keeps reasoning with its answer, and alone where the answer never came', async () => {
    const report = await read(fixture('grok-cli.jsonl'));
    const messages = report.conversations[0]?.messages ?? [];
    expect(report.format).toBe('grok-cli');
    expect(messages.filter(({ reasoning }) => reasoning !== undefined)).toEqual([
      expect.objectContaining({ content: 'I look in both.', reasoning: 'Two files may say it.' }),
      { role: 'assistant', content: '', reasoning: 'The board says ten.' },
    ]);
  });

  it('pairs parallel calls by id, in whatever order the results come', async () => {
    const report = await read(fixture('grok-cli.jsonl'));
    const messages = report.conversations[0]?.messages ?? [];
    expect(messages[4]).toEqual({ role: 'tool', tool_call_id: 'call-2', content: 'Winter: no ferry on Sunday.' });
    expect(messages[5]).toEqual({ role: 'tool', tool_call_id: 'call-1', content: 'Summer: nine and noon.' });
    expect(messages[3]?.tool_calls?.map(({ id }) => id)).toEqual(['call-1', 'call-2']);
  });

  it('says which line is no message', async () => {
    const report = await read(fixture('grok-cli.jsonl'));
    expect(report.skipped).toEqual([{ line: 10, reason: 'a line of the type "checkpoint"' }]);
  });

  it('leaves LangChain messages to LangChain', async () => {
    const report = await read(
      lines(
        { type: 'system', content: 'Be brief.' },
        { type: 'human', content: 'Hello' },
        { type: 'ai', content: 'Hi' },
      ),
    );
    expect(report.format).toBe('langchain');
  });
});

describe.skipIf(!hasShared)('the real history (skipped where the folder of transcripts is missing)', () => {
  it('has as many messages and calls as its lines', async () => {
    const path = 'other-agents/grok-cli-chat-history.jsonl';
    const bytes = readFileSync(`${SHARED}${path}`);
    const rows: Line[] = new TextDecoder()
      .decode(bytes)
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    // The index counts lines. Reasoning before an answer is part of it, and a call of the provider's own is two messages.
    let messages = 0;
    rows.forEach(({ type }, at) => {
      if (type === 'backend_tool_call') messages += 2;
      else if (type !== 'reasoning' || rows[at + 1]?.type !== 'assistant') messages++;
    });
    const calls = rows.reduce(
      (sum, row) => sum + (row.tool_calls?.length ?? (row.type === 'backend_tool_call' ? 1 : 0)),
      0,
    );
    const report = await read(bytes, {}, path);
    expect(report.skipped).toEqual([]);
    expect(
      report.conversations.map((conversation) => [conversation.messages.length, countCalls(conversation)]),
    ).toEqual([[messages, calls]]);
    expect([messages, calls]).toEqual([11, 3]);
  });
});

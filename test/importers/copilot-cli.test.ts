// Copilot CLI events: threads of sub-agents, truncations and compactions, and the real file counted apart.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countReport } from './agent-families';
import { fixture, hasShared, lines, read, SHARED } from './support';

const SAID = ['system.message', 'system.notification', 'user.message', 'assistant.message', 'tool.execution_complete'];

describe.skipIf(!hasShared)('a real Copilot CLI session (skipped where the folder of transcripts is missing)', () => {
  it('holds a message for each event that says something', async () => {
    const bytes = readFileSync(`${SHARED}other-agents/copilot-cli-events.jsonl`);
    const rows = bytes
      .toString()
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row) as { type: string; data: { toolRequests?: object[] } });
    const report = await read(bytes);
    // The index counts 12: a notification that the model is given is a message, too.
    expect(countReport(report)).toEqual({
      messages: rows.filter(({ type }) => SAID.includes(type)).length,
      calls: rows.reduce((sum, { data }) => sum + (data.toolRequests?.length ?? 0), 0),
    });
    expect(countReport(report)).toEqual({ messages: 13, calls: 4 });
    expect(report.conversations.map(({ part }) => part)).toEqual(['main', 'side chain']);
  });
});

const event = (type: string, data: object): object => ({ type, data, id: type, timestamp: '2026-01-01T00:00:00Z' });

describe('a Copilot CLI session', () => {
  it('keeps each sub-agent in a side chain of its own, under its name', async () => {
    const report = await read(fixture('copilot-cli.jsonl'));
    const side = report.conversations.find(({ part }) => part === 'side chain');
    expect(side?.title).toBe('Sailor');
    expect(side?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('joins the pieces of one message', async () => {
    const report = await read(fixture('copilot-cli.jsonl'));
    expect(report.conversations[0]?.messages[5]?.content).toBe('The hull is dry, and there are no sails.');
  });

  it('gives reasoning once, though an event and the message tell it', async () => {
    const report = await read(
      lines(
        event('session.start', {}),
        event('user.message', { content: 'hi' }),
        event('assistant.reasoning', { content: 'think' }),
        event('assistant.message', { content: 'ho', reasoningText: 'think' }),
        event('assistant.reasoning', { content: 'unsaid' }),
      ),
    );
    expect(report.conversations[0]?.messages.map(({ reasoning }) => reasoning)).toEqual([undefined, 'think', 'unsaid']);
  });

  it('marks where it was truncated and compacted', async () => {
    const report = await read(fixture('copilot-cli.jsonl'));
    expect(report.conversations[0]?.boundaries).toEqual([
      { before: 6, trigger: 'truncation', preTokens: 65000 },
      { before: 7, preTokens: 61000 },
    ]);
    const seen = report.conversations.find(({ part }) => part === 'after compaction');
    expect(seen?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user', 'assistant']);
  });

  it('names an event without data by its line', async () => {
    const report = await read(
      lines(event('session.start', {}), event('user.message', { content: 'hi' }), { type: 'user.message' }),
    );
    expect(report.skipped).toEqual([{ line: 3, reason: 'an event without `type` and `data`' }]);
  });
});

// Qwen Code sessions: the tree of lines, compressions, side chains, and what tells them from Claude Code.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countReport } from './agent-families';
import { fixture, hasShared, lines, read, SHARED } from './support';

describe.skipIf(!hasShared)('a real Qwen Code session (skipped where the folder of transcripts is missing)', () => {
  it('holds a message for each line with parts', async () => {
    const bytes = readFileSync(`${SHARED}other-agents/qwen-code-session.jsonl`);
    const rows = bytes
      .toString()
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row) as { message: { parts: object[] } });
    const report = await read(bytes);
    const filled = rows.filter(({ message }) => message.parts.length > 0).length;
    // The index counts the telemetry line, which has no parts, as a sixth message.
    expect(countReport(report)).toEqual({ messages: filled, calls: 1 });
    expect(filled).toBe(5);
    expect(report.alternatives.find(({ id }) => id === 'claude-code')?.verdict.confidence).toBeGreaterThan(0);
  });
});

const line = (uuid: string, parentUuid: string | null, type: string, text: string, more: object = {}): object => ({
  uuid,
  parentUuid,
  type,
  message: { role: type === 'assistant' ? 'model' : 'user', parts: [{ text }] },
  ...more,
});

describe('a Qwen Code session', () => {
  it('follows the newest line, and keeps what was left behind as a branch', async () => {
    const report = await read(fixture('qwen-code.jsonl'));
    const main = report.conversations[0]?.messages.map(({ content }) => content);
    expect(main).toContain('Paint it blue.');
    expect(main).not.toContain('Paint it green.');
    const branch = report.conversations.find(({ part }) => part === 'branch');
    expect(branch?.messages.at(-1)?.content).toBe('Green.');
  });

  it('has the compressed history as what the model saw', async () => {
    const report = await read(fixture('qwen-code.jsonl'));
    expect(report.conversations[0]?.boundaries).toEqual([{ before: 7, preTokens: 900 }]);
    const seen = report.conversations.find(({ part }) => part === 'after compaction');
    expect(seen?.messages[0]?.content).toContain('11 km of coast');
  });

  it('keeps file order where a parent is missing', async () => {
    const report = await read(
      lines(line('1', null, 'user', 'a'), line('2', 'gone', 'assistant', 'b'), line('3', '2', 'user', 'c')),
    );
    expect(report.conversations.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['a', 'b', 'c'],
    ]);
  });

  it('keeps side chains apart, one an agent', async () => {
    const aside = { isSidechain: true, agentId: 'x' };
    const report = await read(
      lines(
        line('1', null, 'user', 'a'),
        line('s1', null, 'user', 'sub', aside),
        line('2', '1', 'assistant', 'b'),
        line('s2', 's1', 'assistant', 'done', aside),
      ),
    );
    expect(report.conversations.map(({ part, messages }) => [part, ...messages.map(({ content }) => content)])).toEqual(
      [
        ['main', 'a', 'b'],
        ['side chain', 'sub', 'done'],
      ],
    );
  });
});

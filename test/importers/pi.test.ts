// pi and OpenClaw sessions: entries in a row and in a tree, compactions, and the real files counted apart.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linkTools } from '@/lib/engine/transcript';
import { type Counted, countReport, describeFamily } from './agent-families';
import { fixture, hasShared, lines, read, SHARED } from './support';

interface Line {
  type: string;
  summary?: string;
  message?: { content?: unknown };
}

/** A message a line, and the summary of each compaction, which the model read as one. */
function countSession(text: string): Counted {
  const rows = text
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as Line);
  const messages = rows.filter(({ type }) =>
    ['message', 'compaction', 'custom_message', 'branch_summary'].includes(type),
  );
  const blocks = rows.flatMap(
    ({ message }) => (Array.isArray(message?.content) ? message.content : []) as { type: string }[],
  );
  return { messages: messages.length, calls: blocks.filter(({ type }) => type === 'toolCall').length };
}

describeFamily('pi', countSession, {
  'pi/pi-session-before-compaction-2mb.jsonl':
    'the index counts 990 messages; the summaries of 2 compactions are messages, too',
});

describe.skipIf(!hasShared)('real sessions (skipped where the folder of transcripts is missing)', () => {
  it('of OpenClaw hold the context that was injected, which the index does not count', async () => {
    const bytes = readFileSync(`${SHARED}other-agents/openclaw-session.jsonl`);
    const report = await read(bytes);
    expect(report.format).toBe('pi');
    expect(countReport(report)).toEqual(countSession(bytes.toString()));
    expect(countReport(report)).toEqual({ messages: 7, calls: 2 });
    expect([...linkTools(report.conversations[0]?.messages ?? []).orphan]).not.toContain(1);
  });

  it('of pi go on after a compaction from the entry that it names', async () => {
    const report = await read(readFileSync(`${SHARED}pi/pi-session-before-compaction-2mb.jsonl`));
    const [full, seen] = report.conversations;
    expect(full?.boundaries.map(({ preTokens }) => preTokens)).toEqual([175004, 185014]);
    const rows = readFileSync(`${SHARED}pi/pi-session-before-compaction-2mb.jsonl`, 'utf8').trim().split('\n');
    const kept = rows.slice(551).filter((row) => (JSON.parse(row) as Line).type === 'message').length;
    expect(seen?.messages).toHaveLength(1 + kept);
    expect(seen?.messages[0]?.content).toContain('# Context Checkpoint');
  });
});

describe('a pi session', () => {
  it('adds what was read from and written to the cache to the input', async () => {
    const report = await read(fixture('pi-v1.jsonl'));
    expect(report.conversations[0]?.usage[0]).toEqual({ message: 1, input: 115, output: 20 });
  });

  it('goes on from the entry with the id that a compaction names', async () => {
    const report = await read(fixture('pi-tree.jsonl'));
    const seen = report.conversations.find(({ part }) => part === 'after compaction');
    expect(seen?.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'tool', 'user', 'assistant']);
    expect(seen?.messages[1]?.content).toBe('Then Wednesday.');
  });

  it('keeps the branch that its user left, beside the summary of it', async () => {
    const report = await read(fixture('pi-tree.jsonl'));
    const branch = report.conversations.find(({ part }) => part === 'branch');
    expect(branch?.messages.at(-1)?.content).toBe('Rolls on Tuesday.');
    expect(report.conversations[0]?.messages[2]?.content).toContain('Rolls were planned');
  });

  it('is read without its session record, less surely', async () => {
    const entry = (role: string, content: unknown, more: object = {}): object => ({
      type: 'message',
      message: { role, content, ...more },
    });
    const report = await read(
      lines(entry('user', 'hi'), entry('toolResult', 'x', { toolCallId: 'a' }), entry('oracle', 'y')),
    );
    expect([report.format, report.verdict.confidence]).toEqual(['pi', 0.85]);
    expect(report.skipped).toEqual([{ line: 3, reason: 'a message with the role "oracle"' }]);
  });

  it('that names itself Droid is left to Droid, with a word', async () => {
    const report = await read(fixture('factory-droid.jsonl'));
    expect(report.format).toBe('factory-droid');
    expect(report.alternatives.find(({ id }) => id === 'pi')?.verdict.reason).toContain('session_start');
  });
});

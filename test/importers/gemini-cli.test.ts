// Gemini CLI sessions: the loader's rules for the append log, notices, and the real files counted apart.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countReport } from './agent-families';
import { fixture, hasShared, lines, read, SHARED } from './support';

interface Session {
  messages: { type: string; toolCalls?: { result?: unknown[] }[] }[];
}

/** Notices reach no model; an answer brings the results of its calls. A session of notices alone shows them. */
function countSession({ messages }: Session): { messages: number; calls: number } {
  const said = messages.filter(({ type }) => !['info', 'warning', 'error'].includes(type));
  const calls = said.flatMap(({ toolCalls }) => toolCalls ?? []);
  const results = calls.filter(({ result }) => result).length;
  return { messages: said.length === 0 ? messages.length : said.length + results, calls: calls.length };
}

const FILES = [
  ['gemini/agentsessions-gemini-large.json', 8, 2],
  ['gemini/geminicli-session-15k.json', 11, 4],
  ['gemini/geminicli-session-33k.json', 21, 9],
  ['gemini/geminicli-session-warning-only.json', 1, 0],
] as const;

describe.skipIf(!hasShared)('real Gemini CLI sessions (skipped where the folder of transcripts is missing)', () => {
  it.each(FILES)('%s', async (path, messages, calls) => {
    const bytes = readFileSync(`${SHARED}${path}`);
    const report = await read(bytes, {}, path);
    expect(report.format).toBe('gemini-cli');
    // The index counts records: each result is a message of its own, and one notice is none.
    expect(countReport(report)).toEqual(countSession(JSON.parse(bytes.toString()) as Session));
    expect(countReport(report)).toEqual({ messages, calls });
  });
});

const header = { sessionId: 's', projectHash: 'h', startTime: '2026-01-01T00:00:00Z' };
const user = (id: string, text: string): object => ({ id, type: 'user', content: text });
const model = (id: string, text: string): object => ({ id, type: 'gemini', content: text });

async function contents(...log: object[]): Promise<unknown[]> {
  const report = await read(lines(header, ...log));
  return report.conversations.map(({ part, messages }) => [part, ...messages.map(({ content }) => content)]);
}

describe('the append log of a Gemini CLI session', () => {
  it('lets the last write of a message win, at its first place', async () => {
    expect(await contents(user('1', 'a'), model('2', 'b'), user('1', 'A'))).toEqual([['main', 'A', 'b']]);
  });

  it('takes back a message and all after it, and keeps them as a branch', async () => {
    expect(await contents(user('1', 'a'), model('2', 'b'), user('3', 'c'), { $rewindTo: '3' }, user('4', 'd'))).toEqual(
      [
        ['main', 'a', 'b', 'd'],
        ['branch', 'a', 'b', 'c'],
      ],
    );
  });

  it('takes back everything where the id is not there', async () => {
    expect(await contents(user('1', 'a'), { $rewindTo: 'no' }, user('2', 'b'))).toEqual([
      ['main', 'b'],
      ['branch', 'a'],
    ]);
  });

  it('takes a new list of messages for a compaction only where messages are gone', async () => {
    expect(await contents(user('1', 'a'), { $set: { messages: [user('1', 'a'), model('2', 'b')] } })).toEqual([
      ['main', 'a', 'b'],
    ]);
    expect(
      await contents(user('1', 'a'), model('2', 'b'), { $set: { messages: [user('3', 'summary')] } }, model('4', 'c')),
    ).toEqual([
      ['main', 'a', 'b', 'summary', 'c'],
      ['after compaction', 'summary', 'c'],
    ]);
  });

  it('keeps its place in the file when a rewind follows a compaction', async () => {
    const report = await read(
      lines(
        header,
        user('1', 'a'),
        { $set: { messages: [user('2', 'summary')] } },
        user('3', 'b'),
        { $rewindTo: '3' },
        user('4', 'c'),
      ),
    );
    expect(report.conversations[0]?.boundaries).toEqual([{ before: 1 }]);
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual(['a', 'summary', 'c']);
  });

  it('has calls, results, thoughts and usage in one record', async () => {
    const report = await read(fixture('gemini-cli.json'));
    const [answer, result] = report.conversations[0]?.messages.slice(1, 3) ?? [];
    expect(answer).toMatchObject({ reasoning: 'Plan: Two folders.' });
    expect(answer?.tool_calls).toHaveLength(3);
    expect(result).toMatchObject({ role: 'tool', tool_call_id: 'c1', content: 'one.mp3' });
    expect(report.conversations[0]?.usage[0]).toEqual({ message: 1, input: 900, output: 25 });
  });
});

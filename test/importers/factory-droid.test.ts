// Factory Droid sessions: blocks to messages, what a compaction keeps, branches, and older forms.

import { describe, expect, it } from 'vitest';
import { linkTools } from '@/lib/engine/transcript';
import { fixture, lines, read } from './support';

const start = { type: 'session_start', id: 'd', title: 'T', cwd: '/w' };
const message = (id: string, parentId: string | null, role: string, text: string): object => ({
  type: 'message',
  id,
  parentId,
  message: { role, content: [{ type: 'text', text }] },
});

async function contents(...rows: object[]): Promise<unknown[]> {
  const report = await read(lines(start, ...rows));
  return report.conversations.map(({ part, messages }) => [part, ...messages.map(({ content }) => content)]);
}

describe('a Factory Droid session', () => {
  it('puts every result after its call, whatever else stands in the message', async () => {
    const report = await read(fixture('factory-droid.jsonl'));
    const messages = report.conversations[0]?.messages ?? [];
    const links = linkTools(messages);
    expect([...links.orphan]).not.toContain(1);
    expect([links.group[2], links.group[3]]).toEqual([1, 1]);
    expect(messages[3]?.imageTokens).toBe(80);
    expect(messages[4]).toMatchObject({ role: 'user', content: 'Hurry.' });
  });

  it('keeps what came after the message that a compaction names', async () => {
    expect(
      await contents(
        message('u1', null, 'user', 'first'),
        message('a1', 'u1', 'assistant', 'one'),
        message('u2', 'a1', 'user', 'second'),
        message('a2', 'u2', 'assistant', 'two'),
        { type: 'compaction_state', id: 'c', summaryText: 'S', anchorMessage: { id: 'a1', index: 1 } },
        message('u3', 'a2', 'user', 'third'),
      ),
    ).toEqual([
      ['main', 'first', 'one', 'second', 'two', 'S', 'third'],
      ['after compaction', 'S', 'second', 'two', 'third'],
    ]);
  });

  it('reads a summary in two parts, and says where there is none', async () => {
    const report = await read(
      lines(
        start,
        message('u1', null, 'user', 'first'),
        { type: 'compaction_state', summary: { title: 'Done', body: 'Much.' } },
        message('u2', 'u1', 'user', 'second'),
        { type: 'compaction_state' },
        message('u3', 'u2', 'user', 'third'),
      ),
    );
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual([
      'first',
      'Done\nMuch.',
      'second',
      'third',
    ]);
    expect(report.skipped).toEqual([{ line: 5, reason: 'a compaction without a summary' }]);
  });

  it('keeps a reply that was rewritten as a branch', async () => {
    expect(
      await contents(
        message('u1', null, 'user', 'a'),
        message('a1', 'u1', 'assistant', 'old'),
        message('a2', 'u1', 'assistant', 'new'),
      ),
    ).toEqual([
      ['main', 'a', 'new'],
      ['branch', 'a', 'old'],
    ]);
  });

  it('reads messages without the inner object, and in a row where no line names a parent', async () => {
    expect(
      await contents(
        { type: 'message', id: '1', role: 'user', content: 'a' },
        { type: 'message', id: '2', parentId: null, role: 'assistant', content: 'b' },
      ),
    ).toEqual([['main', 'a', 'b']]);
  });
});

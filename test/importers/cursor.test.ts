// Cursor agent transcripts: calls without ids, results by order, and what tells them from formats alike.

import { describe, expect, it } from 'vitest';
import { fixture, lines, read } from './support';

const said = (role: string, content: unknown): object => ({ role, message: { content } });

describe('a Cursor agent transcript', () => {
  it('pairs results with calls in order, and gives both an id', async () => {
    const report = await read(fixture('cursor.jsonl'));
    const messages = report.conversations[0]?.messages ?? [];
    expect(messages[1]?.tool_calls?.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
    expect(messages.slice(2, 4).map(({ tool_call_id: id, content }) => [id, content])).toEqual([
      ['call_1', 'open'],
      ['call_2', 'shut'],
    ]);
  });

  it('is called by what the user typed', async () => {
    const report = await read(fixture('cursor.jsonl'));
    expect(report.conversations[0]?.title).toBe('Light the stove');
  });

  it('says that results are missing', async () => {
    const report = await read(
      lines(
        said('user', 'go'),
        said('assistant', [{ type: 'tool_use', name: 'Shell', input: {} }]),
        said('assistant', 'done'),
      ),
    );
    expect(report.format).toBe('cursor');
    expect(report.notes).toContain('1 tool call has no result in the file.');
  });

  it('leaves lines with ids to Claude Code', async () => {
    const report = await read(lines({ type: 'user', uuid: '1', parentUuid: null, ...said('user', 'hi') }));
    expect(report.format).toBe('claude-code');
  });

  it('names lines that are none of its own', async () => {
    const report = await read(lines(said('user', 'go'), said('assistant', 'done'), { note: 1 }, 5));
    expect(report.skipped.map(({ line }) => line)).toEqual([3, 4]);
  });
});

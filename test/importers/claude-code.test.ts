// Claude Code tests: what the format's quirks must become, beyond what the goldens draw.

import { describe, expect, it } from 'vitest';
import { linkTools } from '@/lib/engine/transcript';
import { lines, read } from './support';

let made = 0;
function line(type: string, parent: string | null, message: object, more: object = {}): object {
  made++;
  return { type, parentUuid: parent, isSidechain: false, uuid: `n${made}`, message, ...more };
}
const user = (parent: string | null, content: unknown, more: object = {}): object =>
  line('user', parent, { role: 'user', content }, more);
const assistant = (parent: string | null, id: string, ...content: object[]): object =>
  line('assistant', parent, { id, role: 'assistant', content });
const text = (words: string): object => ({ type: 'text', text: words });
const call = (id: string | undefined, name = 'Run'): object => ({ type: 'tool_use', id, name, input: { id } });
const result = (id: string | undefined, content: unknown): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

async function drawn(...values: object[]): Promise<string[]> {
  const report = await read(lines(...values));
  return report.conversations.map(({ part, messages }) => {
    const parts = messages.map(
      ({ role, content, tool_calls, tool_call_id }) =>
        `${role[0]}:${content ?? tool_calls?.map(({ id }) => id).join('+') ?? ''}${tool_call_id ? `<${tool_call_id}` : ''}`,
    );
    return `${part} ${parts.join(' ')}`;
  });
}

describe('merging', () => {
  it('merges the lines of a message and puts results that stood between them after it', async () => {
    const values = [
      user(null, 'go'),
      assistant('n', 'm', call('a')),
      user('n', [result('a', '1')]),
      assistant('n', 'm', call('b')),
      assistant('n', 'm', call('c')),
      user('n', [result('c', '3')]),
      user('n', [result('b', '2')]),
      assistant('n', 'm2', text('done')),
    ];
    expect(await drawn(...values)).toEqual(['main u:go a:a+b+c t:1<a t:3<c t:2<b a:done']);
  });

  it('counts usage once a message, as the sum of the three input fields', async () => {
    const usage = { input_tokens: 2, cache_creation_input_tokens: 30, cache_read_input_tokens: 400, output_tokens: 8 };
    const split = (content: object, stop_reason: string | null): object => ({
      ...line('assistant', null, { id: 'm', role: 'assistant', content: [content], usage, stop_reason }),
    });
    const report = await read(lines(user(null, 'go'), split(text('a'), null), split(text('b'), null)));
    expect(report.conversations[0]?.usage).toEqual([{ message: 1, input: 432 }]);
    const ended = await read(lines(user(null, 'go'), split(text('a'), null), split(text('b'), 'end_turn')));
    expect(ended.conversations[0]?.usage).toEqual([{ message: 1, input: 432, output: 8 }]);
  });

  it('keeps words between a call and its result, after the result', async () => {
    expect(
      await drawn(
        user(null, 'go'),
        assistant('n', 'm', call('a')),
        user('n', 'wait'),
        user('n', [text('before'), result('a', '1'), text('after')]),
      ),
    ).toEqual(['main u:go a:a t:1<a u:wait u:before u:after']);
  });

  it('leaves a result that comes after the next answer where it came', async () => {
    expect(
      await drawn(
        assistant(null, 'm', call('a')),
        assistant('n', 'm2', text('meanwhile')),
        user('n', [result('a', '1')]),
      ),
    ).toEqual(['main a:a a:meanwhile t:1<a']);
  });

  it('takes the later of two results for one call, and says so', async () => {
    const report = await read(
      lines(
        user(null, 'go'),
        assistant('n', 'm', call('a')),
        user('n', [result('a', 'old')]),
        user('n', [result('a', 'new')]),
      ),
    );
    expect(report.conversations[0]?.messages.at(-1)?.content).toBe('new');
    expect(report.repaired).toEqual([{ line: 4, reason: 'a second result for one call replaced the first' }]);
  });

  it('pairs calls and results without ids in order', async () => {
    const report = await read(
      lines(
        assistant(null, 'm', call(undefined), call(undefined)),
        user('n', [result(undefined, '1')]),
        user('n', [result(undefined, '2')]),
      ),
    );
    const messages = report.conversations[0]?.messages ?? [];
    expect([...linkTools(messages).unanswered]).toEqual([0, 0, 0]);
  });

  it('reads results made of blocks, images and objects', async () => {
    const content = [
      text('seen'),
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAABBBB' } },
      { type: 'document', source: { type: 'text', data: 'plain' } },
    ];
    const report = await read(
      lines(assistant(null, 'm', call('a'), call('b')), user('n', [result('a', content), result('b', { ok: true })])),
    );
    expect(report.conversations[0]?.messages.slice(1).map((message) => message.content)).toEqual([
      'seen\n[image: image/jpeg, 6 bytes]\nplain',
      '{"ok":true}',
    ]);
  });

  it('a rewritten line takes the first place with the last words', async () => {
    const values = [
      { ...user(null, 'draft'), uuid: 'same' },
      assistant('same', 'm', text('ok')),
      { ...user(null, 'final'), uuid: 'same' },
    ];
    expect(await drawn(...values)).toEqual(['main u:final a:ok']);
  });

  it('does not take scrubbed uuids for rewrites', async () => {
    const values = [
      user(null, 'one'),
      assistant('x', 'x', text('two')),
      user('x', 'three'),
      assistant('x', 'x', text('four')),
    ].map((value) => ({ ...value, uuid: 'x' }));
    expect(await drawn(...values)).toEqual(['main u:one a:two u:three a:four']);
  });
});

describe('branches', () => {
  it('parallel results are no branches', async () => {
    const a = { ...assistant('u', 'm', call('a')), uuid: 'a' };
    const b = { ...assistant('a', 'm', call('b')), uuid: 'b' };
    const values = [
      { ...user(null, 'go'), uuid: 'u' },
      a,
      b,
      { ...user('a', [result('a', '1')]), uuid: 'ra' },
      { ...user('b', [result('b', '2')]), uuid: 'rb' },
      { ...assistant('rb', 'm2', text('ok')), uuid: 'c' },
    ];
    expect(await drawn(...values)).toEqual(['main u:go a:a+b t:1<a t:2<b a:ok']);
  });

  it('rewinds within rewinds each keep their own branch, the newest is the main one', async () => {
    const node = (uuid: string, parent: string | null): object => ({
      ...(uuid.startsWith('u') ? user(parent, uuid) : assistant(parent, `m${uuid}`, text(uuid))),
      uuid,
    });
    const values = [
      node('u1', null),
      node('a1', 'u1'),
      node('u2', 'a1'),
      node('a2', 'u2'),
      node('u3', 'a2'),
      node('a3', 'u3'),
      node('u4', 'a2'),
      node('a4', 'u4'),
      node('u5', 'a1'),
      node('a5', 'u5'),
    ];
    expect(await drawn(...values)).toEqual([
      'main u:u1 a:a1 u:u5 a:a5',
      'branch u:u1 a:a1 u:u2 a:a2 u:u4 a:a4',
      'branch u:u1 a:a1 u:u2 a:a2 u:u3 a:a3',
    ]);
  });

  it('a fork under a progress line is found, lines with unknown parents stay in file order', async () => {
    const values = [
      { ...user(null, 'go'), uuid: 'u' },
      { type: 'progress', uuid: 'p', parentUuid: 'u', data: { type: 'hook_progress' } },
      { ...user('p', 'left'), uuid: 'l' },
      { ...user('u', 'right'), uuid: 'r' },
      { ...assistant('never written', 'm', text('ok')), uuid: 'a' },
    ];
    expect(await drawn(...values)).toEqual(['main u:go u:right a:ok', 'branch u:go u:left']);
  });

  it('parents that go in circles end', async () => {
    const values = [
      { ...user('b', 'one'), uuid: 'a' },
      { ...user('a', 'two'), uuid: 'b' },
      { type: 'progress', uuid: 'p', parentUuid: 'q' },
      { type: 'progress', uuid: 'q', parentUuid: 'p' },
      { ...user('q', 'three'), uuid: 'c' },
    ];
    expect(await drawn(...values)).toEqual(['main u:one u:two u:three']);
  });
});

describe('side chains and compaction', () => {
  it('side chains are told apart by agent id even where lines interleave', async () => {
    const side = (agentId: string, words: string): object => ({ ...user(null, words), isSidechain: true, agentId });
    expect(await drawn(user(null, 'go'), side('x', 'x1'), side('y', 'y1'), side('x', 'x2'))).toEqual([
      'main u:go',
      'side chain u:x1 u:x2',
      'side chain u:y1',
    ]);
  });

  it('a file of a subagent alone is a conversation', async () => {
    expect(await drawn({ ...user(null, 'task'), isSidechain: true })).toEqual(['side chain u:task']);
  });

  it('several compactions: every boundary is recorded, the last one decides what the model saw', async () => {
    const boundary = (pre: number): object => ({
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      uuid: `b${pre}`,
      compactMetadata: { trigger: 'manual', preTokens: pre },
    });
    const summary = (words: string): object => user(null, words, { isCompactSummary: true });
    const report = await read(
      lines(user(null, 'a'), boundary(1), summary('s1'), user(null, 'b'), boundary(2), summary('s2'), user(null, 'c')),
    );
    expect(report.conversations.map(({ messages }) => messages.map(({ content }) => content).join(' '))).toEqual([
      'a s1 b s2 c',
      's2 c',
    ]);
    expect(report.conversations[0]?.boundaries).toEqual([
      { before: 1, trigger: 'manual', preTokens: 1 },
      { before: 3, trigger: 'manual', preTokens: 2 },
    ]);
  });

  it('a kept run that is named by its ends comes after the summary', async () => {
    const named = (uuid: string): object => ({ ...user(null, uuid), uuid });
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      uuid: 'b',
      compactMetadata: { preservedSegment: { headUuid: 'x2', tailUuid: 'x3' } },
    };
    const report = await read(
      lines(
        named('x1'),
        named('x2'),
        named('x3'),
        boundary,
        user(null, 'summary', { isCompactSummary: true }),
        named('x4'),
      ),
    );
    expect(report.conversations[1]?.messages.map(({ content }) => content)).toEqual(['summary', 'x2', 'x3', 'x4']);
  });

  it('a summary without a boundary line is a boundary', async () => {
    const report = await read(lines(user(null, 'a'), user(null, 's', { isCompactSummary: true }), user(null, 'b')));
    expect(report.conversations[0]?.boundaries).toEqual([{ before: 1 }]);
    expect(report.conversations).toHaveLength(2);
  });
});

describe('the rest', () => {
  it('counts what is not sent to the model instead of listing it', async () => {
    const noise = Array.from({ length: 38 }, () => ({ type: 'progress', data: { type: 'hook_progress' } }));
    const report = await read(lines(user(null, 'go'), ...noise));
    expect(report.skipped).toEqual([]);
    expect(report.notes.join()).toContain('38 progress (hook_progress)');
  });

  it('takes the title that the user gave, then the tool, then a summary of this very file', async () => {
    const titled = async (...more: object[]): Promise<string | undefined> =>
      (await read(lines({ ...user(null, 'first words'), uuid: 'u' }, ...more))).conversations[0]?.title;
    const custom = { type: 'custom-title', customTitle: 'custom' };
    const tool = { type: 'ai-title', aiTitle: 'by the tool' };
    const summary = { type: 'summary', summary: 'this file', leafUuid: 'u' };
    const other = { type: 'summary', summary: 'another file', leafUuid: 'elsewhere' };
    expect(await titled(summary, tool, custom)).toBe('custom');
    expect(await titled(summary, tool)).toBe('by the tool');
    expect(await titled(summary, other)).toBe('this file');
    expect(await titled(other)).toBe('first words');
  });

  it('an array of session lines is read too', async () => {
    const report = await read(JSON.stringify([user(null, 'go'), assistant('n', 'm', text('ok'))]));
    expect(report).toMatchObject({ format: 'claude-code' });
    expect(report.conversations[0]?.messages).toHaveLength(2);
  });

  it('keeps server tools and their results, which stand in the same message', async () => {
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } };
    expect(
      await drawn(
        assistant(
          null,
          'm',
          search,
          { type: 'web_search_tool_result', tool_use_id: 's', content: 'found' },
          text('so'),
        ),
      ),
    ).toEqual(['main a:so t:found<s']);
  });
});

// Claude Code tests: what the format's quirks must become, beyond what the goldens draw.

import { describe, expect, it } from 'vitest';
import { linkTools } from '@/lib/engine/transcript';
import { assistant, call, drawn, line, result, text, user } from './claude-builder';
import { lines, read } from './support';

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

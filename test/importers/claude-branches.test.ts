// Claude Code trees: rewinds, lost parents, side chains and compactions, each told from what only looks like it.

import { describe, expect, it } from 'vitest';
import { assistant, call, drawn, result, text, user } from './claude-builder';
import { lines, read } from './support';

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

  it('several compactions: every boundary is recorded, and what the model saw after each, the newest first', async () => {
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
      's1 b',
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

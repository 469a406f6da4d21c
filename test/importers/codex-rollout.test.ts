// Codex rollouts: turns made of items, compactions and rollbacks, older shapes, and the real files counted apart.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linkTools } from '@/lib/engine/transcript';
import { type Counted, describeFamily } from './agent-families';
import { fixture, hasShared, lines, read, SHARED } from './support';

interface Payload {
  type?: string;
  role?: string;
  message?: string;
  summary?: unknown[];
  content?: unknown;
  result?: string;
  base_instructions?: { text?: string };
}

/** Messages and calls of a rollout, from its lines alone: one message an answer, result, other message and summary. */
function countRollout(text: string): Counted {
  let messages = 0;
  let calls = 0;
  let isHeaded = false;
  let answer: { texts: number; calls: number; thoughts: number } | undefined;
  const end = (): void => {
    if (answer && answer.texts + answer.calls + answer.thoughts > 0) messages++;
    answer = undefined;
  };
  for (const row of text.split('\n')) {
    let line: { type?: string; payload?: Payload };
    try {
      line = JSON.parse(row);
    } catch {
      continue;
    }
    const { type, payload = {} } = line;
    if (type === 'session_meta') {
      if (!isHeaded && payload.base_instructions?.text) messages++;
      isHeaded = true;
    } else if (type === 'event_msg') {
      if (payload.type === 'token_count') end();
    } else if (type === 'compacted') {
      end();
      if (payload.message) messages++;
    } else if (type === 'response_item') {
      const kind = payload.type ?? '';
      if (kind === 'message' && payload.role === 'assistant') {
        if (answer && answer.texts > 0 && answer.calls === 0) end();
        answer ??= { texts: 0, calls: 0, thoughts: 0 };
        answer.texts++;
      } else if (kind.endsWith('_call') || kind === 'reasoning') {
        answer ??= { texts: 0, calls: 0, thoughts: 0 };
        if (kind !== 'reasoning') {
          answer.calls++;
          calls++;
          if (payload.result) messages++;
        } else if ((payload.summary?.length ?? 0) > 0 || Array.isArray(payload.content)) answer.thoughts++;
      } else if (kind !== 'ghost_snapshot') {
        end();
        messages++;
      }
    }
  }
  end();
  return { messages, calls };
}

const ITEMS =
  'the index counts items: a turn of reasoning, text and parallel calls is one message here, and the system prompt is one more';

describeFamily('codex-rollout', countRollout, {
  'codex-rollout/agentsessions-schema-drift-compacted.jsonl': `${ITEMS}; summaries in \`compacted\` are messages, a snapshot is none`,
  'codex-rollout/agentv-compacted-1700k.jsonl': ITEMS,
  'codex-rollout/agentv-medium.jsonl': ITEMS,
  'codex-rollout/skills-compacted-3mb.jsonl': ITEMS,
  'codex-rollout/skills-missing-output.jsonl': ITEMS,
});

describe.skipIf(!hasShared)('a real Codex session (skipped where the folder of transcripts is missing)', () => {
  const path = 'codex-rollout/skills-compacted-3mb.jsonl';

  it('keeps parallel calls together, and their results after them', async () => {
    const report = await read(readFileSync(`${SHARED}${path}`));
    const messages = report.conversations[0]?.messages ?? [];
    const links = linkTools(messages);
    expect([...links.orphan].filter((flag) => flag === 1)).toEqual([]);
    expect([...links.unanswered].filter((count) => count > 0)).toEqual([]);
    expect(messages.filter(({ tool_calls: calls }) => (calls?.length ?? 0) > 1)).toHaveLength(145);
  });

  it('offers what the model saw after the compaction: 54 messages, a sealed summary, and everything since', async () => {
    const report = await read(readFileSync(`${SHARED}${path}`));
    const [full, seen] = report.conversations;
    expect(seen?.part).toBe('after compaction');
    const since = (full?.messages.length ?? 0) - (full?.boundaries[0]?.before ?? 0);
    expect(seen?.messages).toHaveLength(1 + 54 + 1 + since);
    expect(seen?.messages[55]?.content).toMatch(/^\[encrypted summary/);
    expect(full?.usage.length).toBeGreaterThan(200);
  });
});

const item = (payload: object): object => ({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload });
const user = (text: string): object => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const answer = (text: string): object =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });

describe('a Codex rollout', () => {
  it('pairs an id that is used twice with the nearest call before', async () => {
    const report = await read(fixture('codex-rollout.jsonl'));
    const messages = report.conversations[0]?.messages ?? [];
    const links = linkTools(messages);
    const results = messages.flatMap(({ tool_call_id: id }, index) => (id === 'call_a' ? [links.group[index]] : []));
    expect(results).toEqual([4, 13]);
  });

  it('reads usage once a response, though the event is written again', async () => {
    const report = await read(fixture('codex-rollout.jsonl'));
    expect(report.conversations[0]?.usage.map(({ input }) => input)).toEqual([1200, 1500, 1600, 700, 1100]);
  });

  it('counts every event that it leaves out', async () => {
    const report = await read(fixture('codex-rollout.jsonl'));
    const note = report.notes.find((text) => text.startsWith('Left out')) ?? '';
    const sum = [...note.matchAll(/(\d+) [^,]*?(?:\(from line|of other kinds)/g)].reduce(
      (total, [, count]) => total + Number(count),
      0,
    );
    const events = new TextDecoder()
      .decode(fixture('codex-rollout.jsonl'))
      .split('\n')
      .filter((line) => line.includes('"event_msg"'));
    // Beside the events: one turn_context, and one snapshot in the replacement history.
    expect(sum).toBe(events.length + 2);
  });

  it('takes back as many turns as the user did, and keeps them as a branch', async () => {
    const report = await read(
      lines(
        user('one'),
        answer('1'),
        user('<environment_context>x</environment_context>'),
        user('two'),
        answer('2'),
        user('three'),
        answer('3'),
        { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 2 } },
        user('four'),
      ),
    );
    const texts = report.conversations.map(({ part, messages }) => [part, messages.map(({ content }) => content)]);
    expect(texts).toEqual([
      ['main', ['one', '1', '<environment_context>x</environment_context>', 'four']],
      ['branch', ['one', '1', '<environment_context>x</environment_context>', 'two', '2', 'three', '3']],
    ]);
  });

  it('tells half-written lines from the file and goes on', async () => {
    const report = await read(lines(user('one'), '{"timestamp":"2026-01-01T00:00:00Z","type":"resp', answer('two')));
    expect(report.conversations[0]?.messages).toHaveLength(2);
    expect(report.skipped.map(({ line }) => line)).toEqual([2]);
  });

  it('is not mistaken for other lines with a payload, and says so', async () => {
    const report = await read(
      lines({ payload: { a: 1 }, role: 'user', content: 'hello' }, { role: 'assistant', content: 'hi' }),
    );
    expect(report.format).toBe('openai-chat');
    expect(report.alternatives.find(({ id }) => id === 'codex-rollout')?.verdict.reason).toContain(
      'no type that Codex writes',
    );
  });
});

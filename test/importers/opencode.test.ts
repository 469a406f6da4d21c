// OpenCode: exports and event streams read the same, steps of an answer apart, and what the model saw after a compaction.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countCalls, fixture, hasShared, lines, read, SHARED } from './support';

const contents = (messages: readonly { content: string | null }[] = []): (string | null)[] =>
  messages.map(({ content }) => content);

describe('an OpenCode export', () => {
  it('splits an answer into its steps, each with its usage and its results behind it', async () => {
    const [main] = (await read(fixture('opencode-export.json'))).conversations;
    expect(main?.messages.slice(1, 5).map(({ role, tool_call_id: id, content }) => [role, id, content])).toEqual([
      ['assistant', undefined, null],
      ['tool', 'c1', '12 rows of apples'],
      ['tool', 'c2', 'No such file'],
      ['assistant', undefined, 'Twelve rows of apples, no pears.'],
    ]);
    expect(main?.usage).toEqual([
      { message: 1, input: 130, output: 30 },
      { message: 4, input: 200, output: 9 },
      { message: 6, input: 300, output: 30 },
    ]);
  });

  it('shows what the model saw after the compaction; an id used again is another call', async () => {
    const { conversations } = await read(fixture('opencode-export.json'));
    const [main, after] = conversations;
    expect(conversations.map(({ part }) => part)).toEqual(['main', 'after compaction']);
    expect(main?.boundaries).toEqual([{ before: 5, trigger: 'auto' }]);
    expect(contents(after?.messages)).toEqual([
      'What did we do so far?',
      'We counted twelve rows.',
      'Plant two more.',
      null,
    ]);
    expect(after?.messages.at(-1)?.tool_calls?.[0]).toMatchObject({ id: 'c1', function: { name: 'plant' } });
  });

  it('counts images, and leaves out what never reaches the model', async () => {
    const report = await read(fixture('opencode-export.json'));
    expect(report.conversations[0]?.messages[0]).toMatchObject({
      content: 'Look at the plan of the orchard.\n<file>plan</file>\n[image plan.png: image/png, 3 bytes]',
      imageTokens: expect.any(Number),
    });
    expect(report.notes.join('\n')).toMatch(/1 × text that is marked as ignored.*1 × answer that failed/);
  });

  it('shows a cleared result as the model sees it from then on', async () => {
    const tool = {
      type: 'tool',
      callID: 'c',
      tool: 'read',
      state: { status: 'completed', input: {}, output: 'long', time: { compacted: 9 } },
    };
    const entry = (role: string, part: unknown): unknown => ({ info: { id: role, role }, parts: [part] });
    const { conversations } = await read(
      JSON.stringify([entry('user', { type: 'text', text: 'Read it' }), entry('assistant', tool)]),
    );
    expect(conversations.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'long',
      '[Old tool result content cleared]',
    ]);
  });

  it('takes an answer that sums up for a compaction where no question stands before it', async () => {
    const entry = (id: string, role: string, text: string, more = {}): unknown => ({
      info: { id, role, ...more },
      parts: [{ type: 'text', text }],
    });
    const { conversations } = await read(
      lines(
        entry('1', 'user', 'Long work'),
        entry('2', 'assistant', 'In short', { summary: true }),
        entry('3', 'user', 'Go on'),
      ),
    );
    expect(conversations.map(({ messages }) => contents(messages))).toEqual([
      ['Long work', 'In short', 'Go on'],
      ['In short', 'Go on'],
    ]);
  });
});

describe('an OpenCode event stream', () => {
  it('keeps the last state of each part in its first place, and the input that a later state left out', async () => {
    const { conversations, skipped, notes } = await read(fixture('opencode-events.jsonl'));
    const [main, side] = conversations;
    expect(conversations.map(({ part, title }) => [part, title])).toEqual([
      ['main', 'Mill'],
      ['side chain', 'Ask the miller'],
    ]);
    expect(main?.messages[1]).toMatchObject({
      reasoning: 'Ask the miller first.',
      tool_calls: [{ id: 'k1', function: { name: 'task', arguments: '{"prompt":"Ask the miller"}' } }],
    });
    expect(contents(main?.messages)).toEqual(['Is the mill running?', null, 'The wheel turns.']);
    expect(contents(side?.messages)).toEqual(['Ask whether the wheel turns.', 'It turns, says the miller.']);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'words to be added to a part that is not in the file',
      'parts of a message that is not in the file',
      'no session, message or event of OpenCode',
    ]);
    expect(notes.join('\n')).toContain('1 message or part was taken back');
  });
});

interface Part {
  id: string;
  type: string;
  state?: { status: string };
}

describe.skipIf(!hasShared)('real sessions (skipped where the folder of transcripts is missing)', () => {
  const folder = `${SHARED}opencode/`;

  it.each(['event-stream-three-parallel-subtasks.jsonl', 'event-stream-user-interruption.jsonl'])(
    '%s',
    async (name) => {
      const bytes = readFileSync(`${folder}${name}`);
      const roles = new Set<string>();
      const parts = new Map<string, Part>();
      for (const row of new TextDecoder().decode(bytes).trim().split('\n')) {
        const { type, properties } = JSON.parse(row).event;
        if (type === 'message.updated') roles.add(properties.info.id);
        if (type === 'message.part.updated') parts.set(properties.part.id, properties.part);
      }
      const tools = [...parts.values()].filter(({ type }) => type === 'tool');
      // The index counts messages as OpenCode has them: a result is part of the answer there, and a message of its own here.
      const results = tools.filter(({ state }) => state?.status === 'completed').length;
      const report = await read(bytes, {}, name);
      expect(report.skipped).toEqual([]);
      expect(
        report.conversations.map((conversation) => [conversation.messages.length, countCalls(conversation)]),
      ).toEqual([[roles.size + results, tools.length]]);
    },
  );

  it('an export has the messages and calls of the stream it was made from', async () => {
    const [exported, streamed] = await Promise.all(
      ['derived-export-three-parallel-subtasks.json', 'event-stream-three-parallel-subtasks.jsonl'].map((name) =>
        read(readFileSync(`${folder}${name}`), {}, name),
      ),
    );
    expect(exported?.conversations[0]?.messages).toEqual(streamed?.conversations[0]?.messages);
    expect(exported?.conversations[0]?.usage).toEqual(streamed?.conversations[0]?.usage);
    expect(exported?.conversations[0]?.messages).toHaveLength(6);
  });
});

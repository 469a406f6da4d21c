// The fallback: never chosen without asking, always saying which keys it would read, and mapping what it is given.

import { describe, expect, it } from 'vitest';
import { fixture, fixtureNames, lines, read, refusal } from './support';

const TURNS = {
  episode: {
    title: 'Interview',
    turns: [
      { speaker: 'Mara', utterance: 'Why stones?' },
      { speaker: 'Ilo', utterance: 'They stay.' },
      { pause: 3 },
      { speaker: 'Mara', utterance: 'And water?' },
    ],
  },
};

describe('anything with roles and texts', () => {
  it('is offered with the keys that it would read, and not chosen', async () => {
    const error = await refusal(JSON.stringify(TURNS));
    expect(error.alternatives).toEqual([
      {
        id: 'generic',
        label: 'Anything with roles and texts',
        reason: '3 of 4 entries have `speaker` and `utterance`, which would be read as role and text.',
      },
    ]);
  });

  it('reads speakers nobody named: the first asks, the second answers', async () => {
    const report = await read(JSON.stringify(TURNS), { format: 'generic' });
    const [conversation] = report.conversations;
    expect(conversation?.title).toBe('Interview');
    expect(conversation?.messages.map(({ role, name, content }) => [role, name, content])).toEqual([
      ['user', 'Mara', 'Why stones?'],
      ['assistant', 'Ilo', 'They stay.'],
      ['user', 'Mara', 'And water?'],
    ]);
    expect(report.skipped).toEqual([{ line: 1, reason: 'an entry without a role and a text' }]);
    expect(report.notes).toContain('"Ilo" was read as assistant: the file does not say.');
  });

  it('reads entries on lines, with texts inside objects', async () => {
    const text = lines(
      { sender: 'customer', body: 'My parcel is late' },
      { sender: 'agent', body: { text: 'Which number?' } },
      { sent: 1 },
    );
    const report = await read(text, { format: 'generic' });
    expect(report.conversations[0]?.messages).toEqual([
      { role: 'user', content: 'My parcel is late' },
      { role: 'assistant', content: 'Which number?' },
    ]);
    expect(report.skipped.map(({ line }) => line)).toEqual([3]);
  });

  it('reads rows of a question and its answer', async () => {
    const rows = lines({ instruction: 'Add', input: '2 and 3', output: '5' }, { prompt: 'Hi', completion: 'Hello' });
    const report = await read(rows, { format: 'generic' });
    expect(report.conversations.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['Add\n\n2 and 3', '5'],
      ['Hi', 'Hello'],
    ]);
  });

  it('OpenAI chat stays the reader of plain roles and contents, and this one says so', async () => {
    const report = await read(JSON.stringify([{ role: 'user', content: 'hi' }]));
    expect(report.format).toBe('openai-chat');
    const beside = report.alternatives.find(({ id }) => id === 'generic');
    expect(beside?.verdict.reason).toContain('OpenAI chat reads the same and more.');
  });

  it.each(fixtureNames)('stays under what is chosen without asking: %s', async (name) => {
    const report = await read(fixture(name), {}, name);
    expect(report.format).not.toBe('generic');
    for (const { id, verdict } of report.alternatives)
      if (id === 'generic') expect(verdict.confidence).toBeLessThan(0.5);
  });

  it('does not take names from a prototype', async () => {
    const report = await read('[{"__proto__": {"role": "system"}, "speaker": "user", "text": "hi"}]', {
      format: 'generic',
    });
    expect(report.conversations[0]?.messages).toEqual([{ role: 'user', content: 'hi' }]);
  });
});

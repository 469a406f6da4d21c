// Aider histories: sessions at the start of a line only, tokens of answers, and real files with the counts they hold.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { read } from './support';

/** Runs of lines of one kind, as Aider itself takes a history apart to restore it. */
function count(text: string): Counted {
  let messages = 0;
  let kind = '';
  let filled = false;
  let begun = false;
  const end = (): void => {
    if (filled && begun && (kind === 'user' || kind === 'answer')) messages++;
    if (filled && kind !== 'answer') begun = true;
    filled = false;
  };
  for (const line of text.split('\n')) {
    if (/^<div class="chat-transcript"/.test(line) || (line === '</div>' && !text.includes('# aider chat started')))
      continue;
    const next = line.startsWith('# aider chat started at ')
      ? 'session'
      : line.startsWith('#### ')
        ? 'user'
        : line.startsWith('> ')
          ? 'console'
          : 'answer';
    if (next !== kind) end();
    kind = next;
    if (next === 'user') begun = true;
    if (line.replace('#### ', '').trim() !== '') filled = true;
  }
  end();
  return { messages, calls: 0 };
}

describeFamily('aider', count, {
  'aider/chat-history-4mb.md':
    'the index counts 3,552; runs of lines of the user and of the model are 1,776 and 1,213, as Aider itself splits them',
});

const HISTORY = '# aider chat started at 2026-01-05 10:00:00\n\n#### hi  \n\nHello!\n';

describe('Aider', () => {
  it('a session line inside a text starts no conversation', async () => {
    const text = `${HISTORY}\n> # aider chat started at 1  \n#### # aider chat started at 2  \n\nsee: # aider chat started at 3\n`;
    const report = await read(text, {}, 'history.md');
    expect(report.conversations).toHaveLength(1);
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual([
      'hi',
      'Hello!',
      '# aider chat started at 2',
      'see: # aider chat started at 3',
    ]);
  });

  it('edits with > in them stay whole', async () => {
    const text = `${HISTORY}\n\`\`\`\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n\`\`\`\n`;
    const report = await read(text, {}, 'history.md');
    expect(report.conversations[0]?.messages).toHaveLength(2);
    expect(report.conversations[0]?.messages[1]?.content).toContain('>>>>>>> REPLACE');
  });

  it.each([
    ['4.2k sent, 350 received', 4200, 350],
    ['12,566 sent, 84 received', 12566, 84],
    ['1.5M sent, 2k cache write, 1k cache hit, 1.1k received', 1500000, 1100],
  ])('"Tokens: %s" is the usage of the answer before it', async (tokens, input, output) => {
    const report = await read(`${HISTORY}\n> Tokens: ${tokens}. Cost: $0.01  \n`, {}, 'history.md');
    expect(report.conversations[0]?.usage).toEqual([{ message: 1, input, output }]);
  });

  it('Markdown that only looks like it is not chosen', async () => {
    await expect(read('# Notes\n\n#### A heading\n\n> a quotation\n', {}, 'notes.md')).rejects.toThrow();
  });
});

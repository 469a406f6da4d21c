/** Converting over the whole way: standard input, files, and back again, whatever the format in between. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { fixture, fixtureNames, sourceOf } from '../importers/support';
import { captured, type Folder, newFolder } from './captured';

let folder: Folder;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => folder.remove());

it.each(fixtureNames)(
  '%s becomes the same transcript as openai-chat and as scenario, from any conversation',
  async (name) => {
    const file = folder.file(name, new TextDecoder().decode(fixture(name)));
    const { conversations } = await readTranscriptFile(sourceOf(fixture(name), name));
    for (const [position, { messages, tools, title }] of conversations.entries()) {
      for (const to of ['openai-chat', 'scenario']) {
        const argv = ['convert', file, '--to', to, '--conversation', String(position + 1)];
        const { code, out } = await captured(argv);
        expect(code).toBe(0);
        const back = await readTranscriptFile(sourceOf(out));
        expect(back.format).toBe(to);
        expect(back.conversations).toHaveLength(1);
        expect(back.conversations[0]?.messages).toEqual(messages);
        expect(back.conversations[0]?.tools).toEqual(tools);
        if (to === 'scenario') expect(back.conversations[0]?.title).toBe(title);
        expect((await captured(['convert', '-', '--to', to], out)).out).toBe(out);
      }
    }
  },
);

it('writes a file, says so, and replaces one that is there', async () => {
  const chat = folder.file('chat.json', [{ role: 'user', content: 'hello' }]);
  const out = folder.file('old.md', 'something old and longer than what comes');
  const { code, out: said, error } = await captured(['convert', chat, '--to', 'markdown', '--out', out]);
  expect([code, folder.without(said)]).toEqual([0, 'old.md: 1 message, Markdown.\n']);
  expect(error).toContain('Not everything comes through to Markdown:');
  expect(readFileSync(out, 'utf8')).toBe('# hello\n\n## 0 · user\n\nhello\n');
});

it('says nothing on standard error where nothing is lost', async () => {
  const chat = JSON.stringify([{ role: 'user', content: 'hello' }]);
  for (const to of ['openai-chat', 'scenario', 'anthropic', 'openai-responses', 'gemini']) {
    expect((await captured(['convert', '-', '--to', to], chat)).error).toBe('');
  }
});

it('hands a long transcript on in pieces', async () => {
  const messages = Array.from({ length: 3000 }, (_, number) => ({ role: 'user', content: `${number} `.repeat(20) }));
  const { out } = await captured(['convert', '-', '--to', 'openai-chat'], JSON.stringify(messages));
  expect(JSON.parse(out).messages).toEqual(messages);
});

it('says of a command line what the API does not take, though a file would carry it', async () => {
  const chat = JSON.stringify([{ role: 'user', content: 'hello', pinned: true }]);
  expect((await captured(['convert', '-', '--to', 'openai-chat'], chat)).error).toBe('');
  const { code, error } = await captured(['convert', '-', '--to', 'openai-chat', '--curl'], chat);
  expect(code).toBe(0);
  expect(error).toMatch(/Not everything comes through[\s\S]*pin/i);
});

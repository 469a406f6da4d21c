/** `link` and `open`: a scenario out and in again, as calls and as processes, and what is said when it cannot be. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captured, type Folder, newFolder } from './captured';

const scenario = {
  palimpsest: 1,
  title: 'Tight',
  lanes: [{ system: 'managed-window', config: { window: 16000, correctionMarkers: ['hmm'] } }],
  transcript: {
    messages: [
      { role: 'user', content: 'Mend the nest of ann@example.org', pinned: true },
      { role: 'assistant', content: 'It is mended.' },
    ],
  },
};

let folder: Folder;
let file: string;
beforeAll(() => {
  folder = newFolder();
  file = folder.file('tight.json', scenario);
});
afterAll(() => folder.remove());

const opened = async (link: string, ...more: string[]) => JSON.parse((await captured(['open', link, ...more])).out);

describe('link', () => {
  it('prints the settings alone unless asked for more, and what goes out', async () => {
    const { code, out, error } = await captured(['link', file]);
    expect(code).toBe(0);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:4173\/#p1\.[\w-]+\n$/);
    expect(error.split('\n')).toEqual([
      'In the link:',
      '  Settings only. Of the transcript: its fingerprint and that it has 2 messages.',
      '  The title: Tight',
      '  Lane Managed window: system managed-window; summarizer extractive; settings window, correctionMarkers.',
      '  The counter: o200k_base.',
      '  1 pin by hand, by message number.',
      `  ${out.trim().length} bytes in all.`,
      '  title: Tight',
      '  lanes[0].config.correctionMarkers[0]: hmm',
    ]);
    expect((await captured(['link', file, '--settings'])).out).toBe(out);
    expect(await opened(out)).toEqual({ ...scenario, transcript: { messages: [] } });
  });

  it('carries the transcript when told so, redacted when told so, or its structure', async () => {
    const whole = await captured(['link', file, '--transcript', '--base', 'https://a.example/p']);
    expect(whole.out).toMatch(/^https:\/\/a\.example\/p#p1\./);
    expect(await opened(whole.out)).toEqual(scenario);
    const redacted = await captured(['link', file, '--transcript', '--redact']);
    expect(redacted.error).toContain('Replaced by placeholders: 1.');
    expect((await opened(redacted.out)).transcript.messages[0].content).toMatch(/^Mend the nest of [A-Z0-9-]+$/);
    const { messages } = (await opened((await captured(['link', file, '--structure'])).out)).transcript;
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
    expect(JSON.stringify(messages)).not.toMatch(/nest|ann|mended/);
  });

  it('gives a file of several scenarios a link a line', async () => {
    const many = folder.file(
      'many.jsonl',
      [scenario, { ...scenario, title: 'Wide' }].map((one) => JSON.stringify(one)).join('\n'),
    );
    const lines = (await captured(['link', many])).out.trimEnd().split('\n');
    expect(await Promise.all(lines.map(async (line) => (await opened(line)).title))).toEqual(['Tight', 'Wide']);
  });

  it.each<[argv: string[], message: string]>([
    [['--settings', '--structure'], '--settings and --structure exclude each other.'],
    [['--redact'], '--redact changes nothing here. Give --transcript as well'],
    [['--base', 'example.org'], '--base is "example.org". Give the whole address'],
    [['--base', 'javascript:alert(1)'], '--base is "javascript:alert(1)".'],
  ])('%j is refused', async (argv, message) => {
    const { code, out, error } = await captured(['link', file, ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(message);
  });

  it('is refused where it would be cut off on the way', async () => {
    let text = '';
    for (let number = 1; text.length < 60_000; number++) text += ((number * 48271 * number) % 2147483647).toString(36);
    const long = folder.file('long.json', { ...scenario, transcript: { messages: [{ role: 'user', content: text }] } });
    const { code, out, error } = await captured(['link', long, '--transcript']);
    expect([code, out]).toEqual([2, '']);
    expect(folder.without(error)).toMatch(
      /^long\.json: The link has [\d,]+ characters; browsers and chats keep 32,000\. Send a scenario file, or the settings alone \(--settings\)\.$/,
    );
    expect((await captured(['link', long])).code).toBe(0);
  });
});

describe('open', () => {
  it('puts settings on their transcript, in whatever format it is, with its pins', async () => {
    const { out } = await captured(['link', file]);
    const plain = scenario.transcript.messages.map(({ role, content }) => ({ role, content }));
    const chat = folder.file('chat.json', plain);
    const { code, out: json, error } = await captured(['open', out, '--with', chat]);
    expect([code, error.includes('warning')]).toEqual([0, false]);
    expect(JSON.parse(json)).toEqual(scenario);
    const other = folder.file('other.json', [{ role: 'user', content: 'Something else' }]);
    const put = await captured(['open', out, '--with', other]);
    expect(folder.without(put.error)).toContain(
      'warning: other.json: It is not the transcript that the settings were made for',
    );
    expect(JSON.parse(put.out).transcript.messages).toEqual([{ role: 'user', content: 'Something else' }]);
    const whole = await captured(['link', file, '--transcript']);
    expect((await captured(['open', whole.out, '--with', chat])).code).toBe(2);
  });

  it.each<[link: string, message: string]>([
    ['nonsense', 'the link: It is no link of Palimpsest.'],
    ['#p1.AAAA', 'the link: It is damaged or cut off'],
    ['#p9.AAAA', 'its version: The link is of version 9'],
  ])('%s ends with 2 and a word', async (link, message) => {
    const { code, out, error } = await captured(['open', link]);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(message);
  });

  it('says what it left out', async () => {
    const fixture = readFileSync('test/links/fixtures/v1-settings.txt', 'utf8');
    expect((await captured(['open', fixture])).error).not.toContain('warning');
    const { out } = await captured(['open', fixture]);
    expect(JSON.parse(out).title).toBe('Tight window, guards on and off');
  });
});

it('goes from process to process through pipes', { timeout: 120_000 }, async () => {
  const ran = (argv: string[], stdin: string) => {
    const child = spawn(process.execPath, [resolve('lib/cli/palimpsest.mjs'), ...argv]);
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stdin.end(stdin);
    return new Promise<{ code: number | null; out: string }>((done) =>
      child.on('close', (code) => done({ code, out })),
    );
  };
  const sent = await ran(['link', '-', '--transcript'], JSON.stringify(scenario));
  expect(sent.code).toBe(0);
  const came = await ran(['open', '-'], sent.out);
  expect([came.code, JSON.parse(came.out)]).toEqual([0, scenario]);
  expect((await ran(['open', '-'], sent.out.slice(0, 80))).code).toBe(2);
});

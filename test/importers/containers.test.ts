/** One conversation in every container and encoding that people's files have: the same messages come out of each. */

import { describe, expect, it } from 'vitest';
import { gzip, lines, read, refusal } from './support';

const MESSAGES = [
  { role: 'user', content: 'Grüße, 世界 🌍: "quoted" \\ and\nlines' },
  { role: 'assistant', content: 'zwei' },
  { role: 'user', content: 'three' },
  { role: 'assistant', content: 'four' },
];
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const CONTAINERS: readonly (readonly [string, string])[] = [
  ['one message a line', lines(...MESSAGES)],
  ['lines with CRLF', lines(...MESSAGES).replaceAll('\n', '\r\n')],
  ['lines that end with CR alone', lines(...MESSAGES).replaceAll('\n', '\r')],
  ['lines without a last line break', lines(...MESSAGES).trimEnd()],
  ['blank lines between', lines(...MESSAGES).replaceAll('\n', '\n\n \n')],
  ['all values on one line', MESSAGES.map((one) => JSON.stringify(one)).join('')],
  ['two values on each line', lines(...MESSAGES).replace('}\n{', '}{')],
  ['commas after the lines', lines(...MESSAGES).replaceAll('}\n', '},\n')],
  ['pretty-printed values one after another', MESSAGES.map(pretty).join('\n')],
  ['pretty-printed values with CRLF', MESSAGES.map(pretty).join('\n').replaceAll('\n', '\r\n')],
  ['an array on one line', JSON.stringify(MESSAGES)],
  ['a pretty-printed array', pretty(MESSAGES)],
  ['an object with messages', JSON.stringify({ model: 'm', messages: MESSAGES })],
  ['a pretty-printed object with messages', pretty({ model: 'm', messages: MESSAGES })],
  ['a JSON string that holds JSON', JSON.stringify(JSON.stringify({ messages: MESSAGES }))],
  ['a JSON string that holds pretty-printed JSON', JSON.stringify(pretty({ messages: MESSAGES }))],
  ['record separators before the lines', lines(...MESSAGES).replaceAll('{"role', '\u001e{"role')],
  ['byte order marks of files put together', lines(...MESSAGES).replaceAll('{"role', '\uFEFF{"role')],
];

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return bytes;
}

const ENCODINGS: readonly (readonly [string, (text: string) => string | Uint8Array])[] = [
  ['UTF-8', (text) => text],
  ['UTF-8 with a byte order mark', (text) => `\uFEFF${text}`],
  ['UTF-16 LE with a byte order mark', (text) => utf16(`\uFEFF${text}`, true)],
  ['UTF-16 BE with a byte order mark', (text) => utf16(`\uFEFF${text}`, false)],
  ['UTF-16 LE without one', (text) => utf16(text, true)],
  ['gzip', gzip],
  ['gzip of UTF-16', (text) => gzip(utf16(`\uFEFF${text}`, true))],
];

describe.each(CONTAINERS)('%s', (_name, text) => {
  it.each(ENCODINGS)('as %s', async (_encoding, encode) => {
    const report = await read(encode(text), {}, 'file.json');
    expect(report.conversations.map(({ messages }) => messages)).toEqual([MESSAGES]);
    expect(report.skipped).toEqual([]);
  });
});

describe('cut tails', () => {
  it.each(CONTAINERS.filter(([, text]) => !text.startsWith('"')))('%s', async (name, text) => {
    const cut = text.slice(0, text.lastIndexOf('four') + 2);
    const report = await read(cut);
    const contents = report.conversations[0]?.messages.map(({ content }) => content);
    expect(contents, name).toEqual(MESSAGES.slice(0, 3).map(({ content }) => content));
    expect(report.skipped.length).toBeGreaterThan(0);
  });
});

describe('an error page in the middle', () => {
  const page = '<!DOCTYPE html>\n<html><head><title>502</title></head>\n<body>\n<p>Bad gateway</p>\n</body></html>\n';
  it.each(
    CONTAINERS.filter(
      ([name]) => name.startsWith('one message') || name.startsWith('blank') || name === 'lines with CRLF',
    ),
  )('%s', async (_name, text) => {
    const at = text.indexOf('{"role":"user","content":"three');
    const report = await read(`${text.slice(0, at)}${page}${text.slice(at)}`);
    expect(report.conversations[0]?.messages).toEqual(MESSAGES);
    expect(report.skipped.length).toBeGreaterThanOrEqual(1);
    expect(report.skipped[0]?.reason).toContain('markup');
  });
});

describe('zeros that a crash left', () => {
  it('before a line are passed over', async () => {
    const long = { role: 'user', content: 'word '.repeat(200) };
    const report = await read(`${lines(long)}${'\0'.repeat(12)}${lines(...MESSAGES)}`);
    expect(report.conversations[0]?.messages).toEqual([long, ...MESSAGES]);
    expect(report.skipped).toEqual([]);
  });
});

describe('a refused file', () => {
  it('says what it looks like, and offers no format where none comes near', async () => {
    const error = await refusal('{"kind":"inventory","items":[1,2,3]}');
    expect(error.what).toContain('an object with keys kind, items');
    expect(error.alternatives ?? []).toEqual([]);
  });
});

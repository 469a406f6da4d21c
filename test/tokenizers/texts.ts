/** Texts that try a tokenizer: generators of every kind of mixture, and the strings of real transcripts where there are any. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

const words = [
  'the',
  'The',
  'THE',
  'iPhone',
  'HTTPServer',
  'naïve',
  'ÀÉÎ',
  'ǅ',
  'ʰa',
  'don',
  'Straße',
  'été',
  'Ω',
  'ß',
  'İ',
];
const contractions = ["'s", "'S", "'ll", "'LL", "'Ve", "'re", "'d", "'x", "'", "''", '’s', "'l", "'ſ"];
const spaces = [
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' \n',
  '\n ',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u0085',
  '\u200b',
];
const marks = ['\u0301', '\u0301\u0302', '\u20dd', 'e\u0301', 'E\u0301', '\u0e31', '\ufe0f', '\u200d', '\u0903'];
const numbers = ['0', '12', '123', '1234', '12345678', '²', '½', 'Ⅷ', '٣', '๓', '一', '①'];
const symbols = [
  '/',
  '//',
  '///\n/',
  '=>',
  '{"a":1}',
  '()',
  '...',
  '—',
  '$',
  '<|endoftext|>',
  '<|im_start|>',
  '```',
  '\\n',
];
const scripts = ['中文字', '日本語', 'ひらがな', '한국어', 'привет', 'ПРИВЕТ', 'שלום', 'مرحبا', 'नमस्ते', 'ไทย', '名'];
const emoji = ['😀', '👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', '❤️', '🏴‍☠️', '𝔘', '𐐀', '𐐨', '\u{1e900}'];
const byteOrderMarks = [
  '\ufeff',
  '\ufeffusing',
  '\ufeff名',
  '\ufeff\ufeff',
  ' \ufeff',
  '\ufeff\n',
  '\ufeff#',
  'a\ufeff',
];

const pieces = [words, contractions, spaces, marks, numbers, symbols, scripts, emoji, byteOrderMarks];

const join_ = (parts: string[]) => parts.join('');

/** Well-formed texts of every kind. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces.flat()), { maxLength: 40 }).map(join_),
  fc.array(fc.oneof(...pieces.map((group) => fc.constantFrom(...group))), { maxLength: 40 }).map(join_),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...' \t\n\r\u00a0a1!'), maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."aAbBʰǅ中\u0301 'sSlLvVeE1/"), maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'etaoinshrdlu'), minLength: 20, maxLength: 400 }),
  fc
    .tuple(fc.constantFrom(...pieces.flat()), fc.integer({ min: 1, max: 200 }))
    .map(([part, times]) => part.repeat(times)),
);

/** Texts with lone surrogates among other things. */
export const brokenText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom('\ud83d', '\ude00', '\ud800\ud800', '\udfff'), fc.constantFrom(...pieces.flat())), {
    maxLength: 20,
  })
  .map(join_);

/** What TextEncoder makes of a text: lone surrogates become U+FFFD. */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

const transcripts = join(process.cwd(), '../shared/transcripts');

export const realFiles = [
  'claude-code/episodic-long-thinking.jsonl',
  'claude-code/packmind-medium.jsonl',
  'openai-chat/stored-completion-73msg-parallel.json',
  'openai-chat/invariant-sample-data.jsonl',
].map((name) => ({ name, path: join(transcripts, name), exists: existsSync(join(transcripts, name)) }));

/** All strings in a JSON or JSONL file, at any depth. */
export function stringsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const records: unknown[] = [];
  for (const chunk of path.endsWith('.jsonl') ? source.split('\n') : [source]) {
    if (chunk.trim() !== '') records.push(JSON.parse(chunk));
  }
  const strings: string[] = [];
  while (records.length > 0) {
    const value = records.pop();
    if (typeof value === 'string') strings.push(value);
    else if (value !== null && typeof value === 'object') for (const child of Object.values(value)) records.push(child);
  }
  return strings;
}

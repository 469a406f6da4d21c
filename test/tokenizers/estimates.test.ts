/** The counters that need no tables: code points, words with Python's whitespace, UTF-8 bytes. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chars4 } from '@/lib/tokenizers/chars4';
import { codePointLength, utf8Length } from '@/lib/tokenizers/counter';
import { utf8 } from '@/lib/tokenizers/utf8';
import { words } from '@/lib/tokenizers/words';
import { anyText, brokenText } from './texts';

describe('code points', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['naïve', 5],
    ['日本語', 3],
    ['😀', 1],
    ['🇩🇪', 2],
    ['👩‍👩‍👧‍👦', 7],
    ['👍🏽', 2],
    ['e\u0301', 2],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
    ['\ud83d\ud83d\ude00\ude00', 3],
  ])('%j has %i', (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });

  it('is what iterating over the text gives, also with lone surrogates', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, brokenText), (text) => {
        expect(codePointLength(text)).toBe([...text].length);
      }),
      { seed: 21, numRuns: 2000 },
    );
  });
});

describe('chars4', () => {
  it.each([
    ['', 1],
    ['abc', 1],
    ['abcd', 2],
    ['abcdefg', 2],
    ['abcdefgh', 3],
    ['😀😀😀', 1],
    ['😀😀😀😀', 2],
  ])('%j costs %i', (text, tokens) => {
    expect(chars4.count(text)).toBe(tokens);
  });
});

describe('utf8', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 2],
    ['日', 3],
    ['😀', 4],
    ['\ud83d', 3],
    ['\ude00\ud83d', 6],
  ])('%j is %i bytes', (text, bytes) => {
    expect(utf8.count(text)).toBe(bytes);
  });

  it('is what TextEncoder writes', () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(fc.oneof(anyText, brokenText), (text) => {
        expect(utf8Length(text)).toBe(encoder.encode(text).length);
      }),
      { seed: 22, numRuns: 2000 },
    );
  });
});

/** `[c for c in range(0x110000) if chr(c).isspace()]` in Python 3.11. */
const pythonSpaces = new Set([
  0x9, 0xa, 0xb, 0xc, 0xd, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
  0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]);

describe('words', () => {
  it.each([
    ['', 0],
    [' ', 0],
    ['\n\t \r\n', 0],
    ['one', 1],
    ['  one  ', 1],
    ['one two\tthree\nfour\r\nfive', 5],
    ['one\u00a0two\u3000three', 3],
    ['one\u001ctwo\u0085three', 3],
    ['\ufeffone\ufefftwo', 1],
    ['one\u200btwo\u180ethree', 1],
    ['日本語 の 文', 3],
    ['😀 😀', 2],
  ])('%j has %i', (text, count) => {
    expect(words.count(text)).toBe(count);
  });

  it('takes exactly the whitespace of Python, out of all code units', () => {
    const spaces: number[] = [];
    for (let unit = 0; unit < 0x10000; unit++)
      if (words.count(`a${String.fromCharCode(unit)}b`) === 2) spaces.push(unit);
    expect(spaces).toEqual([...pythonSpaces]);
  });
});

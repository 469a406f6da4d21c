/** The scanners cut every text exactly where gpt-tokenizer's own split patterns cut it. */

import fc from 'fast-check';
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
  R50K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { type Split, splitCl100k, splitO200k, splitR50k } from '@/lib/tokenizers/split';
import { anyText, brokenText, wellFormed } from './texts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function scan(split: Split, text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = split(bytes, at, bytes.length);
    if (next <= at) throw new Error(`no progress at byte ${at} of ${JSON.stringify(text)}`);
    pieces.push(decoder.decode(bytes.subarray(at, next)));
    at = next;
  }
  return pieces;
}

const match = (pattern: RegExp, text: string) => Array.from(text.matchAll(pattern), ([piece]) => piece);
const lengths = (pieces: string[]) => pieces.map((piece) => piece.length).join(' ');

describe.each([
  { name: 'o200k', split: splitO200k, pattern: O200K_TOKEN_SPLIT_REGEX },
  { name: 'cl100k', split: splitCl100k, pattern: CL100K_TOKEN_SPLIT_REGEX },
  { name: 'r50k', split: splitR50k, pattern: R50K_TOKEN_SPLIT_REGEX },
])('split of $name', ({ split, pattern }) => {
  it('equals the pattern on random texts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(scan(split, text)).toEqual(match(pattern, text));
      }),
      { seed: 4021, numRuns: 4000 },
    );
  });

  it('equals the pattern on what is left of lone surrogates', () => {
    fc.assert(
      fc.property(brokenText, (text) => {
        expect(scan(split, text)).toEqual(match(pattern, text).map(wellFormed));
      }),
      { seed: 4022, numRuns: 1000 },
    );
  });

  it('equals the pattern for every code point of the first two planes and of the tags, in eight surroundings', () => {
    const blocks = Array.from({ length: 0x200 }, (_, index) => index * 0x100).concat(0xe0000, 0xe0100);
    for (const block of blocks) {
      if (block >= 0xd800 && block < 0xe000) continue;
      let text = '';
      for (let codePoint = block; codePoint < block + 0x100; codePoint++) {
        const character = String.fromCodePoint(codePoint);
        text += `a${character}b ${character}A\t${character}1${character}${character}.${character}'s\n${character}\u0301B`;
      }
      const pieces = scan(split, text);
      const expected = match(pattern, text);
      // Both join to the same text, so equal lengths are equal pieces, and cheaper to compare.
      expect(pieces.join('') === text).toBe(true);
      expect(lengths(pieces), `block U+${block.toString(16)}`).toBe(lengths(expected));
    }
  });

  it('gives the last space to the word, and the end of the text all of them', () => {
    expect(scan(split, 'a   b')).toEqual(['a', '  ', ' b']);
    expect(scan(split, 'a   ')).toEqual(['a', '   ']);
  });
});

describe('where the patterns differ', () => {
  it.each([
    ["we'LL GO", ["we'LL", ' GO'], ['we', "'LL", ' GO'], ['we', "'", 'LL', ' GO']],
    ['HTTPServer', ['HTTPServer'], ['HTTPServer'], ['HTTPServer']],
    ['fooBar', ['foo', 'Bar'], ['fooBar'], ['fooBar']],
    ['12345', ['123', '45'], ['123', '45'], ['12345']],
    ['a \n\n b', ['a', ' \n\n', ' b'], ['a', ' \n\n', ' b'], ['a', ' \n\n', ' b']],
    ['//\n/x', ['//\n/', 'x'], ['//\n', '/x'], ['//', '\n', '/', 'x']],
    ['a \n ', ['a', ' \n', ' '], ['a', ' \n '], ['a', ' \n ']],
  ])('%j', (text, o200k, cl100k, r50k) => {
    expect(scan(splitO200k, text)).toEqual(o200k);
    expect(scan(splitCl100k, text)).toEqual(cl100k);
    expect(scan(splitR50k, text)).toEqual(r50k);
  });
});

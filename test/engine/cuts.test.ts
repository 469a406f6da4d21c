/** R12 to R14: lengths in code points, and how a tool result is cut. */

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { codePointLength } from '@/lib/engine/accounting';
import { cutText, cutTokens, planCut } from '@/lib/engine/truncation';
import { chars4 } from '../fixtures/chars4';

// Many runs on a busy machine take longer than the default allows.
vi.setConfig({ testTimeout: 60_000 });

const MARKER = '[{dropped}]';
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

function boundaries(text: string): Set<number> {
  const offsets = new Set([text.length]);
  for (const { index } of segmenter.segment(text)) offsets.add(index);
  return offsets;
}

const piece = fc.constantFrom(
  'plain ',
  'é',
  'e\u0301',
  `o${'\u0301'.repeat(150)}`,
  '👩‍👩‍👧‍👦',
  `👩${'‍👩'.repeat(90)}`,
  '🇩🇪',
  '🇩🇪'.repeat(70),
  '\r\n',
  '한국어',
  'क्षि',
  '🏽',
  '\u200d',
);
const texts = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));
const loose = fc.oneof(
  texts,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }),
);

describe('R12: length is Unicode code points', () => {
  it('R12: counts what an iterator over the text counts, lone surrogates as one', () => {
    expect(codePointLength('👩‍👩‍👧‍👦🇩🇪e\u0301')).toBe(11);
    expect(codePointLength('\ud83d\ud83d\ude00\ude00')).toBe(3);
    const units = fc.array(fc.nat({ max: 0xffff }), { maxLength: 50 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(fc.oneof(loose, units), (text) => {
        expect(codePointLength(text)).toBe([...text].length);
      }),
      { seed: 12, numRuns: 400 },
    );
  });
});

describe('R13: head 60 %, tail 40 %, both rounded down', () => {
  it('R13: leaves a text alone that is not longer than four characters a token', () => {
    expect(planCut('🙂'.repeat(40), 40, 10, false)).toBeNull();
    expect(planCut('🙂'.repeat(41), 41, 10, false)).not.toBeNull();
  });

  it('R13: counts in code points and says how many fell out', () => {
    const text = `${'a'.repeat(24)}${'🙂'.repeat(30)}${'z'.repeat(16)}`;
    const cut = planCut(text, codePointLength(text), 10, false);
    expect(cut && cutText(text, cut, MARKER)).toBe(`${'a'.repeat(24)}[30]${'z'.repeat(16)}`);
  });

  it('R13: rounds both shares down', () => {
    const text = 'abcdefghij';
    const cut = planCut(text, 10, 1, false);
    expect(cut && cutText(text, cut, MARKER)).toBe('ab[7]j');
  });

  it('R13: keeps exactly the share of any text, and the tokens of the cut text without writing it', () => {
    fc.assert(
      fc.property(loose, fc.integer({ min: 1, max: 40 }), fc.boolean(), (text, maxTokens, graphemes) => {
        const length = codePointLength(text);
        const cut = planCut(text, length, maxTokens, graphemes);
        expect(cut === null).toBe(length <= maxTokens * 4);
        if (!cut) return;
        const head = [...text.slice(0, cut.headEnd)].length;
        const tail = [...text.slice(cut.tailStart)].length;
        const full = [Math.floor(maxTokens * 4 * 0.6), Math.floor(maxTokens * 4 * 0.4)];
        if (!graphemes) expect([head, tail]).toEqual(full);
        expect(head).toBeLessThanOrEqual(full[0] as number);
        expect(tail).toBeLessThanOrEqual(full[1] as number);
        if (!graphemes || text.isWellFormed()) expect(cut.dropped).toBe(length - head - tail);
        const written = cutText(text, cut, MARKER);
        expect(cutTokens(text, length, cut, MARKER, chars4)).toBe(
          cutTokens(text, length, cut, MARKER, { id: 'slow', count: chars4.count }),
        );
        expect(chars4.count(written)).toBe(cutTokens(text, length, cut, MARKER, chars4));
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});

describe('R14: a cut text is as well-formed as the text', () => {
  it('R14: never splits a code point', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), fc.boolean(), (text, maxTokens, graphemes) => {
        const cut = planCut(text, codePointLength(text), maxTokens, graphemes);
        if (cut) expect(cutText(text, cut, MARKER).isWellFormed()).toBe(true);
      }),
      { seed: 14, numRuns: 300 },
    );
  });

  it('R14: with the guard both ends fall on grapheme boundaries, however long a cluster or a run of flags is', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 120 }), (text, maxTokens) => {
        const length = codePointLength(text);
        const cut = planCut(text, length, maxTokens, true);
        const plain = planCut(text, length, maxTokens, false);
        if (!cut || !plain) return;
        const allowed = boundaries(text);
        expect(allowed.has(cut.headEnd)).toBe(true);
        expect(allowed.has(cut.tailStart)).toBe(true);
        expect(cut.headEnd).toBeLessThanOrEqual(plain.headEnd);
        expect(cut.tailStart).toBeGreaterThanOrEqual(plain.tailStart);
        // No boundary closer to the plain cut was passed over.
        for (let at = cut.headEnd + 1; at <= plain.headEnd; at++) expect(allowed.has(at)).toBe(false);
        for (let at = plain.tailStart; at < cut.tailStart; at++) expect(allowed.has(at)).toBe(false);
      }),
      { seed: 15, numRuns: 600 },
    );
  });

  it('R14: without the guard a family of emoji is cut in two', () => {
    const family = '👨‍👩‍👧‍👦'.repeat(10);
    const plain = planCut(family, codePointLength(family), 3, false);
    const whole = planCut(family, codePointLength(family), 3, true);
    expect(plain && boundaries(family).has(plain.tailStart)).toBe(false);
    expect(whole && boundaries(family).has(whole.tailStart)).toBe(true);
  });
});

/** Hits in lines: every place where a text stands, in any case, and lines cut so that nothing is lost. */

import { describe, expect, it } from 'vitest';
import { hitsIn, piecesOf } from '@/components/panels/text-hits';

describe('hits', () => {
  it('are every place, several in a line, in any case', () => {
    expect(hitsIn(['Run make', 'no', 'MAKE and make'], 'make')).toEqual({ line: [0, 2, 2], from: [4, 0, 9] });
    expect(hitsIn(['Run make'], '')).toEqual({ line: [], from: [] });
  });

  it('take the words as they stand, whatever they mean in an expression', () => {
    for (const query of ['a.b', '(x', '[1', '\\n', '^', '$5', 'a|b', '{2}', '*', '"/tmp"']) {
      expect(hitsIn([`… ${query} …`, 'axb 1 n 5 aab'], query)).toEqual({ line: [0], from: [2] });
    }
  });

  it('keep their place beside letters that change their length in lower case', () => {
    expect(hitsIn(['İİİ make'], 'make')).toEqual({ line: [0], from: [4] });
  });
});

describe('pieces of a line', () => {
  it('are the stretch that is shown, with the hits apart', () => {
    const line = 'one two ONE two one';
    expect(piecesOf(line, 'one', 0, 99)).toEqual([
      { text: 'one', from: 0, hit: true },
      { text: ' two ', from: 3, hit: false },
      { text: 'ONE', from: 8, hit: true },
      { text: ' two ', from: 11, hit: false },
      { text: 'one', from: 16, hit: true },
    ]);
    for (const from of [0, 3, 8]) {
      const told = piecesOf(line, 'one', from, 9);
      expect(told.map(({ text }) => text).join('')).toBe(line.slice(from, from + 9));
    }
    expect(piecesOf(line, '', 4, 3)).toEqual([{ text: 'two', from: 4, hit: false }]);
  });
});

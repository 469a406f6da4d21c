/** Facts are numbers and paths as people write them: commas part thousands, and nothing else. */
import { describe, expect, it } from 'vitest';
import { factsIn, hasFact } from '@/lib/metrics/findings/facts';

describe('facts', () => {
  it('read thousands with and without separators as one number', () => {
    expect(factsIn('p95 is 1,720 ms', 2)).toEqual(['1720']);
    expect(hasFact('it took 1,720 ms', '1720')).toBe(true);
    expect(hasFact('it took 1720 ms', '1720')).toBe(true);
  });

  it('do not join what a comma keeps apart: a place in a file is two numbers', () => {
    expect(factsIn('main.ts(17,47): error', 2)).toEqual(['17', '47']);
    expect(factsIn('rows 12,345,6', 2)).not.toContain('123456');
  });
});

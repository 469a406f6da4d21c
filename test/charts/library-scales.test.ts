/** The scales that stand in Recharts for d3's: where they place what, and what Recharts asks them. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as scales from '@/components/charts/pressure/library-scales';

describe('amounts', () => {
  it('are placed from end to end, and beyond the ends too', () => {
    const scale = scales.scaleLinear().domain([0, 200]).range([300, 100]);
    expect([0, 50, 200, 250].map((value) => scale(value))).toEqual([300, 250, 100, 50]);
    expect(scale.domain()).toEqual([0, 200]);
    expect(scale.range()).toEqual([300, 100]);
  });
  it('without a width are in the middle, and what is no amount is nowhere', () => {
    const scale = scales.scaleLinear().domain([5, 5]).range([0, 10]);
    expect(scale(5)).toBe(5);
    expect(scale.domain()).toEqual([5, 5]);
    expect(scale(Number.NaN)).toBeUndefined();
    expect(scales.scaleLinear().domain([])(1)).toBeUndefined();
  });
});

describe('places', () => {
  it('are even, in order, and each in the range', () => {
    const distinct = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(distinct, (domain) => {
        const scale = scales.scalePoint().domain(domain).range([40, 640]);
        const step = 600 / (domain.length - 1);
        domain.forEach((value, place) => {
          expect(scale(value)).toBeCloseTo(40 + place * step, 6);
        });
      }),
      { seed: 20 },
    );
  });
  it('count the same value once; one alone is in the middle; a strange one is nowhere', () => {
    const scale = scales.scalePoint();
    scale.domain(['a', 'a', 'b']).range([0, 10]);
    expect([scale('a'), scale('b'), scale('c')]).toEqual([0, 10, undefined]);
    scale.domain(['a']);
    expect(scale('a')).toBe(5);
    expect(scale.bandwidth()).toBe(0);
  });
});

it('Recharts takes no more from d3-scale than what a line chart without axes has here', () => {
  const folder = new URL('../../node_modules/recharts/es6/state/selectors/combiners/', import.meta.url);
  const chosen = readFileSync(new URL('combineRealScaleType.js', folder), 'utf8');
  const named = [...chosen.matchAll(/return '(\w+)'/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(['point', 'band', 'linear']));
  // Bands are for bars.
  expect(Object.keys(scales).sort()).toEqual(['scaleLinear', 'scalePoint']);
});

/** Numbers of figures as people read them: halves, money with the digits of its column, and what the clock says. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FigureUnit, isOfSettings, shownNumber } from '@/lib/metrics/figure';
import { isNoMoney, moneyDigits, moneyText, rounded, roundedText, roundMoneyText } from '@/lib/metrics/numbers';
import { FIGURES } from '@/lib/metrics/registry';
import { marksOf } from '@/lib/metrics/scoreboard';

const seeded = { seed: 20_261_130, numRuns: Number(process.env.RUNS ?? 500) };

describe('rounding', () => {
  it.each([
    [1.835, 2, '1.84'],
    [1.005, 2, '1.01'],
    [0.1 + 0.7 + 0.035, 2, '0.84'],
    [1 - 0.165, 2, '0.84'],
    [-1.835, 2, '−1.84'],
    [-0.001, 2, '0.00'],
    [1e-7, 6, '0.000000'],
    [5e-7, 6, '0.000001'],
    [12_345_678.125, 2, '12,345,678.13'],
    [0, 2, '0.00'],
  ])('of %d to %i digits gives %s', (value, digits, text) => {
    expect(roundedText(value, digits)).toBe(text);
  });

  it('takes every half away from zero, however it is stored', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }), (units, digits) => {
        const half = Number(`${units}5e-${digits + 1}`);
        const above = Number(`${units + 1}e-${digits}`);
        expect(rounded(half, digits)).toBe(above);
        expect(rounded(-half, digits)).toBe(-above);
        expect(roundedText(half, digits).replaceAll(',', '')).toBe(above.toFixed(digits));
      }),
      seeded,
    );
  });
});

describe('money', () => {
  it('has the digits that the smallest amount of its column needs', () => {
    expect(moneyText(0.000015)).toBe('$0.000015');
    expect(moneyText(0.4627)).toBe('$0.4627');
    expect(moneyText(12.3456)).toBe('$12.35');
    expect(moneyText(1234.5)).toBe('$1,235');
    expect(moneyText(-0.5)).toBe('−$0.5000');
    expect(moneyText(0)).toBe('$0.00');
    expect([12.3456, 0.01234, 0].map((one, _at, column) => moneyText(one, column))).toEqual([
      '$12.3456',
      '$0.0123',
      '$0.0000',
    ]);
    expect(shownNumber(0.000015, 'dollars')).toBe('$0.000015');
    expect(shownNumber(12.3456, 'dollars', [12.3456, 0.4627, null])).toBe('$12.3456');
  });

  it('is written out on an axis with the fewest digits, the same for all of its amounts', () => {
    const axis = (...amounts: number[]) => amounts.map((one) => roundMoneyText(one, amounts));
    expect(axis(0, 0.1, 0.2, 0.1 + 0.2)).toEqual(['$0.00', '$0.10', '$0.20', '$0.30']);
    expect(axis(0, 0.005, 0.01)).toEqual(['$0.000', '$0.005', '$0.010']);
    expect(axis(0, 2000, 4000)).toEqual(['$0', '$2,000', '$4,000']);
    expect(axis(0, 0.000002)).toEqual(['$0.000000', '$0.000002']);
  });

  it('never shows as nothing what is something, and has one number of digits in a column', () => {
    const amounts = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((one) => one * one * one * 1e-15);
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 8 }), (column) => {
        const texts = column.map((one) => moneyText(one, column));
        expect(new Set(texts.map((text) => (text.split('.')[1] ?? '').length)).size).toBe(1);
        for (const [at, text] of texts.entries()) {
          expect(/[1-9]/.test(text)).toBe(!isNoMoney(column[at] as number));
        }
        expect(moneyDigits([...column, null, 0])).toBe(moneyDigits(column));
      }),
      seeded,
    );
  });
});

describe('what the clock says', () => {
  const timed = FIGURES.filter((figure) => !isOfSettings(figure));

  it('is Computing alone; it has its unit beside it and no better end', () => {
    expect(timed.map(({ id }) => id)).toEqual(['computeMs']);
    expect(timed[0]?.definition).toContain('Milliseconds');
    expect(shownNumber(1234.56, 'milliseconds')).toBe('1,234.6 ms');
    expect(marksOf([1, 2, 3], timed[0]?.better ?? null)).toEqual([null, null, null]);
  });

  it('every other unit is one of the settings', () => {
    const units = new Set<FigureUnit>(FIGURES.filter(isOfSettings).map(({ unit }) => unit));
    expect(units.has('milliseconds')).toBe(false);
    expect(units.size).toBeGreaterThan(8);
  });
});

/** Numbers as the interface writes them, at the seams between units. */
import { expect, it } from 'vitest';
import { sizeText, sumText } from '@/components/ui/format';

it('says sums of tokens in the unit that is short', () => {
  expect([0, 999_999, 1_000_000, 999_994_999, 999_995_000, 11_417_930_000].map(sumText)).toEqual([
    '0',
    '999,999',
    '1.00 M',
    '999.99 M',
    '1.00 B',
    '11.42 B',
  ]);
});

it('says sizes in the unit that is short', () => {
  expect([999, 1000, 20_400, 1_200_000, 20_400_000, 999_499_999, 999_500_000, 1_230_000_000].map(sizeText)).toEqual([
    '999 B',
    '1.0 kB',
    '20 kB',
    '1.2 MB',
    '20 MB',
    '999 MB',
    '1.0 GB',
    '1.2 GB',
  ]);
});

/** The counter of the managed window: a quarter of the code points, rounded down, plus one. */

import { type Counter, codePointLength } from './counter';

export const chars4: Counter = {
  id: 'chars4',
  label: 'Characters ÷ 4',
  exact: false,
  // max(1, floor(n / 4) + 1) is never below 1, so the maximum needs no code. The empty text costs 1.
  count: (text) => Math.floor(codePointLength(text) / 4) + 1,
  countCodePoints: (codePoints) => Math.floor(codePoints / 4) + 1,
};

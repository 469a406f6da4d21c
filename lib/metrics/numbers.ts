/** Numbers of figures as people read them: halves away from zero, money with digits enough for what stands beside it. */

/** Significant digits that a value is trusted with; what lies beyond them is what reckoning in binary left. */
const TRUSTED = 12;
/** Less than this shows no digit, in dollars. */
const NO_MONEY = 5e-9;

/** A number to so many digits after the point, as if it were written out in full: 1.835 → 1.84, also as 1.8349999999999997. */
export function rounded(value: number, digits: number): number {
  const [mantissa = '0', exponent = '0'] = Math.abs(value)
    .toExponential(TRUSTED - 1)
    .split('e');
  const units = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  if (!(units < 1e15)) return value;
  const amount = Number(`${units}e${-digits}`);
  return value < 0 && amount !== 0 ? -amount : amount;
}

/** 1234.835 → "1,234.84"; "−0.50", and never "−0.00". */
export function roundedText(value: number, digits: number): string {
  const near = rounded(value, digits);
  const [amount = '0', fraction] = Math.abs(near).toFixed(digits).split('.');
  const grouped = amount.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${near < 0 ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Digits that say something of every amount: two at least of the smallest that is not nothing. */
export function moneyDigits(dollars: readonly (number | null)[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of dollars) {
    const amount = one === null ? 0 : Math.abs(one);
    if (amount >= NO_MONEY && amount < least) least = amount;
  }
  if (least === Number.POSITIVE_INFINITY) return 2;
  if (least >= 1000) return 0;
  if (least >= 1) return 2;
  if (least >= 0.01) return 4;
  return least >= 0.00001 ? 6 : 8;
}

/**
 * Dollars, with the digits of the column that they stand in: 12.3456 → "$12.35", beside 0.01234 "$12.3456". Formula of the
 * digits: `moneyDigits` of the column.
 */
export function moneyText(dollars: number, column: readonly (number | null)[] = [dollars]): string {
  const text = roundedText(Math.abs(dollars), moneyDigits(column));
  return `${dollars <= -NO_MONEY ? '−' : ''}$${text}`;
}

/** Round amounts of an axis, with the fewest digits that write all of them out: "$0.00", "$0.05", "$0.10"; "$0", "$5". */
export function roundMoneyText(dollars: number, column: readonly number[]): string {
  const isWhole = (digits: number) => column.every((one) => Math.abs(rounded(one, digits) - one) < NO_MONEY);
  let digits = isWhole(0) ? 0 : 2;
  while (digits < 8 && !isWhole(digits)) digits++;
  return `$${roundedText(dollars, digits)}`;
}

/** Whether an amount is none: nothing of it would show. */
export function isNoMoney(dollars: number): boolean {
  return Math.abs(dollars) < NO_MONEY;
}

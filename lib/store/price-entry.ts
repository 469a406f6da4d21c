/** What a person types into a number of the bill: taken as it stands there, or refused with the reason and what is allowed. */

import type { PriceField } from './price-fields';

/** "1,234.5", "128k", "1e6", "-3": thousands grouped or not, a point before the fraction. */
const NUMBER = /^([-−+]?)(\d{1,3}(?:[,_ ]\d{3})+|\d*)(\.\d*)?(e[-+]?\d+)?\s*([km]?)$/i;
const FACTORS: { readonly [suffix: string]: number } = { k: 1000, m: 1_000_000 };
/** Characters of a refused text that are said again. */
const REPEATED = 24;

export type Entry = { value: number } | { refused: string };

/** A number with all its digits, at least two after the point where it is a price. */
export function numberText(value: number, least = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: least, maximumFractionDigits: 12 });
}

export function dollarsText(value: number): string {
  return `$${numberText(value, Number.isInteger(value) ? 0 : 2)}`;
}

/** As a field shows its number while nobody types. */
export function fieldText({ whole, unit }: PriceField, value: number): string {
  return numberText(value, whole || unit === 'seconds' ? 0 : 2);
}

/** NaN where the text is no number. */
function numberIn(text: string): number {
  const [, sign, whole = '', fraction = '', exponent = '', suffix = ''] = NUMBER.exec(text.trim()) ?? [];
  if (!/\d/.test(whole + fraction)) return Number.NaN;
  const amount = Number(`${whole.replace(/[,_ ]/g, '')}${fraction}${exponent}`) * (FACTORS[suffix.toLowerCase()] ?? 1);
  return sign === '' || sign === '+' || amount === 0 ? amount : -amount;
}

/** What a field allows: "a whole number from 0 to 4". */
function allowedText({ whole, least, most }: PriceField): string {
  return `a ${whole ? 'whole ' : ''}number from ${numberText(least)} to ${numberText(most)}`;
}

/** Exactly what was typed, or why not. */
export function readEntry(field: PriceField, text: string): Entry {
  const value = numberIn(text);
  const characters = [...text.trim()];
  const said = characters.length > REPEATED ? `${characters.slice(0, REPEATED).join('')}…` : characters.join('');
  const allowed = `Allowed is ${allowedText(field)}.`;
  if (said === '') return { refused: `Nothing was typed. ${allowed}` };
  if (Number.isNaN(value)) return { refused: `“${said}” is no number. ${allowed}` };
  if (value < field.least) return { refused: `“${said}” is too little. ${allowed}` };
  if (value > field.most) return { refused: `“${said}” is too much. ${allowed}` };
  if (field.whole && !Number.isInteger(value)) return { refused: `“${said}” is no whole number. ${allowed}` };
  return { value };
}

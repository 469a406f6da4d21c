/** The counter that splits at whitespace, with the whitespace of Python's `str.split()`. */

import type { Counter } from './counter';

/**
 * What Python's `str.isspace` accepts. It differs from `\s`: the separators U+001C to U+001F and NEL (U+0085) are in,
 * the byte order mark (U+FEFF) is not. Source: `_PyUnicode_IsWhitespace` in CPython.
 */
function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  switch (unit) {
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
      return true;
    default:
      return false;
  }
}

function count(text: string): number {
  const length = text.length;
  let words = 0;
  let inWord = false;
  for (let index = 0; index < length; index++) {
    if (isSpace(text.charCodeAt(index))) inWord = false;
    else if (!inWord) {
      inWord = true;
      words++;
    }
  }
  return words;
}

export const words: Counter = { id: 'words', label: 'Words', exact: false, count };

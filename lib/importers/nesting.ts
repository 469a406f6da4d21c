/** The nesting guard: a linear scan over JSON text that tells, before any parse or walk, whether it is too deep. */

/** Deeper than any transcript we know of, and shallow enough for every recursive consumer (structured clone included). */
export const NESTING_LIMIT = 1000;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Whether brackets in `text` nest deeper than `limit`. Strings are hopped over with indexOf, so that text-heavy lines
 * cost little more than a memory scan. Text that is not valid JSON gets an answer too, and fails in the parser later.
 */
export function nestsDeeperThan(text: string, limit: number = NESTING_LIMIT): boolean {
  const length = text.length;
  // Every level takes an opening and a closing bracket, so short text cannot be too deep.
  if (length <= limit * 2) return false;
  let depth = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = stringEnd(text, index + 1);
      if (index < 0) return false;
    } else if (code === 91 || code === 123) {
      if (++depth > limit) return true;
    } else if (code === 93 || code === 125) {
      depth--;
    }
  }
  return false;
}

/** Index of the quote that closes a string whose content starts at `from`, or -1 where the text ends first. */
export function stringEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0) {
    let slash = quote - 1;
    while (slash >= from && text.charCodeAt(slash) === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 1) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return -1;
}

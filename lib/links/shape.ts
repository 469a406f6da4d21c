/** Whether JSON text is too much for a link, told before anything is made of it: a few letters can unpack to millions of values. */

/** Levels of nesting: more than settings and tool schemas have, and shallow enough for every walk. */
const MOST_LEVELS = 1000;
/** Values in all. A link of 32,000 characters that says something has far fewer. */
export const MOST_VALUES = 100_000;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

/** `deep` or `many`, or null where it is neither. Linear in the text; what is no JSON gets an answer too. */
export function tooMuchIn(json: string): 'deep' | 'many' | null {
  let levels = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      at = closingQuote(json, at + 1);
      if (at < 0) return null;
    } else if (unit === COMMA) values++;
    else if (unit === 91 || unit === 123) {
      values++;
      if (++levels > MOST_LEVELS) return 'deep';
    } else if (unit === 93 || unit === 125) levels--;
    if (values > MOST_VALUES) return 'many';
  }
  return null;
}

/** Where the string ends whose content begins at `from`, or -1. */
function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slash = quote - 1;
    while (slash >= from && text.charCodeAt(slash) === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 1) return quote;
  }
  return -1;
}

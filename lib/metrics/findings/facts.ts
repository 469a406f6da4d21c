/** Facts that can be checked word for word: numbers and paths in a text. */

/** Code units of a text that facts are taken from. */
const LOOKED_AT = 8000;
/** Digits, in threes where commas part them ("17,47" is two numbers); not the later parts of dates, versions and paths. */
const NUMBER = /(?<![\w./-])(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?/g;
/** At least one slash; begun once a word, so that no text makes it look twice. */
const PATH = /(?<![\w@./~-])(?:(?:~|\.{1,2})?\/(?:[\w@.-]+\/)*|(?:[\w@.-]+\/)+)[\w@.-]+/g;

/** "1,720" and "1720" are one number. */
function plainNumber(text: string): string {
  return text.replaceAll(',', '');
}

/** Numbers of at least `digits` digits, without separators, and paths; each once, in order. */
export function factsIn(text: string, digits: number): string[] {
  const looked = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  const facts = new Set<string>();
  for (const [path] of looked.matchAll(PATH)) {
    const clean = path.replace(/[.]+$/, '');
    // "and/or" is no path: it takes a place to start from, an ending, or depth.
    if (/^[~./]/.test(clean) || /\.\w+$/.test(clean) || clean.split('/').length > 2) facts.add(clean);
  }
  for (const [number] of looked.matchAll(NUMBER)) {
    const plain = plainNumber(number);
    if (plain.replace('.', '').length >= digits) facts.add(plain);
  }
  return [...facts];
}

/** Whether a text has a fact, a number as a whole number and with or without separators. */
export function hasFact(text: string, fact: string): boolean {
  if (!/^\d/.test(fact) || fact.includes('/')) return text.includes(fact);
  if (hasNumber(text, fact)) return true;
  const [whole = '', fraction] = fact.split('.');
  if (whole.length < 4) return false;
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return hasNumber(text, fraction === undefined ? separated : `${separated}.${fraction}`);
}

function hasNumber(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at + number.length);
    if (!isDigit(before) && !isDigit(after)) return true;
  }
  return false;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Which of the classes that the split patterns name a code point belongs to, one byte of flags each, found once and kept. */

/** `\p{L}` */
export const LETTER = 1;
/** `\p{N}` */
export const NUMBER = 2;
/** `\s` */
export const SPACE = 4;
/** `[\r\n]`, always together with SPACE. */
export const NEWLINE = 8;
/** `[^\s\p{L}\p{N}]`: punctuation, symbols, marks, controls. */
export const OTHER = 16;
/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`: what may open a word of o200k. */
export const OPENING = 32;
/** `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`: what may close a word of o200k. */
export const CLOSING = 64;
/** Set once a code point has been classified, so that 0 means "not looked at". */
const KNOWN = 128;

// The patterns belong to the runtime, so classes follow the very Unicode version that gpt-tokenizer's regexes follow.
const letter = /\p{L}/u;
const number = /\p{N}/u;
const space = /\s/u;
const opening = /[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u;
const closing = /[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u;

const classes = new Uint8Array(0x110000);

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  let flags = KNOWN;
  if (letter.test(character)) flags |= LETTER;
  else if (number.test(character)) flags |= NUMBER;
  else if (space.test(character)) flags |= codePoint === 0x0a || codePoint === 0x0d ? SPACE | NEWLINE : SPACE;
  else flags |= OTHER;
  if (opening.test(character)) flags |= OPENING;
  if (closing.test(character)) flags |= CLOSING;
  classes[codePoint] = flags;
  return flags;
}

for (let codePoint = 0; codePoint < 0x80; codePoint++) classify(codePoint);

/** How many bytes the UTF-8 sequence takes that opens with this byte. */
export function widthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function codePointAt(bytes: Uint8Array, at: number, lead: number): number {
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f);
}

/** The flags of the character that starts at a byte of well-formed UTF-8. */
export function classAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return classes[lead] as number;
  const codePoint = codePointAt(bytes, at, lead);
  return (classes[codePoint] as number) || classify(codePoint);
}

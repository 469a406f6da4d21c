/** A text as filler: words and numbers replaced one by one, with white space, punctuation, symbols and marks left where they are. */

import type { TokenCounter } from '../engine/accounting';
import type { Fitter, Piece } from './fitter';

/** A part that is to be written as it is given. */
export interface Preset {
  from: number;
  to: number;
  text: string;
}

export interface FillOptions {
  /** Per code unit: 1 where the text stays as it is. */
  fixed?: Uint8Array;
  /** In order, without overlaps. */
  presets?: readonly Preset[];
  /** What may stand right before the text. */
  before?: readonly string[];
}

/** A contraction belongs to the word before it, in every encoding that knows words. */
const PIECE = /[\p{L}\p{M}]+(?:'(?:ll|ve|re|[sdmt]))?|\p{N}+/giu;
/** Code units before a word that can decide where its tokens begin. */
const CONTEXT = 12;
/** Pieces that are tried again where the tokens of the whole are not right. */
const MOST_MENDED = 300;

interface Placed {
  /** Null for what is written as given. */
  piece: Piece | null;
  text: string;
}

export function fillText(text: string, fitter: Fitter, counter: TokenCounter, options: FillOptions = {}): string {
  const { fixed, presets = [], before = [''] } = options;
  const placed: Placed[] = [];
  let done = 0;
  let end = 0;
  let preset = 0;
  const write = (from: number, to: number, piece: Piece | null, written: string) => {
    if (from > done) placed.push({ piece: null, text: text.slice(done, from) });
    placed.push({ piece, text: written });
    done = to;
    end = to;
  };
  for (const { 0: word, index } of text.matchAll(PIECE)) {
    const last = index + word.length;
    for (let at = Math.max(index, done); at < last; at = Math.max(at, done)) {
      const next = presets[preset];
      if (next && next.from <= at) {
        if (next.from >= done) write(next.from, next.to, null, next.text);
        preset++;
        continue;
      }
      const to = Math.min(partEnd(text, at, last), next?.from ?? last);
      const part = text.slice(at, to);
      const piece = pieceAt(text, part, at, end, fixed, at === 0 ? before : null);
      write(at, to, piece, fitter.fit(piece));
    }
  }
  for (const next of presets.slice(preset)) if (next.from >= done) write(next.from, next.to, null, next.text);
  if (done < text.length) placed.push({ piece: null, text: text.slice(done) });
  mend(text, placed, fitter, counter);
  return joined(placed);
}

/** A capital behind a small letter begins a new part; so does what follows the letter of an escape (\nword). */
function partEnd(text: string, at: number, last: number): number {
  if (text[at - 1] === '\\' && ESCAPED.has(text[at] as string)) return at + 1;
  HUMP.lastIndex = at;
  const hump = HUMP.exec(text);
  return hump && hump.index + hump[0].length < last ? hump.index + hump[0].length : last;
}

const ESCAPED = new Set('nrtbf');
const HUMP = /\p{Lu}*\p{Ll}+(?=\p{Lu})/uy;

function joined(placed: readonly Placed[]): string {
  return placed.map((one) => one.text).join('');
}

function pieceAt(
  text: string,
  word: string,
  index: number,
  end: number,
  fixed: Uint8Array | undefined,
  before: readonly string[] | null,
): Piece {
  const characters = [...word];
  const stays: boolean[] = [];
  const apostrophe = word.indexOf("'");
  let unit = 0;
  for (const character of characters) {
    const isContraction = apostrophe >= 0 && unit >= apostrophe;
    const isEscape = unit === 0 && word.length === 1 && text[index - 1] === '\\' && ESCAPED.has(word);
    stays.push(isContraction || isEscape || fixed?.[index + unit] === 1 || /\p{M}/u.test(character));
    unit += character.length;
  }
  const run = text.slice(Math.max(end, index - CONTEXT), index);
  // Behind a word an apostrophe may begin a contraction.
  const contexts = run === "'" && end > 0 ? [run, `a${run}`] : [run];
  return { characters, fixed: stays, contexts: before ?? contexts };
}

/** Makes up for tokens that pieces could not match, in other pieces. */
function mend(text: string, placed: Placed[], fitter: Fitter, counter: TokenCounter): void {
  const wanted = counter.count(text);
  let off = wanted - counter.count(joined(placed));
  if (off === 0) return;
  const pieces = placed.flatMap((one) =>
    one.piece?.fixed.some((stays) => !stays) ? [{ one, piece: one.piece, tokens: counter.count(one.text) }] : [],
  );
  // Those of several tokens can have fewer; longer ones can have more.
  pieces.sort((one, other) => other.tokens - one.tokens || other.one.text.length - one.one.text.length);
  for (const { one, piece } of pieces.slice(0, MOST_MENDED)) {
    const context = piece.contexts[0] ?? '';
    for (const more of [off, Math.sign(off)]) {
      const next = fitter.fit(piece, more);
      const gained = counter.count(context + next) - counter.count(context + one.text);
      if (Math.abs(off - gained) >= Math.abs(off)) continue;
      one.text = next;
      off -= gained;
      if (off === 0) return;
    }
  }
}

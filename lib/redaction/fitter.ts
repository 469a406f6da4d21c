/** Finds filler for one word or number: as long, of the same letters' case and script, and of as many tokens where it stands. */

import type { TokenCounter } from '../engine/accounting';
import { alternativesFor, CONTRACTED, RARE, wordsOf } from './filler-words';

/** A word or number of a text, and where the tokens of a text may be cut around it. */
export interface Piece {
  /** Its code points; those that stay are named by `fixed`. */
  readonly characters: readonly string[];
  readonly fixed: readonly boolean[];
  /** What may stand before it, from the end of the word before on: the tokens must fit after each. */
  readonly contexts: readonly string[];
}

/** Candidates that are tried for a piece; nearest wins. */
const MOST_TRIED = 400;
/** Longer pieces are fitted by halving instead of one by one. */
const LONG = 48;
const MOST_KEPT = 200_000;

export class Fitter {
  private readonly kept = new Map<string, string>();

  /** `isTaboo` says which runs of letters, in lower case, must not come about. */
  constructor(
    private readonly counter: TokenCounter,
    private readonly isTaboo: (letters: string) => boolean,
  ) {}

  /** `more` tokens than the original, where others have to be made up for; the `choice`-th of several that fit. */
  fit(piece: Piece, more = 0, choice = 0): string {
    const original = piece.characters.join('');
    if (piece.fixed.every(Boolean)) return original;
    const targets = piece.contexts.map((context) => this.counter.count(context + original) + more);
    const key = `${maskOf(piece)} ${piece.contexts.join('\u0000')} ${targets.join()} ${choice}`;
    let found = this.kept.get(key);
    if (found === undefined) {
      found = this.search(piece, targets, choice);
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      this.kept.set(key, found);
    }
    return found;
  }

  private search(piece: Piece, targets: readonly number[], choice: number): string {
    const { contexts } = piece;
    const off = (text: string): number => {
      let sum = 0;
      for (let at = 0; at < contexts.length; at++) {
        sum += this.counter.count((contexts[at] as string) + text) - (targets[at] as number);
      }
      return sum;
    };
    const distance = (text: string): number => {
      let sum = 0;
      for (let at = 0; at < contexts.length; at++) {
        sum += Math.abs(this.counter.count((contexts[at] as string) + text) - (targets[at] as number));
      }
      return sum;
    };
    let best: string | null = null;
    let nearest = Number.POSITIVE_INFINITY;
    let fitting = 0;
    const seen = new Set<string>();
    const consider = (codes: readonly number[]): boolean => {
      const text = applied(piece, codes);
      if (seen.has(text) || this.isTaboo(text.toLowerCase())) return false;
      seen.add(text);
      const away = distance(text);
      if (away === 0 && fitting++ < choice && seen.size < MOST_TRIED) return false;
      // The nearest one as a choice of its own: others than the first must differ from it.
      if (away < nearest || (away === 0 && best !== null)) {
        best = text;
        nearest = away;
      }
      return away === 0 || seen.size >= MOST_TRIED;
    };
    const { length } = piece.characters;
    const start = piece.characters.indexOf("'");
    const suffix = start < 0 ? '' : piece.characters.slice(start).join('').toLowerCase();
    const contracted =
      suffix === '' ? [] : CONTRACTED.filter((word) => word.length === length && word.endsWith(suffix));
    for (const word of contracted) if (consider(codesOf(word.toLowerCase()))) break;
    if (nearest === 0 && contracted.length > 0) return best ?? '';
    if (length > LONG) this.halve(piece, off, consider);
    else for (const codes of candidates(length, choice)) if (consider(codes)) break;
    return best ?? applied(piece, rareCodes(length, choice));
  }

  /** The more of a long piece is made of rare letters, the more tokens it has. */
  private halve(piece: Piece, off: (text: string) => number, consider: (codes: readonly number[]) => boolean): void {
    const { length } = piece.characters;
    for (const base of BASES) {
      let low = 0;
      let high = length;
      while (low <= high) {
        const rare = (low + high) >> 1;
        const codes = mixed(length, rare, base);
        if (consider(codes)) return;
        if (off(applied(piece, codes)) < 0) low = rare + 1;
        else high = rare - 1;
      }
      for (let rare = Math.max(0, low - 4); rare <= Math.min(length, low + 4); rare++) {
        if (consider(mixed(length, rare, base))) return;
      }
    }
  }
}

const letterOf = (code: number): string => String.fromCharCode(97 + code);
const codesOf = (word: string): number[] => Array.from(word, (letter) => letter.charCodeAt(0) - 97);

function rareCodes(length: number, from: number): number[] {
  return Array.from({ length }, (_, at) => RARE.charCodeAt((at + from) % RARE.length) - 97);
}

/** Words that long pieces are made of, from few tokens to many. */
const BASES = ['a', 'internationaladministration', 'informationcompany', 'contentpage', 'theone', 'tobe'].map(codesOf);

function mixed(length: number, rare: number, base: readonly number[]): number[] {
  return Array.from({ length }, (_, at) =>
    at < length - rare ? (base[at % base.length] as number) : RARE.charCodeAt(at % RARE.length) - 97,
  );
}

/** Letters as codes from 0: likely ones first, then more and more tokens; other choices begin elsewhere. */
function* candidates(length: number, choice: number): Generator<number[]> {
  const words = wordsOf(length);
  for (let at = 0; at < words.length; at++) yield codesOf(words[(at + choice) % words.length] as string);
  if (length <= 2) for (let code = 0; code < 26 ** length; code++) yield codesIn(code, length);
  // Other scripts: common letters, then more and more rare ones.
  for (const base of [[0], [1, 0], [0, 1, 2, 3], [3, 5, 4]]) {
    for (let rare = 0; rare <= length; rare++) {
      yield Array.from({ length }, (_, at) => (at < length - rare ? (base[at % base.length] as number) : 15));
    }
  }
  for (let head = length - 1; head > 0; head--) {
    const ends = wordsOf(length - head);
    for (const start of wordsOf(head)) {
      for (const end of ends.slice(0, 3)) yield codesOf(start + end);
      yield [...codesOf(start), ...rareCodes(length - head, choice)];
      yield [...rareCodes(length - head, choice), ...codesOf(start)];
    }
  }
  for (let from = 0; from < RARE.length; from++) yield rareCodes(length, from + choice);
  // Any letters, by a fixed rule: there is no end of them.
  let state = 7 + choice;
  for (let attempt = 0; attempt < MOST_TRIED; attempt++) {
    yield Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 16) % 26;
    });
  }
}

function codesIn(code: number, length: number): number[] {
  return Array.from({ length }, (_, at) => Math.floor(code / 26 ** at) % 26);
}

/** A candidate as it would stand: capitals where capitals were, the script's own letters, digits but no zero. */
function applied({ characters, fixed }: Piece, codes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const code = codes[at] as number;
    if (fixed[at]) text += character;
    else if (character >= 'a' && character <= 'z') text += letterOf(code);
    else if (character >= 'A' && character <= 'Z') text += letterOf(code).toUpperCase();
    else if (character >= '0' && character <= '9') text += String((code % 9) + 1);
    else {
      const others = alternativesFor(character);
      text += others[code % others.length] ?? character;
    }
  }
  return text;
}

function maskOf({ characters, fixed }: Piece): string {
  let mask = '';
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (fixed[at]) mask += `\u0001${character}`;
    else if (character >= 'a' && character <= 'z') mask += 'a';
    else if (character >= 'A' && character <= 'Z') mask += 'A';
    else if (character >= '0' && character <= '9') mask += '0';
    else mask += alternativesFor(character)[0] ?? character;
  }
  return mask;
}

/** Names of tools and fields as filler: of the same shape and tokens, the same for the same, different for different. */

import type { Fitter, Piece } from './fitter';

const PART = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;
/** Choices for one name before it may have other tokens. */
const MOST_CHOICES = 60;

export class Names {
  private readonly known = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(private readonly fitter: Fitter) {}

  of(name: string): string {
    let filler = this.known.get(name);
    if (filler !== undefined) return filler;
    for (let choice = 0; choice < MOST_CHOICES; choice++) {
      filler = this.made(name, choice);
      if (!this.taken.has(filler)) break;
    }
    // Names without letters, and shapes of which there are no more: a number sets them apart.
    if (filler === undefined || this.taken.has(filler)) filler = `${filler ?? ''}${this.known.size + 1}`;
    this.known.set(name, filler);
    this.taken.add(filler);
    return filler;
  }

  /** The last parts are chosen anew first. */
  private made(name: string, choice: number): string {
    const parts = [...name.matchAll(PART)];
    let text = '';
    let done = 0;
    for (const [number, { 0: word, index }] of parts.entries()) {
      const characters = [...word];
      const run = name.slice(done, index);
      // On its own, behind a blank, and in JSON behind a quotation mark.
      const contexts = done === 0 && run === '' ? ['', ' ', '"'] : [run];
      const piece: Piece = { characters, fixed: characters.map((one) => /\p{M}/u.test(one)), contexts };
      const fromLast = parts.length - 1 - number;
      const own = fromLast === 0 ? choice % 20 : fromLast === 1 ? Math.floor(choice / 20) : 0;
      text += run + this.fitter.fit(piece, 0, own);
      done = index + word.length;
    }
    return text + name.slice(done);
  }
}

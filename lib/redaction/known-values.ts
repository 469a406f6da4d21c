/** Finds values that are known already wherever they stand as words: one look at each word of a text, however many values. */

import type { SecretKind } from './secrets';
import type { Span } from './span';

interface Value {
  kind: SecretKind;
  /** As it is looked for; lower case where case does not matter. */
  text: string;
  /** Code units before its first word. */
  lead: number;
  anyCase: boolean;
}

const WORD = /[A-Za-z0-9\u0080-\uffff]+/g;
const WORD_UNIT = /[A-Za-z0-9\u0080-\uffff]/;
/** Values that share a first word and are looked at there; more would make a text of that word slow. */
const MOST_A_WORD = 64;

export class KnownValues {
  private readonly byWord = new Map<string, Value[]>();
  private readonly seen = new Set<string>();

  add(kind: SecretKind, text: string, anyCase: boolean): void {
    const sought = anyCase ? text.toLowerCase() : text;
    if (this.seen.has(`${kind} ${sought}`)) return;
    this.seen.add(`${kind} ${sought}`);
    const [word] = sought.matchAll(WORD);
    if (!word) return;
    const key = word[0].toLowerCase();
    const values = this.byWord.get(key) ?? [];
    if (values.length >= MOST_A_WORD) return;
    values.push({ kind, text: sought, lead: word.index, anyCase });
    this.byWord.set(key, values);
  }

  spansIn(text: string): Span[] {
    const spans: Span[] = [];
    if (this.byWord.size === 0) return spans;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      this.at(text, word, index, spans);
      // In JSON that was written as a text, an escape stands right before the word: \nname.
      if (text[index - 1] === '\\' && word.length > 1) this.at(text, word.slice(1), index + 1, spans);
    }
    return spans;
  }

  private at(text: string, word: string, index: number, spans: Span[]): void {
    for (const { kind, text: sought, lead, anyCase } of this.byWord.get(word.toLowerCase()) ?? []) {
      const from = index - lead;
      const to = from + sought.length;
      if (from < 0 || WORD_UNIT.test(text[to] ?? '')) continue;
      const there = text.slice(from, to);
      if ((anyCase ? there.toLowerCase() : there) === sought) spans.push({ from, to, kind });
    }
  }
}

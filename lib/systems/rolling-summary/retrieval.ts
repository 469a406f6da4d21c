/** Retrieval over what left the window: messages ranked against a question by BM25, with MiniSearch. */

import MiniSearch from 'minisearch';
import type { TranscriptIndex } from '../../engine/accounting';
import { itemText } from '../../engine/items';

/** Code units of a message that are searched: a whole log adds size to the index, hardly meaning. */
const SEARCHED = 8000;
/** Different words of a question that are looked up. */
const MOST_WORDS = 32;
/** Words that say nothing of what a message is about, and that would match nearly all of them. */
const COMMON = new Set(
  'the and for that this with you are was not have has had but from they will what when how can could would should there here then than its into your our please also just all any some let now'.split(
    ' ',
  ),
);

/** Runs of letters, digits and what joins them in names and paths. */
const WORD = /[\p{L}\p{N}_]+/gu;

function wordsOf(text: string): string[] {
  return text.slice(0, SEARCHED).match(WORD) ?? [];
}

export class Retrieval {
  private readonly engine = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: wordsOf,
    processTerm: (term) => term.toLowerCase(),
  });
  /** Messages that left and are not in the index yet: it is only brought up to date for a search. */
  private pending: number[] = [];

  constructor(private readonly index: TranscriptIndex) {}

  /** A message left the window for good. */
  add(message: number): void {
    this.pending.push(message);
  }

  /** Messages that share words with the question, best first. Equal scores keep the order in which the messages left. */
  rank(question: string): number[] {
    const { messages } = this.index.transcript;
    for (const id of this.pending) {
      const message = messages[id];
      if (message) this.engine.add({ id, text: itemText(message) });
    }
    this.pending = [];
    const said = wordsOf(question).map((word) => word.toLowerCase());
    const telling = said.filter((word) => word.length > 1 && !COMMON.has(word));
    const words = [...new Set(telling)].slice(0, MOST_WORDS);
    if (words.length === 0) return [];
    return this.engine.search(words.join(' ')).map((result) => result.id as number);
  }
}

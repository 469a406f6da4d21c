/** Retrieval over what left the window: messages ranked against a question by BM25, with MiniSearch. */

import MiniSearch from 'minisearch';
import type { TranscriptIndex } from '../../engine/accounting';
import { itemText } from '../../engine/items';

/** Code units of a message that are searched: a whole log adds size to the index, hardly meaning. */
const SEARCHED = 8000;
/** Different words of a question that are looked up. */
const MOST_WORDS = 64;

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
    const words = [...new Set(wordsOf(question).map((word) => word.toLowerCase()))].slice(0, MOST_WORDS);
    if (words.length === 0) return [];
    return this.engine.search(words.join(' ')).map((result) => result.id as number);
  }
}

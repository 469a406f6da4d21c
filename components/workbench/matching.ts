/** How well a command fits what was typed: by beginnings of its words first, and never by letters scattered over it. */

/** What begins a word: not letters and digits alone, as names are told apart by "8k" and "200k". */
const WORD = /[\p{L}\p{N}]+/gu;

function startsOf(text: string): number[] {
  return [...text.matchAll(WORD)].map(({ index }) => index);
}

/** Letters that each piece of a shortened query has on average, at least: "nexcal" is two pieces of three. */
const PIECE = 2;

/** Whether the letters run through the text in order, in pieces that each begin a later word. */
function runsThrough(text: string, starts: readonly number[], letters: string): boolean {
  // By places in the text where what has been gone through so far may end: the fewest pieces that lead there.
  let ends = new Map<number, number>([[-1, 0]]);
  for (const letter of letters) {
    const next = new Map<number, number>();
    const note = (end: number, pieces: number) => {
      if (text.startsWith(letter, end) && pieces < (next.get(end) ?? Number.POSITIVE_INFINITY)) next.set(end, pieces);
    };
    for (const [end, pieces] of ends) {
      if (end >= 0) note(end + 1, pieces);
      for (const start of starts) if (start > end) note(start, pieces + 1);
    }
    ends = next;
  }
  return [...ends.values()].some((pieces) => pieces * PIECE <= letters.length);
}

/**
 * 0 where it does not fit. 5: the label begins with the query; 4: every word of it begins a word of the label, in their order;
 * 3: in any order; 2: with the help of `words`, other names of the same; 1: the query stands inside a word, or is made of the
 * beginnings of words.
 */
function rankOf(label: string, words: string, query: string): number {
  const asked = query.toLowerCase().match(WORD) ?? [];
  const text = label.toLowerCase();
  const starts = startsOf(text);
  if (asked.length === 0) return 0;
  const inOrder = asked.join(' ');
  if ((text.match(WORD) ?? []).join(' ').startsWith(inOrder)) return 5;
  const places = asked.map((word) => starts.filter((start) => text.startsWith(word, start)));
  if (places.every((found) => found.length > 0)) {
    let last = -1;
    const isOrdered = places.every((found) => {
      const next = found.find((start) => start > last);
      if (next !== undefined) last = next;
      return next !== undefined;
    });
    return isOrdered ? 4 : 3;
  }
  const others = words.toLowerCase();
  const otherStarts = startsOf(others);
  const known = (word: string, at: number) =>
    (places[at] as number[]).length > 0 || otherStarts.some((start) => others.startsWith(word, start));
  if (asked.every(known)) return 2;
  const letters = asked.join('');
  if (letters.length < 3) return 0;
  return text.includes(inOrder) || runsThrough(text, starts, letters) ? 1 : 0;
}

/** Those that fit, best first. What fits no better than by letters is only there where nothing else is. */
export function fitting<One extends { label: string; words?: string }>(all: readonly One[], query: string): One[] {
  const ranked = all
    .map((one) => ({ one, rank: rankOf(one.label, one.words ?? '', query) }))
    .filter(({ rank }) => rank > 0)
    .sort((first, second) => second.rank - first.rank);
  const best = ranked[0]?.rank;
  return ranked.filter(({ rank }) => rank > 1 || best === 1).map(({ one }) => one);
}

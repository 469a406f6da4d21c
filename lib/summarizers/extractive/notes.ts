/** What the extractive summarizer takes from a message: short notes, word for word, each under one of four headings. */

/** Headings in the order in which a summary shows them (document 000, what a compaction summary must preserve). */
export const HEADINGS = ['Decided', 'Facts', 'Failed', 'Corrected'] as const;
export type Heading = (typeof HEADINGS)[number];

export interface Note {
  heading: Heading;
  text: string;
  /** Whitespace-separated words of `text`. */
  words: number;
  /** How much the line holds: more names, values and cues weigh more. */
  score: number;
  /** An error that is the result itself, rather than a line somewhere inside it. */
  plain: boolean;
  /** A hash of `text`, 32 bits: most different texts are told apart by it. */
  hash: number;
}

/** What a tool call did to a file, or the words that name the call in a note. */
export interface CallNote {
  id: string;
  /** `reads`: the result is a file's own text, so that lines of it are no findings. */
  kind: 'changes' | 'reads' | 'other';
  path: string | null;
  label: string;
  /** Whitespace-separated words of `label`. */
  words: number;
}

export interface Extract {
  notes: readonly Note[];
  calls: readonly CallNote[];
  /** Call that a tool result answers. */
  answers: string | null;
}

/** Longest note in code units: a line without spaces would otherwise count as one word. */
export const LONGEST_NOTE = 280;

/** Score of what an earlier summary held. */
export const CARRIED = 3;

export function countWords(text: string): number {
  let words = 0;
  let inside = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const space = unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000;
    if (!space && !inside) words++;
    inside = !space;
  }
  return words;
}

/** The start of a text, at most `longest` code units, cut at a space where one is near and never inside a character. */
export function shortened(text: string, longest = LONGEST_NOTE): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(' ', longest);
  const end = space > longest / 2 ? space : characterStart(text, longest);
  return `${text.slice(0, end).trimEnd()} …`;
}

/** The offset, or the nearest one before it at which a character starts: marks and joined emoji belong together. */
export function characterStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && start < text.length && belongsToPrevious(text, start)) start--;
  return start;
}

function belongsToPrevious(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  const low = unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
  const mark = (unit >= 0x300 && unit <= 0x36f) || unit === 0x200d || (unit >= 0xfe00 && unit <= 0xfe0f);
  return low || mark || before === 0x200d;
}

/** The first `limit` words of a text. */
export function firstWords(text: string, limit: number): string {
  const words = text.split(/\s+/);
  if (words.length <= limit) return text;
  return limit < 2 ? (words[0] as string) : `${words.slice(0, limit - 1).join(' ')} …`;
}

export function noteOf(heading: Heading, text: string, score: number, plain = false): Note {
  const line = shortened(text);
  return { heading, text: line, words: countWords(line), score, plain, hash: hashOf(line) };
}

/** Texts that many messages hold are kept once: comparing one with itself takes no reading. */
const texts = new Map<string, string>();
const MOST_TEXTS = 20_000;

export function shared(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}

/** FNV-1a over code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

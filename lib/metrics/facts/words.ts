/** Walks a text word by word and names those that are facts. Plain words cost one look at each character and nothing else. */

export type FactKind = 'path' | 'command' | 'number' | 'id' | 'url' | 'error' | 'name' | 'constraint';

const URL = /https?:\/\/[^\s"'<>()[\]{}|\\^`]{3,300}/y;
const ENDINGS =
  'c|cfg|conf|cpp|cs|css|csv|env|go|h|html|ini|ipynb|java|js|json|jsonl|jsx|kt|lock|log|lua|md|mjs|parquet|php|pl|proto|py|rb|rs|scala|sh|sql|svg|swift|toml|ts|tsx|txt|vue|xml|yaml|yml';
/** A place to start from, or slashes and a last part with an ending, or a name with a known ending. */
const PATH = new RegExp(
  `(?<![\\w@./~:-])(?:(?:~|\\.{1,2})?/(?:[\\w@.+-]{1,80}/){1,20}[\\w@.+-]{1,80}|(?:[\\w@.+-]{1,80}/){1,20}[\\w@.+-]{0,80}\\.[A-Za-z]\\w{0,7}|[\\w-]{2,60}(?:\\.[\\w-]{1,30}){0,3}\\.(?:${ENDINGS}))(?![\\w/])`,
  'y',
);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/iy;
const HASH = /[0-9a-f]{7,40}\b/y;
const TICKET = /[A-Z][A-Z0-9]{1,9}-\d{1,7}\b/y;
const UNIT = '(?:ms|s|min|h|MB|GB|TB|KB|kB|MiB|GiB|KiB|%|px|USD|EUR|€)(?!\\w)';
/** Groups of three, decimals and versions, units, or at least three digits. */
const NUMBER = new RegExp(
  `(?<![\\w.,/:-])(?:[$€£]\\s?)?(?:\\d{1,3}(?:,\\d{3}){1,5}(?:\\.\\d{1,6})?|\\d{1,9}\\.\\d{1,6}(?:\\.\\d{1,6}){0,3}|\\d{3,12}|\\d{1,12}(?=\\s?${UNIT}))(?:\\s?${UNIT})?(?![\\w/-])`,
  'y',
);
const ERROR = /(?:[A-Z]\w{2,40}(?:Error|Exception)|E[A-Z]{4,14}|(?:error|fatal|panic)(?=:))\b(?::[^\n]{1,160})?/y;
const CAMEL = /(?:(?:[A-Z][a-z0-9]{1,24}){2,8}|[a-z]{2,24}(?:[A-Z][a-z0-9]{1,24}){1,8})\b/y;
const SNAKE = /[A-Za-z][A-Za-z0-9]{1,24}(?:_[A-Za-z0-9]{1,24}){1,8}\b/y;

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const UNDERSCORE = 8;
/** Not of a word, but a path or an amount may begin with it. */
const STARTER = 16;
const WORD = LOWER | UPPER | DIGIT | UNDERSCORE;
const CLASSES = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/\d/.test(character)) return DIGIT;
  if (character === '_') return UNDERSCORE;
  return '/~.$@'.includes(character) ? STARTER : 0;
});

function classOf(unit: number): number {
  return unit < 128 ? (CLASSES[unit] as number) : unit === 0x20ac || unit === 0xa3 ? STARTER : 0;
}

/** What may follow a word that goes on as a path, an id or an address. */
const COLON = 58;
const HYPHEN = 45;
const JOINTS = new Set(['.', '/', '-', '@', '+'].map((joint) => joint.charCodeAt(0)));

type Tell = (kind: FactKind, value: string) => void;

interface Place {
  text: string;
  from: number;
  to: number;
  tell: Tell;
}

/** Tells of every fact, from the beginning to the end; what is part of a longer one is left to that, but for errors. */
export function scanWords(text: string, tell: Tell): void {
  const { length } = text;
  for (let at = 0; at < length; ) {
    const first = classOf(text.charCodeAt(at));
    if ((first & WORD) === 0) {
      at = first === STARTER ? startedAt(text, at, tell) : at + 1;
      continue;
    }
    /** Classes of its other characters, joined. */
    let rest = 0;
    let to = at + 1;
    for (; to < length; to++) {
      const kind = classOf(text.charCodeAt(to));
      if ((kind & WORD) === 0) break;
      rest |= kind;
    }
    const next = to < length ? text.charCodeAt(to) : 0;
    const isJoined = JOINTS.has(next) && to + 1 < length && classOf(text.charCodeAt(to + 1)) !== 0;
    // Most words are plain, with or without a capital letter.
    const isPlain = (rest === LOWER || rest === 0) && first !== DIGIT && next !== COLON && !isJoined;
    at = isPlain ? to : factAt(text, at, to, first, rest, next, isJoined, tell);
  }
}

/** A path or an amount that begins with a mark. Where to go on. */
function startedAt(text: string, at: number, tell: Tell): number {
  const value = matchAt(PATH, text, at) ?? matchAt(NUMBER, text, at);
  if (value === null) return at + 1;
  tell(value.includes('/') ? 'path' : 'number', value);
  return at + value.length;
}

/** Names the word from one place up to another, with what belongs to it. Where to go on. */
function factAt(
  text: string,
  from: number,
  to: number,
  first: number,
  rest: number,
  next: number,
  isJoined: boolean,
  tell: Tell,
): number {
  const seen = first | rest;
  const size = to - from;
  const word: Place = { text, from, to, tell };
  const mayFail = size > 4 && ((first === UPPER && (rest & UPPER) !== 0) || (next === COLON && seen === LOWER));
  return (
    (next === COLON && seen === LOWER && text.startsWith('http', from) && take(word, 'url', URL)) ||
    (isJoined && take(word, 'path', PATH)) ||
    (next === HYPHEN && ((size === 8 && take(word, 'id', UUID)) || (first === UPPER && take(word, 'id', TICKET)))) ||
    (seen === (LOWER | DIGIT) && size >= 7 && take(word, 'id', HASH)) ||
    (first === DIGIT && take(word, 'number', NUMBER)) ||
    (mayFail && take(word, 'error', ERROR)) ||
    ((rest & UNDERSCORE) !== 0 && take(word, 'name', SNAKE)) ||
    ((rest & UPPER) !== 0 && (seen & LOWER) !== 0 && take(word, 'name', CAMEL)) ||
    to
  );
}

/** Tells of the word as this kind where the pattern fits there. Where to go on, or 0. */
function take({ text, from, to, tell }: Place, kind: FactKind, pattern: RegExp): number {
  const value = matchAt(pattern, text, from);
  if (value === null) return 0;
  tell(kind, value);
  // The words of an error are looked at by themselves too.
  return kind === 'error' ? to : from + value.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Facts in one text, found without a model: paths, commands, numbers, ids, addresses, error texts, names. Linear in the text. */

export type FactKind = 'path' | 'command' | 'number' | 'id' | 'url' | 'error' | 'name' | 'constraint';

export interface Found {
  kind: FactKind;
  value: string;
}

/** Code units of one text that are looked at: the beginning and, of longer ones, the end too. */
const LOOKED_AT = 60_000;

const URL = /\bhttps?:\/\/[^\s"'<>()[\]{}|\\^`]{3,300}/g;
const ENDINGS =
  'c|cfg|conf|cpp|cs|css|csv|env|go|h|html|ini|ipynb|java|js|json|jsonl|jsx|kt|lock|log|lua|md|mjs|parquet|php|pl|proto|py|rb|rs|scala|sh|sql|svg|swift|toml|ts|tsx|txt|vue|xml|yaml|yml';
/** A place to start from, or slashes, and a last part; each begun once a word. */
const PATH = new RegExp(
  `(?<![\\w@./~:-])(?:(?:~|\\.{1,2})?/(?:[\\w@.+-]{1,80}/){1,20}[\\w@.+-]{1,80}|(?:[\\w@.+-]{1,80}/){1,20}[\\w@.+-]{0,80}\\.[A-Za-z]\\w{0,7}|[\\w-]{2,60}(?:\\.[\\w-]{1,30}){0,3}\\.(?:${ENDINGS}))(?![\\w/])`,
  'g',
);
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const HASH = /\b(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\b/g;
const TICKET = /\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b/g;
/** Groups of three, decimals and versions, units, or at least three digits. */
const NUMBER =
  /(?<![\w.,/:-])(?:[$€£]\s?)?(?:\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,9}\.\d{1,6}(?:\.\d{1,6}){0,3}|\d{3,12}|\d{1,12}(?=\s?(?:ms|s|min|h|MB|GB|TB|KB|kB|MiB|GiB|KiB|%|px|USD|EUR|€)(?!\w)))(?:\s?(?:ms|s|min|h|MB|GB|TB|KB|kB|MiB|GiB|KiB|%|px|USD|EUR|€)(?!\w))?(?![\w/-])/g;
const ERROR = /\b(?:[A-Z]\w{2,40}(?:Error|Exception)|E[A-Z]{4,14}|(?:error|fatal|panic)(?=:))\b(?::[^\n]{1,160})?/g;
const CAMEL = /\b(?:[A-Z][a-z0-9]{1,24}){2,8}\b|\b[a-z]{2,24}(?:[A-Z][a-z0-9]{1,24}){1,8}\b/g;
const SNAKE = /\b[A-Za-z][A-Za-z0-9]{1,24}(?:_[A-Za-z0-9]{1,24}){1,8}\b/g;
const QUOTED = /`([^`\n]{2,80})`/g;

const SIMPLE: readonly [FactKind, RegExp][] = [
  ['url', URL],
  ['path', PATH],
  ['id', UUID],
  ['id', TICKET],
  ['id', HASH],
  ['error', ERROR],
  ['number', NUMBER],
  ['name', CAMEL],
  ['name', SNAKE],
];

/** What stands around a value in prose and is no part of it. */
function trimmed(value: string): string {
  return value.replace(/[.,;:!?]+$/, '');
}

/** Values of the text with their kinds, each once; a value that is part of a longer one of another kind is left to that. */
export function factsOf(text: string): Found[] {
  const looked =
    text.length <= LOOKED_AT ? text : `${text.slice(0, LOOKED_AT / 2)}\n${text.slice(text.length - LOOKED_AT / 2)}`;
  const found = new Map<string, FactKind>();
  /** Per code unit: 1 where an earlier kind has it. */
  const taken = new Uint8Array(looked.length);
  for (const [kind, pattern] of SIMPLE) {
    for (const match of looked.matchAll(pattern)) {
      const value = trimmed(match[0]);
      const at = match.index;
      if (value.length < 2 || taken[at] === 1 || taken[at + value.length - 1] === 1) continue;
      taken.fill(1, at, at + value.length);
      if (!found.has(value)) found.set(value, kind);
    }
  }
  for (const match of looked.matchAll(QUOTED)) {
    const value = (match[1] as string).trim();
    const kind = /\s/.test(value) && /^[a-z][\w./-]*\s/.test(value) ? 'command' : 'name';
    if (value.length > 2 && !found.has(value)) found.set(value, kind);
  }
  for (const line of commandLines(looked)) if (!found.has(line)) found.set(line, 'command');
  return Array.from(found, ([value, kind]) => ({ kind, value }));
}

/** Lines that a shell prompt begins. */
function commandLines(text: string): string[] {
  return Array.from(text.matchAll(/^[$#] ([a-z./][^\n]{2,200})$/gm), (match) => (match[1] as string).trim());
}

const COMMAND_KEYS = /"(?:command|cmd|script)"\s*:\s*"((?:[^"\\]|\\.){2,400})"/g;

/** Commands in the arguments of a call. */
export function commandsOf(argumentsText: string): Found[] {
  const found: Found[] = [];
  for (const match of argumentsText.slice(0, LOOKED_AT).matchAll(COMMAND_KEYS)) {
    try {
      const [first = ''] = (JSON.parse(`"${match[1]}"`) as string).split('\n');
      if (first.trim().length > 2) found.push({ kind: 'command', value: first.trim() });
    } catch {
      // An escape that is none: the arguments are no JSON, and the command is not to be had.
    }
  }
  return found;
}

/** English, and the words for the same in German, French and Spanish; "use" only where a sentence begins with it. */
const DEMANDS =
  /^(?:please\s+)?use\b|\b(?:must|never|always|do not|don't|only|prefer|make sure|ensure|avoid|instead|required?|immer|niemals?|nie|nicht|nur|muss|musst|müssen|darf|kein\w{0,2}|toujours|jamais|doit|uniquement|siempre|nunca|debes?|solo)\b/i;
/** Code units of a sentence that can be a demand: shorter says nothing, longer is pasted material. */
const SHORTEST = 8;
const LONGEST = 320;

/** Sentences in which a person says what must be, or must not. */
export function constraintsOf(text: string): Found[] {
  const found: Found[] = [];
  for (const sentence of sentencesOf(text.slice(0, LOOKED_AT))) {
    const value = sentence.replace(/^[\s\-*#>\d.)]+/, '').trim();
    if (value.length >= SHORTEST && DEMANDS.test(value)) found.push({ kind: 'constraint', value });
  }
  return found;
}

/** Sentences end at a line's end, or at a mark before a space. Each code unit is looked at once. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = text[at];
    const isEnd = unit === undefined || unit === '\n';
    const isMark = (unit === '.' || unit === '!' || unit === '?') && /^\s?$/.test(text[at + 1] ?? '');
    if (!isEnd && !isMark) continue;
    const to = isMark ? at + 1 : at;
    if (to - from >= SHORTEST && to - from <= LONGEST) sentences.push(text.slice(from, to));
    from = at + 1;
  }
  return sentences;
}

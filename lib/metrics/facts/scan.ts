/** Facts in one text, found without a model: paths, commands, numbers, ids, addresses, error texts, names. Linear in the text. */

import { type FactKind, scanWords } from './words';

export interface Found {
  kind: FactKind;
  value: string;
}

/** Code units of one text that are looked at: the beginning and, of longer ones, the end too. */
const LOOKED_AT = 60_000;

/** What stands around a value in prose and is no part of it. */
function trimmed(value: string): string {
  return value.replace(/[.,;:!?]+$/, '');
}

const QUOTED = /`([^`\n]{2,80})`/g;

function lookedAt(text: string): string {
  return text.length <= LOOKED_AT
    ? text
    : `${text.slice(0, LOOKED_AT / 2)}\n${text.slice(text.length - LOOKED_AT / 2)}`;
}

/** Values of the text with their kinds, each once, in the order in which they come up. */
export function factsOf(text: string): Found[] {
  const looked = lookedAt(text);
  const found = scanned(looked);
  for (const line of commandLines(looked)) if (!found.has(line)) found.set(line, 'command');
  return listed(found);
}

/** The same of what a call is given, where no shell prompt begins a line: what looks like one is a comment in a script. */
export function valuesOf(text: string): Found[] {
  return listed(scanned(lookedAt(text)));
}

function listed(found: ReadonlyMap<string, FactKind>): Found[] {
  return Array.from(found, ([value, kind]) => ({ kind, value }));
}

function scanned(looked: string): Map<string, FactKind> {
  const found = new Map<string, FactKind>();
  scanWords(looked, (kind, raw) => {
    const value = trimmed(raw);
    if (value.length > 1 && !found.has(value)) found.set(value, kind);
  });
  for (const match of looked.matchAll(QUOTED)) {
    const value = (match[1] as string).trim();
    const kind = /\s/.test(value) && /^[a-z][\w./-]*\s/.test(value) ? 'command' : 'name';
    if (value.length > 2 && !found.has(value)) found.set(value, kind);
  }
  return found;
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

/** Keys and secrets in a text: by their beginnings, by what they are assigned to, and by looking random. Linear in the text. */

import { isPlaceholder } from './placeholders';
import type { Span } from './span';

/** Not inside a word; behind an escape of JSON in a text (\nsk-…) a word begins as well. */
const START = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf]))`;

/** Every alternative takes its whole run at once, and a run is begun once: no text makes it look twice. */
const KEY = new RegExp(
  `${START}(?:${[
    '(?:sk|rk|pk)[-_][A-Za-z0-9_-]{16,}',
    'gh[pousr]_[A-Za-z0-9]{20,}',
    'github_pat_[A-Za-z0-9_]{20,}',
    'glpat-[A-Za-z0-9_-]{16,}',
    'xox[a-z]-[A-Za-z0-9-]{10,}',
    'xapp-[A-Za-z0-9-]{10,}',
    '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])',
    'AIza[A-Za-z0-9_-]{30,}',
    String.raw`ya29\.[A-Za-z0-9_-]{20,}`,
    '(?:npm|hf|gsk|phc|phx|dapi|lin_api|shpat|dop_v1|figd|nvapi|xai|tvly|pypi|r8)[-_][A-Za-z0-9_-]{24,}',
    String.raw`SG\.[A-Za-z0-9_-]{16,80}\.[A-Za-z0-9_-]{16,80}`,
    String.raw`eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{4,16000}(?:\.[A-Za-z0-9_-]*)?`,
  ].join('|')})`,
  'g',
);

const BEARER = /(?<![A-Za-z0-9])(?:bearer|basic)(?:\s|\\[nrt]){1,4}([A-Za-z0-9._~+/=-]{12,})/gi;

/** A name that says what it holds, what stands between, and the value. */
const ASSIGNED =
  /(password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|auth[_-]?key|credentials?|signature)([A-Za-z0-9_-]{0,30})\\{0,7}["']?\s{0,3}(?:=>|:=|[:=])\s{0,3}\\{0,7}["']?([^\s"'\\,;(){}[\]<>&|]{4,400})/gi;

/** Something long that was assigned to anything. A longer run is a file, not a secret. */
const RANDOM = /(?<![:=])[:=]\s?\\{0,7}["']?([A-Za-z0-9+/_-]{32,200}={0,2})(?![A-Za-z0-9+/_=-])/g;

const ADDRESS_SECRET = /:(?:\\{0,3}\/){2}[^\s/@:"'\\<>]{0,100}:([^\s/@"'\\<>]{1,200})@/g;

/** Words that stand where a value would, in code and documentation. */
const NO_VALUE =
  /^(?:string|str|text|bytes|null|none|nil|true|false|undefined|number|int|integer|bool|boolean|required|optional|object|any|value|self\b.*|this\b.*|env\b.*|process\b.*|os\..*|config\b.*|settings\b.*|args\b.*|request\b.*|await|new|function|\$.*|%.*|\*+|x+|\.+|-+|[A-Z]+(?:_[A-Z]+)+|(?:your|my|the|a)[-_].*)$/i;

const BEGIN = '-----BEGIN ';
const END = '-----END ';

/** Key blocks by their first and last lines; a block that is cut off goes to the end of the text. */
function blocksIn(text: string, spans: Span[]): void {
  for (let from = text.indexOf(BEGIN); from >= 0; ) {
    const head = text.slice(from, from + 60);
    if (!/^-----BEGIN [A-Z0-9 ]{0,40}(?:KEY|CERTIFICATE|MESSAGE)/.test(head)) {
      from = text.indexOf(BEGIN, from + 1);
      continue;
    }
    const last = text.indexOf(END, from);
    const close = last < 0 ? -1 : text.indexOf('-----', last + END.length);
    const to = close < 0 ? text.length : close + 5;
    spans.push({ from, to, kind: 'key' });
    from = text.indexOf(BEGIN, to);
  }
}

export function keysIn(text: string): Span[] {
  const spans: Span[] = [];
  if (text.includes(BEGIN)) blocksIn(text, spans);
  for (const { 0: key, index } of text.matchAll(KEY)) {
    // A run of hyphens and words is a name: sk-learn-tutorial-part-two.
    if (/\d/.test(key) || /[a-z][A-Z]/.test(key)) spans.push({ from: index, to: index + key.length, kind: 'key' });
  }
  for (const { 0: whole, 1: value = '', index } of text.matchAll(BEARER)) {
    if (!/\d/.test(value) && value.length < 24) continue;
    const to = index + whole.length;
    if (!isPlaceholder(value)) spans.push({ from: to - value.length, to, kind: 'key' });
  }
  return spans;
}

export function secretsIn(text: string): Span[] {
  const spans: Span[] = [];
  const add = (to: number, value: string) => {
    if (!isPlaceholder(value)) spans.push({ from: to - value.length, to, kind: 'key' });
  };
  for (const { 0: whole, 1: name = '', 2: rest = '', 3: raw = '', index } of text.matchAll(ASSIGNED)) {
    // A colon or full stop at the end belongs to the sentence; an at sign to an address.
    const value = raw.replace(/[.:!?`]{1,3}$/, '');
    if (isSecret(name, rest, value)) add(index + whole.length - raw.length + value.length, value);
  }
  for (const { 0: whole, 1: value = '', index } of text.matchAll(RANDOM)) {
    if (isRandom(value)) add(index + whole.length, value);
  }
  if (text.includes('@')) {
    for (const { 0: whole, 1: value = '', index } of text.matchAll(ADDRESS_SECRET))
      add(index + whole.length - 1, value);
  }
  return spans;
}

/** Whether a name in JSON, or before an equals sign, says that its value is a secret. */
export function saysSecret(name: string): boolean {
  return /(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)$/i.test(
    name,
  );
}

function isSecret(name: string, rest: string, value: string): boolean {
  if (value.length < 4 || NO_VALUE.test(value)) return false;
  if (/^(?:password|passwd|passphrase|pwd)$/i.test(name)) return true;
  // "tokens: 1234" is a number of tokens, "token_count" as well.
  if (/^s(?![a-z])/i.test(rest) || /count|limit|usage|type|name|path|file|length|budget/i.test(rest)) return false;
  return value.length >= 8 && /\d/.test(value) && !/^[\d.,:/-]+$/.test(value);
}

/** Bits a character, and letters of both cases with digits: hashes in hexadecimal, paths and names are not meant. */
function isRandom(value: string): boolean {
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/\d/.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  // Paths and names are made of words: long runs of one case.
  return bits >= 4 && !/[a-z]{7}|[A-Z]{7}/.test(value);
}

/** Objects as Python shows them (`role='user' content='…' tool_calls=[{'id': …}]`) to JSON values, in one pass and without recursion. */

import { isRecord, type JsonRecord } from './json-values';
import { NESTING_LIMIT } from './nesting';

/** Longer texts are no messages that a trace would show this way. */
const LONGEST = 4_000_000;
const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  a: '\u0007',
  v: '\v',
  '0': '\0',
};
const WORDS: Record<string, string> = { None: 'null', True: 'true', False: 'false', nan: 'null', inf: 'null' };

/** The fields of an object shown as `key=value key=value`, or as `Name(key=value, …)`; undefined where it is none. */
export function pythonFields(text: string): JsonRecord | undefined {
  const inner = /^\s*[A-Za-z_][\w.]*\(/.test(text) ? text : `o(${text})`;
  if (!/^\s*[A-Za-z_][\w.]*\(\s*[A-Za-z_]\w*=/.test(inner.slice(0, 400))) return undefined;
  const value = pythonValue(inner);
  return isRecord(value) ? value : undefined;
}

/** A Python literal, or a constructor of keyword arguments, as a JSON value; undefined where it is neither. */
function pythonValue(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  const json = new Rewriter(text).json();
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** `<Timer object at 0x309c55a90>` is shown of what has no notation: nothing can be read from it. */
const TOKEN =
  /\s*(?:([[\](){},:=])|(<[^<>\n]{1,300}>)|([rbu]?)(['"])|(-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z_][\w.]*))/iy;

class Rewriter {
  private at = 0;
  private readonly out: string[] = [];
  private readonly closers: string[] = [];
  /** Whether a value has just ended: the next one needs a comma, which Python's fields go without. */
  private ended = false;

  constructor(private readonly text: string) {}

  json(): string | undefined {
    while (this.at < this.text.length) {
      TOKEN.lastIndex = this.at;
      const match = TOKEN.exec(this.text);
      if (!match) return this.text.slice(this.at).trim() === '' ? this.finished() : undefined;
      this.at += match[0].length;
      const [, sign, opaque, , quote, number, word] = match;
      const isRead =
        quote !== undefined
          ? this.string(quote)
          : number !== undefined
            ? this.value(numberText(number))
            : word !== undefined
              ? this.word(word)
              : opaque !== undefined
                ? this.value('null')
                : this.sign(sign as string);
      if (!isRead || this.closers.length > NESTING_LIMIT) return undefined;
    }
    return this.finished();
  }

  private finished(): string | undefined {
    return this.closers.length === 0 ? this.out.join('') : undefined;
  }

  private value(json: string): boolean {
    if (this.ended) this.out.push(',');
    this.out.push(json);
    this.ended = true;
    return true;
  }

  private string(quote: string): boolean {
    const pieces: string[] = [];
    let from = this.at;
    for (let at = this.at; at < this.text.length; at++) {
      const character = this.text[at];
      if (character === quote) {
        pieces.push(this.text.slice(from, at));
        this.at = at + 1;
        return this.value(JSON.stringify(pieces.join('')));
      }
      if (character !== '\\') continue;
      pieces.push(this.text.slice(from, at));
      const code = this.text[at + 1] ?? '';
      const digits = code === 'x' ? 2 : code === 'u' ? 4 : code === 'U' ? 8 : 0;
      const point = digits > 0 ? Number.parseInt(this.text.slice(at + 2, at + 2 + digits), 16) : Number.NaN;
      if (point <= 0x10ffff) {
        pieces.push(String.fromCodePoint(point));
        at += 1 + digits;
      } else {
        pieces.push(Object.hasOwn(ESCAPES, code) ? (ESCAPES[code] as string) : code);
        at++;
      }
      from = at + 1;
    }
    return false;
  }

  private word(word: string): boolean {
    const next = /^\s*(=(?!=)|\()/.exec(this.text.slice(this.at, this.at + 20));
    if (next?.[1] === '=') {
      this.at += next[0].length;
      if (this.ended) this.out.push(',');
      this.out.push(JSON.stringify(word), ':');
      this.ended = false;
      return this.closers.at(-1) === '}';
    }
    if (next?.[1] !== '(')
      return this.value(Object.hasOwn(WORDS, word) ? (WORDS[word] as string) : JSON.stringify(word));
    this.at += next[0].length;
    const isKeyed = /^\s*(?:\)|[A-Za-z_]\w*\s*=(?!=))/.test(this.text.slice(this.at, this.at + 200));
    return this.open(isKeyed ? '{' : '[');
  }

  private open(bracket: string): boolean {
    if (this.ended) this.out.push(',');
    this.out.push(bracket);
    this.closers.push(bracket === '{' ? '}' : ']');
    this.ended = false;
    return true;
  }

  private sign(sign: string): boolean {
    switch (sign) {
      case '[':
      case '{':
        return this.open(sign);
      case '(':
        return this.open('[');
      case ']':
      case '}':
      case ')': {
        const closer = this.closers.pop();
        if (closer === undefined) return false;
        this.out.push(closer);
        this.ended = true;
        return true;
      }
      case ',':
        // The next value brings its own comma; one that closes a list is none in JSON.
        return true;
      case ':':
        this.out.push(':');
        this.ended = false;
        return true;
      default:
        return false;
    }
  }
}

function numberText(number: string): string {
  const plain = number.replaceAll('_', '');
  return Number.isFinite(Number(plain)) ? String(Number(plain)) : 'null';
}

/** What stands in place of what was found: the same for the same, numbered by kind, fit for JSON, addresses and names of tools. */

import type { Replacement, SecretKind } from './secrets';

const WORDS: { readonly [kind in SecretKind]: string } = {
  key: 'KEY',
  email: 'EMAIL',
  user: 'USER',
  host: 'HOST',
  own: 'TEXT',
};

const PLACEHOLDER = /REDACTED-([A-Z]+)-(\d+)/g;

export function isPlaceholder(text: string): boolean {
  return text.startsWith('REDACTED-');
}

export class Placeholders {
  /** By kind and text; user names and hosts mean the same in any case. */
  private readonly known = new Map<string, Replacement>();
  private readonly numbers = new Map<string, number>();

  /** Numbers that stand in a text already are not given again. */
  pass(text: string): void {
    if (!text.includes('REDACTED-')) return;
    for (const [, word = '', number] of text.matchAll(PLACEHOLDER)) {
      this.numbers.set(word, Math.max(this.numbers.get(word) ?? 0, Math.min(Number(number), 1_000_000)));
    }
  }

  for(kind: SecretKind, found: string, message: number): string {
    const key = `${kind} ${kind === 'user' || kind === 'host' ? found.toLowerCase() : found}`;
    let entry = this.known.get(key);
    if (!entry) {
      const word = WORDS[kind];
      const number = (this.numbers.get(word) ?? 0) + 1;
      this.numbers.set(word, number);
      entry = { kind, found, replacement: `REDACTED-${word}-${number}`, count: 0, first: message };
      this.known.set(key, entry);
    }
    entry.count++;
    return entry.replacement;
  }

  /** What was replaced, in the order in which it was found. */
  list(): Replacement[] {
    return [...this.known.values()];
  }
}

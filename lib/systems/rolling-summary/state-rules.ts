/** State by rules: what a user message says as "key: value" on a line, "use …" or "prefer …". No model, no regular expression of the user's. */

/** Longer messages are pasted material rather than statements of the user. */
const LONGEST_MESSAGE = 4000;
const LONGEST_VALUE = 200;
/** Extracted entries that are kept; the oldest give way. */
const MOST_ENTRIES = 50;

const PAIR = /^\s*(?:[-*]\s+)?([A-Za-z][\w -]{0,38}\w|[A-Za-z]):\s+(\S.*)$/;
const WISH =
  /(?:^|[.!?;,]\s+|\b(?:please|always|now|instead|you should|we should|would|i|we|must|and)\s+)(use|prefer)\s+([^.!?;\n]+)/gi;

/** "Use it" states nothing that could stand alone. */
const PRONOUN = /^(?:it|this|that|these|those|them|one)$/i;

/** Statements of a message in order: a key, and what is said of it. */
export function statementsIn(text: string): [key: string, value: string][] {
  if (text.length > LONGEST_MESSAGE) return [];
  const found: [string, string][] = [];
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_VALUE) continue;
    const pair = PAIR.exec(line);
    if (pair?.[1] && pair[2]) {
      found.push([pair[1].toLowerCase(), pair[2].trim()]);
      continue;
    }
    for (const wish of line.matchAll(WISH)) {
      const value = wish[2]?.trim();
      if (wish[1] && value && !PRONOUN.test(value)) found.push([wish[1].toLowerCase(), value]);
    }
  }
  return found;
}

/** What the statements so far come to. Later values of a key take the place of earlier ones; wishes add up. */
export class ExtractedState {
  private readonly entries = new Map<string, string | string[]>();

  /** Takes up a message's statements; true where that changed anything. */
  take(text: string): boolean {
    let changed = false;
    for (const [key, value] of statementsIn(text)) {
      const known = this.entries.get(key);
      const adds = key === 'use' || key === 'prefer';
      const list = adds && Array.isArray(known) ? known : [];
      if (adds ? list.includes(value) : known === value) continue;
      this.entries.delete(key);
      this.entries.set(key, adds ? [...list, value].slice(-MOST_ENTRIES) : value);
      if (this.entries.size > MOST_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
      changed = true;
    }
    return changed;
  }

  /** The entries with the user's own state over them. */
  under(state: { [name: string]: unknown }): { [name: string]: unknown } {
    return Object.fromEntries([...this.entries, ...Object.entries(state)]);
  }
}

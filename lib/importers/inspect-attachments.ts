/** Long texts and images of an Inspect sample stand apart, under their hash: puts them back wherever they are named. */

import { type JsonRecord, jsonText, ownString } from './json-values';

const NAMED = /attachment:\/\/([0-9a-f]{16,64})/g;
const WHOLE = /^attachment:\/\/([0-9a-f]{16,64})$/;
/** A text may name others, which name others; no sample goes deeper. */
const DEEPEST = 4;
/** So many characters are put into other texts, in a sample as a whole. */
const MOST_INSERTED = 100_000_000;

export class Attachments {
  /** Names whose text is not in the file. */
  missing = 0;

  constructor(private readonly texts: JsonRecord) {}

  private inserted = 0;

  /** The text with everything that it names in place. */
  text(value: string): string {
    let text = value;
    for (let depth = 0; depth < DEEPEST && text.includes('attachment://'); depth++) {
      const whole = WHOLE.exec(text);
      const next = whole
        ? this.found(whole[0], whole[1] as string)
        : text.replace(NAMED, (name, hash: string) => this.placed(name, hash));
      if (next === text) break;
      text = next;
    }
    return text;
  }

  private found(name: string, hash: string): string {
    const found = ownString(this.texts, hash);
    if (found === undefined) this.missing++;
    return found ?? name;
  }

  private placed(name: string, hash: string): string {
    const found = this.found(name, hash);
    this.inserted += found.length;
    return this.inserted > MOST_INSERTED ? name : found;
  }

  /** A value with the texts in it, at any depth, in place. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    const json = jsonText(value);
    if (!json.includes('attachment://')) return value;
    return JSON.parse(json, (_key, inner: unknown) => (typeof inner === 'string' ? this.text(inner) : inner));
  }
}

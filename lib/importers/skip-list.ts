/** Lists of what was skipped or repaired: by line while there are few, by number once a listing would help nobody. */

import type { Repaired, Skipped } from './importer';
import { countOf } from './json-values';

const LISTED = 1000;

/** One entry a line, in file order; from the thousandth on a single entry says how many more there are. */
export class SkipList {
  private readonly entries: Skipped[] = [];
  private firstUnlisted = 0;
  private unlisted = 0;

  add(line: number, reason: string): void {
    if (this.entries.length < LISTED) {
      this.entries.push({ line, reason });
      return;
    }
    if (this.unlisted === 0) this.firstUnlisted = line;
    this.unlisted++;
  }

  clear(): void {
    this.entries.length = 0;
    this.unlisted = 0;
  }

  get count(): number {
    return this.entries.length + this.unlisted;
  }

  get first(): Skipped | undefined {
    return this.entries[0];
  }

  get list(): Skipped[] {
    const sorted = [...this.entries].sort((one, other) => one.line - other.line);
    if (this.unlisted > 0) {
      sorted.push({ line: this.firstUnlisted, reason: `and ${countOf(this.unlisted, 'more place')} from here on` });
    }
    return sorted;
  }
}

/** Repairs of the same kind are one entry with the first line and a count. */
export class RepairList {
  private readonly kinds = new Map<string, { line: number; count: number }>();

  add(line: number, reason: string): void {
    const known = this.kinds.get(reason);
    if (known) known.count++;
    else this.kinds.set(reason, { line, count: 1 });
  }

  get list(): Repaired[] {
    return [...this.kinds].map(([reason, { line, count }]) => ({
      line,
      reason: count === 1 ? reason : `${reason} (${countOf(count, 'time')}, first here)`,
    }));
  }
}

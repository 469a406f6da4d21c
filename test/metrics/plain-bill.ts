/** A bill made the slow way, from windows written out: the cache is a set of prefixes, and every breakpoint walks back over them. */

import type { BillOptions, CacheProfile } from '@/lib/metrics/bill-prices';
import { headOf, type Piece, shared, sumOf } from './billed-runs';

export interface PlainSplit {
  read: number;
  written: number;
  uncached: number;
}

function keyOf(pieces: readonly Piece[]): string {
  return pieces.map(({ key }) => key).join('\n');
}

export class PlainCache {
  private stored: Piece[][] = [];
  private before: readonly Piece[] = [];

  constructor(private readonly profile: CacheProfile) {}

  expire(): void {
    this.stored = [];
  }

  /** Lengths of the prefixes that are marked. */
  private marks(window: readonly Piece[]): number[] {
    const { breakpoints, minimumTokens } = this.profile;
    const marks: number[] = [];
    if (breakpoints > 0) marks.push(window.length);
    if (breakpoints > 1) marks.push(headOf(window).length);
    if (breakpoints > 2 && this.before.length > 0 && shared(this.before, window).length === this.before.length) {
      marks.push(this.before.length);
    }
    if (breakpoints > 3) marks.push(1);
    return marks.filter((length) => sumOf(window.slice(0, length), 'tokens') >= minimumTokens);
  }

  split(window: readonly Piece[]): PlainSplit {
    const total = sumOf(window, 'tokens');
    const { matching, minimumTokens, stepTokens, lookbackBlocks } = this.profile;
    if (matching === 'off' || total < minimumTokens) return { read: 0, written: 0, uncached: total };
    if (matching === 'steps') {
      // The largest minimum + k steps that fits.
      const fitting = (tokens: number) => {
        let fits = 0;
        for (let size = minimumTokens; size <= tokens; size += stepTokens) fits = size;
        return fits;
      };
      let read = 0;
      for (const one of this.stored) read = Math.max(read, fitting(sumOf(shared(one, window), 'tokens')));
      return { read, written: fitting(total) - read, uncached: total - fitting(total) };
    }
    const stored = new Set(this.stored.map(keyOf));
    let read = 0;
    let end = 0;
    for (const mark of this.marks(window)) {
      end = Math.max(end, sumOf(window.slice(0, mark), 'tokens'));
      for (let length = mark; length >= 1; length--) {
        if (sumOf(window.slice(length, mark), 'blocks') > lookbackBlocks) break;
        if (!stored.has(keyOf(window.slice(0, length)))) continue;
        read = Math.max(read, sumOf(window.slice(0, length), 'tokens'));
        break;
      }
    }
    return { read, written: end - read, uncached: total - end };
  }

  request(window: readonly Piece[]): PlainSplit {
    const split = this.split(window);
    const { matching, minimumTokens } = this.profile;
    if (matching === 'breakpoints') {
      const kept = this.stored.filter((one) => shared(one, window).length === one.length);
      this.stored = [...kept, ...this.marks(window).map((length) => window.slice(0, length))];
    } else if (sumOf(window, 'tokens') >= minimumTokens) this.stored = [[...window]];
    else this.stored = this.stored.map((one) => shared(one, window));
    this.before = window;
    return split;
  }
}

/** Dollars for the input of a request. */
export function plainCost(split: PlainSplit, { prices: all, profile }: BillOptions): number {
  const size = split.read + split.written + split.uncached;
  const at = all.tiers.filter(({ overTokens }) => size > overTokens).at(-1) ?? all;
  const read = at.cacheRead ?? at.input * profile.readMultiplier;
  const write = at.cacheWrite ?? at.input * profile.writeMultiplier;
  return (split.read * read + split.written * write + split.uncached * at.input) / 1e6;
}

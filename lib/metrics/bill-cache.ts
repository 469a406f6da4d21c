/** A provider's prompt cache over the calls of a run: which part of each window is read, which is written, which is neither. */

import type { CacheProfile } from './bill-prices';

/** One request as the cache sees it, in tokens from the start. */
export interface CachedRequest {
  total: number;
  /** What stands as in the request before. */
  kept: number;
  /** Blocks in all. */
  blocks: number;
  tools: number;
  /** Tool schemas and instructions, and the blocks of the instructions. */
  head: number;
  headBlocks: number;
}

/** Tokens of a request by what becomes of them; together they are all of it. */
export interface Split {
  read: number;
  written: number;
  uncached: number;
}

/** A prefix that ends where a breakpoint is or was: its tokens, and the blocks before its end. */
interface Prefix {
  tokens: number;
  blocks: number;
}

/**
 * The cache of one conversation. It holds what earlier requests left there and the one before still had: a prefix that has
 * changed is gone for good, and every request keeps alive what it shares. A request takes a few steps, however long.
 */
export class PromptCache {
  /** `breakpoints`: prefixes in the cache, from the shortest. */
  private readonly prefixes: Prefix[] = [];
  /** `steps`: tokens of the prefix in the cache. */
  private cached = 0;
  /** The whole window of the request before. */
  private previous: Prefix = { tokens: 0, blocks: 0 };

  constructor(private readonly profile: CacheProfile) {}

  /** The time between two requests was too long. */
  expire(): void {
    this.prefixes.length = 0;
    this.cached = 0;
  }

  /** What a request would read and write, without making it. */
  split(request: CachedRequest): Split {
    const { matching, minimumTokens } = this.profile;
    const { total, kept } = request;
    if (matching === 'off' || total < minimumTokens) return { read: 0, written: 0, uncached: total };
    if (matching === 'steps') {
      const read = this.wholeSteps(Math.min(kept, this.cached));
      const end = this.wholeSteps(total);
      return { read, written: end - read, uncached: total - end };
    }
    let read = 0;
    let end = 0;
    for (const mark of this.marks(request)) {
      if (mark.tokens < minimumTokens) continue;
      if (mark.tokens > end) end = mark.tokens;
      const found = this.found(mark, kept);
      if (found > read) read = found;
    }
    return { read, written: end - read, uncached: total - end };
  }

  /** Makes a request: what it leaves in the cache is there for the next. */
  request(request: CachedRequest): Split {
    const split = this.split(request);
    const { kept, total, blocks } = request;
    const { minimumTokens } = this.profile;
    this.cached = total < minimumTokens ? Math.min(this.cached, kept) : total;
    while ((this.prefixes.at(-1)?.tokens ?? 0) > kept) this.prefixes.pop();
    for (const mark of this.marks(request)) {
      // Breakpoints stand in order, and one before what has changed is in the cache already.
      if (mark.tokens >= minimumTokens && mark.tokens > (this.prefixes.at(-1)?.tokens ?? 0)) this.prefixes.push(mark);
    }
    this.previous = { tokens: total, blocks };
    return split;
  }

  /** The breakpoints of a request, from its start. */
  private marks({ total, kept, blocks, tools, head, headBlocks }: CachedRequest): Prefix[] {
    const { breakpoints } = this.profile;
    const marks: Prefix[] = [];
    if (breakpoints >= 4) marks.push({ tokens: tools, blocks: 0 });
    if (breakpoints >= 2) marks.push({ tokens: head, blocks: headBlocks });
    if (breakpoints >= 3 && this.previous.tokens <= kept) marks.push(this.previous);
    if (breakpoints >= 1) marks.push({ tokens: total, blocks });
    return marks;
  }

  /** Tokens of the longest prefix in the cache that a breakpoint finds: not changed, not after it, not too far before it. */
  private found(mark: Prefix, kept: number): number {
    const most = Math.min(mark.tokens, kept);
    let low = 0;
    let high = this.prefixes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.prefixes[middle] as Prefix).tokens <= most) low = middle + 1;
      else high = middle;
    }
    const prefix = this.prefixes[low - 1];
    return prefix && mark.blocks - prefix.blocks <= this.profile.lookbackBlocks ? prefix.tokens : 0;
  }

  private wholeSteps(tokens: number): number {
    const { minimumTokens, stepTokens } = this.profile;
    if (tokens < minimumTokens) return 0;
    return minimumTokens + Math.floor((tokens - minimumTokens) / stepTokens) * stepTokens;
  }
}

/** A provider's prompt cache over the calls of a run: which part of each window is read, which is written, which is neither. */

import type { CacheProfile } from './bill-prices';

/** One request as the cache sees it, in tokens from the start. */
export interface CachedRequest {
  total: number;
  /** What stands as in the request before. */
  kept: number;
  tools: number;
  head: number;
  /** Blocks in all. */
  blocks: number;
}

/** Tokens of a request by what becomes of them; together they are all of it. */
export interface Split {
  read: number;
  written: number;
  uncached: number;
}

/** A prefix that the end of an earlier window has left in the cache. */
interface Entry {
  tokens: number;
  blocks: number;
}

/**
 * The cache of one conversation. It holds what the request before left there: a prefix that has changed is gone for good,
 * and reading a prefix keeps everything in it alive. Each request costs amortised constant time.
 */
export class PromptCache {
  /** Ends of earlier windows that still stand, ascending. */
  private readonly entries: Entry[] = [];
  private head = 0;
  private tools = 0;
  /** Tokens of the request before, and whether its own end is in the cache. */
  private previous = 0;
  /** `steps`: tokens of the prefix that is in the cache. */
  private cached = 0;

  constructor(private readonly profile: CacheProfile) {}

  /** The time between two requests was too long. */
  expire(): void {
    this.entries.length = 0;
    this.head = 0;
    this.tools = 0;
    this.previous = 0;
    this.cached = 0;
  }

  /** What a request would read and write, without making it. */
  split(request: CachedRequest): Split {
    const { matching, minimumTokens } = this.profile;
    const { total } = request;
    if (matching === 'off' || total < minimumTokens) return { read: 0, written: 0, uncached: total };
    if (matching === 'steps') {
      const read = this.wholeSteps(Math.min(request.kept, this.cached));
      const end = this.wholeSteps(total);
      return { read, written: end - read, uncached: total - end };
    }
    const end = this.lastBreakpoint(request);
    const read = this.found(request);
    return { read, written: Math.max(0, end - read), uncached: total - Math.max(end, read) };
  }

  /** Makes a request: what it leaves in the cache is there for the next. */
  request(request: CachedRequest): Split {
    const split = this.split(request);
    const { kept, total, head, tools, blocks } = request;
    const { breakpoints, matching, minimumTokens } = this.profile;
    if (matching === 'off') return split;
    if (matching === 'steps') {
      this.cached = total < minimumTokens ? Math.min(this.cached, kept) : total;
      return split;
    }
    while ((this.entries.at(-1)?.tokens ?? 0) > kept) this.entries.pop();
    if (breakpoints >= 1 && total >= minimumTokens && this.entries.at(-1)?.tokens !== total) {
      this.entries.push({ tokens: total, blocks });
    }
    this.head = this.marked(2, head);
    this.tools = this.marked(4, tools);
    this.previous = total;
    return split;
  }

  private marked(breakpoint: number, tokens: number): number {
    return this.profile.breakpoints >= breakpoint && tokens >= this.profile.minimumTokens ? tokens : 0;
  }

  private wholeSteps(tokens: number): number {
    const { minimumTokens, stepTokens } = this.profile;
    if (tokens < minimumTokens) return 0;
    return minimumTokens + Math.floor((tokens - minimumTokens) / stepTokens) * stepTokens;
  }

  private lastBreakpoint({ total, head }: CachedRequest): number {
    return this.profile.breakpoints >= 1 ? total : this.marked(2, head);
  }

  /** The longest prefix that a breakpoint of this request finds again. */
  private found({ kept, head, tools, blocks }: CachedRequest): number {
    const { breakpoints, lookbackBlocks } = this.profile;
    let read = 0;
    if (breakpoints >= 4 && this.tools > 0 && this.tools === tools) read = tools;
    if (breakpoints >= 2 && this.head > 0 && this.head === head && head <= kept) read = Math.max(read, head);
    for (let at = this.entries.length - 1; at >= 0; at--) {
      const entry = this.entries[at] as Entry;
      if (entry.tokens > kept) continue;
      const isPrevious = breakpoints >= 3 && entry.tokens === this.previous;
      if (isPrevious || blocks - entry.blocks <= lookbackBlocks) read = Math.max(read, entry.tokens);
      break;
    }
    return read;
  }
}

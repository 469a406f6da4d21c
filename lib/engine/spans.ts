/** Choosing the next span to compact: as document 000 publishes it, and in whole tool groups. */

/** A half-open range of window positions. */
export interface Span {
  start: number;
  end: number;
}

/** What span selection may ask of a window. Positions count from 0. */
export interface SpanView {
  readonly length: number;
  /** No item at or after this position may go into a summary. */
  readonly end: number;
  /** Whether the item there may go into a summary. */
  isFree(position: number): boolean;
  /** Whether the item there is an assistant message with tool calls. */
  hasCalls(position: number): boolean;
  isToolResult(position: number): boolean;
}

/** Walks `end` back until a cut there leaves no call without its result (document 000, complete turn boundary). */
function completeTurnBoundary(view: SpanView, from: number): number {
  let end = from;
  while (end > 0) {
    if (view.hasCalls(end - 1) || (end < view.length && view.isToolResult(end))) end--;
    else break;
  }
  return end;
}

/** The oldest free run of at most `maxSpan` items, cut on a turn boundary; null where it is shorter than two (document 000). */
export function publishedSpan(view: SpanView, from: number, maxSpan: number): Span | null {
  let start = from;
  while (start < view.end && !view.isFree(start)) start++;
  let end = start;
  while (end < view.end && end - start < maxSpan && view.isFree(end)) end++;
  end = completeTurnBoundary(view, end);
  return end - start >= 2 ? { start, end } : null;
}

/** The same window seen in groups. Places are positions in the transcript and never fall from one item to the next. */
export interface GroupedView extends SpanView {
  placeOf(position: number): number;
  /** Places of the first and of the last member of the group that the item at a position belongs to. */
  headPlace(position: number): number;
  lastPlace(position: number): number;
}

/**
 * The first free run at or after `from` that holds whole groups only. It has at most `maxSpan` items unless its first
 * group alone is longer, and at least two.
 */
export function groupedSpan(view: GroupedView, from: number, maxSpan: number): Span | null {
  let start = from;
  while (start < view.end) {
    const place = view.placeOf(start);
    if (view.headPlace(start) !== place || !view.isFree(start)) {
      start++;
      continue;
    }
    let end = start;
    let cut = start;
    let groupsEnd = place;
    while (end < view.end && view.isFree(end) && view.headPlace(end) >= place) {
      if (end - start >= maxSpan && cut > start) break;
      groupsEnd = Math.max(groupsEnd, view.lastPlace(end));
      if (view.placeOf(end) >= groupsEnd) cut = end + 1;
      end++;
    }
    if (cut - start >= 2) return { start, end: cut };
    start = Math.max(cut, start + 1);
  }
  return null;
}

/** What the model of a Claude Code session saw after each compaction, out of the entries of its main chain. */

import type { ClaudeEntry } from './claude-lines';

/** In the order of the compactions: the summary, messages kept word for word, and everything written up to the next one. */
export function compactionViews(main: readonly ClaudeEntry[]): ClaudeEntry[][] {
  const starts: ClaudeEntry[] = [];
  for (const entry of main) {
    if (entry.kind === 'boundary') starts.push(entry);
    // A summary without a boundary line before it begins one itself.
    else if (entry.summary && !isBegun(starts.at(-1), entry)) starts.push(entry);
  }
  return starts.map((start, index) => afterCompaction(main, start, starts[index + 1]));
}

/** Whether a summary belongs to the compaction that was seen last. */
function isBegun(start: ClaudeEntry | undefined, summary: ClaudeEntry): boolean {
  return start !== undefined && (start.kind === 'boundary' || start.summary) && summary.position - start.position === 1;
}

function afterCompaction(
  main: readonly ClaudeEntry[],
  start: ClaudeEntry,
  next: ClaudeEntry | undefined,
): ClaudeEntry[] {
  const end = next?.position ?? Number.POSITIVE_INFINITY;
  const since = main.filter(
    (entry) => entry.position < end && (entry.lastPosition > start.position || entry === start),
  );
  const summary = since.filter((entry) => entry === start || entry.summary);
  const preserved = keptWordForWord(main, start);
  const placed = new Set([...summary, ...preserved]);
  const rest = since.filter((entry) => !placed.has(entry)).sort((one, other) => one.lastPosition - other.lastPosition);
  return [...summary, ...preserved, ...rest];
}

/** The messages that a compaction kept, in their order: listed one by one, or by the ends of their run. */
function keptWordForWord(main: readonly ClaudeEntry[], boundary: ClaudeEntry): ClaudeEntry[] {
  if (boundary.preserved.length > 0) {
    const kept = new Set(boundary.preserved);
    return main.filter((entry) => entry.uuid !== undefined && kept.has(entry.uuid));
  }
  if (!boundary.preservedRun) return [];
  const [head, tail] = boundary.preservedRun;
  const first = main.findIndex((entry) => entry.uuid === head);
  const last = main.findIndex((entry) => entry.uuid === tail);
  return first < 0 || last < first
    ? []
    : main.slice(first, last + 1).filter((entry) => entry.kind !== 'boundary' && !entry.summary);
}

/** The known name that a mistyped one is closest to, for "did you mean". */

/** Edit distance of two short names: insertions, deletions, substitutions and swaps of neighbours count one each. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** The closest of the known names, or undefined where none is close. Letter case, hyphens and underscores do not count. */
function closest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[-_\s]/g, '');
  const wanted = plain(name);
  let best: string | undefined;
  let bestDistance = Math.floor(Math.max(wanted.length, 3) / 3) + 1;
  for (const candidate of known) {
    const found = distance(wanted, plain(candidate));
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}

/** `Did you mean "window"?`, or what is known instead. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = closest(name, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return known.length === 0 ? 'Remove it.' : `Known: ${known.join(', ')}.`;
}

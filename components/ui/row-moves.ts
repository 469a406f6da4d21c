/** Where the keys of a list lead: arrows, Home, End and the page keys. */

/** The row that a key leads to from row `at` of `count`, in a list with `page` rows in sight; undefined for any other key. */
export function rowAfter(key: string, at: number, count: number, page: number): number | undefined {
  const moves: { [key: string]: number } = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const move = moves[key];
  return move === undefined ? undefined : Math.min(Math.max(0, move), count - 1);
}

/** Whole rows of a height that a list shows, less one: what was last is first after a page. */
export function rowsOfPage(list: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor((list?.clientHeight ?? 0) / height) - 1);
}

/** Remembers which scenario was open and how it was looked at, so that the next start goes on with it. */

const LAST_OPEN = 'palimpsest:last-open';
/** Noted in the place of a scenario once it was closed; no scenario has this id. */
const CLOSED = '';
const LOOKS = 'palimpsest:looks';
const BUSY = 'palimpsest:busy';

/** How a scenario was looked at last. It is no work: two tabs may differ in it without a conflict. */
export interface Looks {
  cursor: number;
  showSent: boolean;
  mode: 'tune' | 'compare';
}

/** Which scenario to open at the next start; a storage that refuses is only a start without it. */
export function rememberOpen(id: string | null): void {
  try {
    // Each tab goes on with its own; a new one with what any tab opened last.
    sessionStorage.setItem(LAST_OPEN, id ?? CLOSED);
    localStorage.setItem(LAST_OPEN, id ?? CLOSED);
  } catch {
    // Private modes refuse; the library still lists the scenario.
  }
}

/** The scenario that was open last in this tab, or in any where this one is new; `CLOSED` where that was closed, null where nothing is noted. */
export function lastOpen(): string | null {
  try {
    return sessionStorage.getItem(LAST_OPEN) ?? localStorage.getItem(LAST_OPEN);
  } catch {
    return null;
  }
}

export function rememberLooks(id: string, looks: Looks): void {
  try {
    localStorage.setItem(LOOKS, JSON.stringify({ id, ...looks }));
  } catch {
    // As above: the scenario then opens as it was saved.
  }
}

/** How a scenario was looked at, where it was the last one; null otherwise. */
export function lastLooks(id: string): Looks | null {
  try {
    const stored = JSON.parse(localStorage.getItem(LOOKS) ?? 'null') as (Partial<Looks> & { id?: unknown }) | null;
    if (stored?.id !== id || !Number.isInteger(stored.cursor) || (stored.cursor as number) < 0) return null;
    return {
      cursor: stored.cursor as number,
      showSent: stored.showSent === true,
      mode: stored.mode === 'compare' ? 'compare' : 'tune',
    };
  } catch {
    return null;
  }
}

/** Notes that the engine is long at work, or no longer. A note that is found at the start tells of a tab that ended there. */
export function markBusy(busy: boolean): void {
  try {
    const id = busy ? lastOpen() : null;
    if (id) localStorage.setItem(BUSY, id);
    else if (localStorage.getItem(BUSY) !== null) localStorage.removeItem(BUSY);
  } catch {
    // As above: then the next start opens it again.
  }
}

/** Whether the tab ended while the engine was long at work on that scenario. Asked once: the note is gone then. */
export function endedBusy(id: string): boolean {
  try {
    const found = localStorage.getItem(BUSY);
    localStorage.removeItem(BUSY);
    return found === id;
  } catch {
    return false;
  }
}

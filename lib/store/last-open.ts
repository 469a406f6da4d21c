/** Remembers which transcript was open, so that the next start goes on with it. */

const LAST_OPEN = 'palimpsest:last-open';

/** Which transcript to open at the next start; a storage that refuses is only a start without it. */
export function rememberOpen(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(LAST_OPEN);
    else localStorage.setItem(LAST_OPEN, id);
  } catch {
    // Private modes refuse; the library still lists the transcript.
  }
}

/** The transcript that was open last, or null. */
export function lastOpen(): string | null {
  try {
    return localStorage.getItem(LAST_OPEN);
  } catch {
    return null;
  }
}

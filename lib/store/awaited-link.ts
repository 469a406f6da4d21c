/** Remembers the link whose settings wait for their transcript, for as long as the tab is there: a reload must not lose it. */

const AWAITED = 'palimpsest:awaited-link';

/** Null forgets it. A storage that refuses, or is full, is only a reload without it. */
export function rememberAwaited(link: string | null): void {
  try {
    if (link === null) sessionStorage.removeItem(AWAITED);
    else sessionStorage.setItem(AWAITED, link);
  } catch {
    // Private modes refuse; the link can be opened again.
  }
}

export function awaitedLink(): string | null {
  try {
    return sessionStorage.getItem(AWAITED);
  } catch {
    return null;
  }
}

/** The address of the page, which changes for a link and for nothing else. */

import { isLinkFragment } from '../links/fragment';

/** The link that is in the address, or null. */
export function linkInAddress(): string | null {
  return isLinkFragment(location.hash) ? location.hash : null;
}

export function putInAddress(fragment: string): void {
  history.replaceState(history.state, '', fragment);
}

/** Takes a link out of the address, so that a reload is clean; any other fragment stays. */
export function clearLinkAddress(): void {
  if (linkInAddress() !== null) history.replaceState(history.state, '', location.pathname + location.search);
}

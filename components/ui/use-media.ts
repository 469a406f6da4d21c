/** Whether the screen is as a media query says. */
'use client';

import { useSyncExternalStore } from 'react';

/** `first` is the answer where there is no screen to ask: in the page as it is built. */
export function useMedia(query: string, first: boolean): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => first,
  );
}

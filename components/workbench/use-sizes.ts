/** Sizes of the workbench's panels in pixels: remembered in this browser, kept within what the window has room for. */
'use client';

import { useCallback, useState, useSyncExternalStore } from 'react';

export interface Sizes {
  controls: number;
  inspector: number;
}

const KEY = 'palimpsest:sizes';
export const INITIAL: Sizes = { controls: 300, inspector: 400 };
export const LEAST: Sizes = { controls: 248, inspector: 300 };
/** What the chart needs between them. */
const CENTRE = 420;

function remembered(): Sizes {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Sizes, unknown>>;
    const size = (name: keyof Sizes) => (typeof stored[name] === 'number' ? stored[name] : INITIAL[name]);
    return { controls: size('controls'), inspector: size('inspector') };
  } catch {
    return INITIAL;
  }
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The sizes, the most that each may have now, and how to change one. */
export function useSizes(): { sizes: Sizes; most: Sizes; resize: (name: keyof Sizes, size: number) => void } {
  const width = useSyncExternalStore(
    onResize,
    () => window.innerWidth,
    () => 1440,
  );
  const [wanted, setWanted] = useState(remembered);
  const room = width - CENTRE;
  const controls = Math.max(LEAST.controls, Math.min(wanted.controls, room - LEAST.inspector));
  const inspector = Math.max(LEAST.inspector, Math.min(wanted.inspector, room - controls));
  const resize = useCallback((name: keyof Sizes, size: number) => {
    setWanted((before) => {
      const next = { ...before, [name]: size };
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // Private modes refuse: the size lasts until the tab closes.
      }
      return next;
    });
  }, []);
  return {
    sizes: { controls, inspector },
    most: {
      controls: Math.max(LEAST.controls, room - inspector),
      inspector: Math.max(LEAST.inspector, room - controls),
    },
    resize,
  };
}

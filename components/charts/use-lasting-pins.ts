/** The lasting pins that the windows seen so far have shown: a window knows the messages that have come by its call. */
'use client';

import { useRef } from 'react';
import type { OpenDocument, WindowView } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { withPinsOf } from './lasting-pins';

interface Known {
  document: OpenDocument | null;
  view: WindowView | null;
  pins: ReadonlyMap<number, string>;
}

const NO_PINS: ReadonlyMap<number, string> = new Map();

/** Message → why it stays. The same map for as long as nothing in it changes. */
export function useLastingPins(): ReadonlyMap<number, string> {
  const document = useStore((state) => state.document);
  const view = useStore((state) => state.shown?.view ?? null);
  const known = useRef<Known>({ document, view: null, pins: NO_PINS });
  if (known.current.document !== document) known.current = { document, view: null, pins: NO_PINS };
  if (document && view && known.current.view !== view) {
    known.current = { document, view, pins: withPinsOf(known.current.pins, view, document.info.roles) };
  }
  return known.current.pins;
}

/** The size of an element as it is laid out, followed without a flash: measured before the first paint. */
'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';
import type { BoxSize } from './geometry';

/** Whole pixels of the element's content box; null until it is in a document. */
export function useBoxSize(element: RefObject<HTMLElement | null>): BoxSize | null {
  const [size, setSize] = useState<BoxSize | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => {
      const width = Math.round(box.clientWidth);
      const height = Math.round(box.clientHeight);
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

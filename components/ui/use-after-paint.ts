/** Values that are looked into only once the frame that shows them otherwise has been painted. */
'use client';

import { startTransition, useEffect, useState } from 'react';

/** The value as of a painted frame: what is worked out from it never holds up the picture that the hand is waiting for. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}

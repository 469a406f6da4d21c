/** What is said only once it has been so for a moment. */
'use client';

import { useEffect, useState } from 'react';

/** Milliseconds that what is of other settings keeps its full ink: what comes anew within them never flickers. */
const GRACE = 300;

/** Whether something has been so for a moment. It is over at once; a transition in the style sheet would begin a layer of its own for each row. */
export function useLate(is: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLate(true), GRACE);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [is]);
  return is && late;
}

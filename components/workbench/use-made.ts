/** What is made anew for every choice in a dialog, and never stands for another choice than the one it was made for. */
'use client';

import { useEffect, useState } from 'react';

/**
 * What `make` answers, or the message of its error; null until it is there. `make` is another function once what is wanted is
 * another thing, and only then. `rest` is how many milliseconds a choice must stand before it is made.
 */
export function useMade<Made>(make: () => Promise<Made>, rest: number): Made | string | null {
  const [made, setMade] = useState<{ by: typeof make; is: Made | string } | null>(null);
  useEffect(() => {
    let current = true;
    const take = (is: Made | string) => {
      if (current) setMade({ by: make, is });
    };
    const timer = setTimeout(() => {
      make().then(take, (error: unknown) => take(error instanceof Error ? error.message : String(error)));
    }, rest);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [make, rest]);
  // From the moment that another choice is made, what was made for the last one can be copied no more.
  return made?.by === make ? made.is : null;
}

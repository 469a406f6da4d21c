/** Questions to the worker one after the other: what is answered, what is under way and how far, what failed. */
'use client';

import { useEffect, useState } from 'react';
import type { MeasureOptions } from '@/lib/store/measuring';

export interface InTurn<T> {
  answers: ReadonlyMap<string, T>;
  failed: ReadonlyMap<string, string>;
  /** What is asked now, with the share that is done where it is known; null when nothing is. */
  asking: { what: string; share: number } | null;
}

interface Held<T> extends InTurn<T> {
  of: unknown;
}

interface Questions<T> {
  /** Another one makes all answers void. */
  of: unknown;
  /** In this order. The same list at every render. */
  wanted: readonly string[];
  /** The same function at every render while the questions are the same. */
  ask: (what: string, options: MeasureOptions) => Promise<T>;
  /** Milliseconds before the first question. */
  rest: number;
}

/** Before the first answer. */
function nothing<T>(): InTurn<T> {
  return { answers: new Map(), failed: new Map(), asking: null };
}

export function useInTurn<T>({ of, wanted, ask, rest }: Questions<T>): InTurn<T> {
  const [held, setHeld] = useState<Held<T> | null>(null);
  useEffect(() => {
    const given = new AbortController();
    const { signal } = given;
    const tell = (change: (before: Held<T>) => Partial<Held<T>>) => {
      if (signal.aborted) return;
      setHeld((before) => {
        const known = before && before.of === of ? before : { ...nothing<T>(), of };
        return { ...known, ...change(known) };
      });
    };
    const all = async () => {
      await new Promise((resolve) => setTimeout(resolve, rest));
      for (const what of wanted) {
        if (signal.aborted) return;
        tell(() => ({ asking: { what, share: 0 } }));
        try {
          const onProgress = ({ done, total }: { done: number; total: number }) =>
            tell(() => ({ asking: { what, share: total === 0 ? 0 : done / total } }));
          const answer = await ask(what, { signal, onProgress });
          tell(({ answers }) => ({ answers: new Map([...answers, [what, answer]]) }));
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          tell(({ failed }) => ({ failed: new Map([...failed, [what, message]]) }));
        }
      }
      tell(() => ({ asking: null }));
    };
    void all();
    return () => given.abort();
  }, [of, wanted, ask, rest]);
  const [empty] = useState(nothing<T>);
  return held && held.of === of ? held : empty;
}

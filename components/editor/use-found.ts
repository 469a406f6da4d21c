/** The messages that a search finds: text, role, tool and size are asked of the worker, the state at the cursor is read here. */
'use client';

import { useEffect, useMemo, useState } from 'react';
import { State } from '@/lib/engine/run';
import type { Role } from '@/lib/engine/transcript';
import type { WindowView } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';

/** What became of a message at the cursor. */
export const FATES = ['in the window', 'pinned', 'cut', 'in a summary', 'gone'] as const;
export type Fate = (typeof FATES)[number];

export interface Wanted {
  text: string;
  role: Role | '';
  tool: string;
  fate: Fate | '';
  minTokens: number;
}

export const ANYTHING: Wanted = { text: '', role: '', tool: '', fate: '', minTokens: 0 };

function hasFate(view: WindowView, row: number, fate: Fate): boolean {
  const state = view.state[row];
  switch (fate) {
    case 'in the window':
      return state === State.verbatim || state === State.truncated;
    case 'pinned':
      return (view.pin[row] as number) >= 0;
    case 'cut':
      return state === State.truncated;
    case 'in a summary':
      return state === State.summarised;
    case 'gone':
      return state === State.evicted || state === State.refused;
  }
}

function withFate(view: WindowView, fate: Fate): Set<number> {
  const messages = new Set<number>();
  for (let row = 0; row < view.items.length; row++) {
    const item = view.items[row] as number;
    if (item >= 0 && hasFate(view, row, fate)) messages.add(item);
  }
  return messages;
}

/** Ascending message indices, or null where nothing is asked for. */
export function useFound(wanted: Wanted): Int32Array | null {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const counter = useStore((state) => state.yardstick);
  const view = useStore((state) => (wanted.fate === '' ? null : (state.shown?.view ?? null)));
  const [answer, setAnswer] = useState<Int32Array | null>(null);
  const { text, role, tool, minTokens } = wanted;
  const asks = text !== '' || role !== '' || tool !== '' || minTokens > 0;
  useEffect(() => {
    if (!asks || !info) {
      setAnswer(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .search({ text, roles: role === '' ? [] : [role], tool, minTokens, counter })
        .then((found) => {
          if (current) setAnswer(found);
        })
        .catch(() => undefined);
    }, 90);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asks, text, role, tool, minTokens, counter, info, transcript]);
  return useMemo(() => {
    if (wanted.fate === '' || !view) return asks ? answer : null;
    const messages = withFate(view, wanted.fate);
    const candidates = asks ? (answer ?? new Int32Array()) : Int32Array.from(messages).sort();
    return asks ? candidates.filter((message) => messages.has(message)) : candidates;
  }, [answer, asks, view, wanted.fate]);
}

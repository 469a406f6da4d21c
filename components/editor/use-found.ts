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

export interface Found {
  /** Ascending message indices, or null where nothing is asked for. While it is sought, still what was found before. */
  found: Int32Array | null;
  isSought: boolean;
}

/** An answer, and the question that it answers. */
interface Answer {
  messages: Int32Array | null;
  question: unknown;
}

export function useFound(wanted: Wanted): Found {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const counter = useStore((state) => state.yardstick);
  const view = useStore((state) => (wanted.fate === '' ? null : (state.shown?.view ?? null)));
  const [answered, setAnswered] = useState<Answer>({ messages: null, question: null });
  const { text, role, tool, minTokens } = wanted;
  const asks = text !== '' || role !== '' || tool !== '' || minTokens > 0;
  const question = useMemo(
    () =>
      asks && info ? { of: info, search: { text, roles: role === '' ? [] : [role], tool, minTokens, counter } } : null,
    [asks, text, role, tool, minTokens, counter, info],
  );
  useEffect(() => {
    if (!question) {
      setAnswered({ messages: null, question });
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .search(question.search)
        .then((messages) => {
          if (current) setAnswered({ messages, question });
        })
        .catch(() => {
          // The engine has stopped, which is told elsewhere; what was found before stays.
          if (current) setAnswered(({ messages }) => ({ messages, question }));
        });
    }, 90);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question, transcript]);
  const answer = answered.messages;
  const found = useMemo(() => {
    if (wanted.fate === '' || !view) return asks ? answer : null;
    const messages = withFate(view, wanted.fate);
    const candidates = asks ? (answer ?? new Int32Array()) : Int32Array.from(messages).sort();
    return asks ? candidates.filter((message) => messages.has(message)) : candidates;
  }, [answer, asks, view, wanted.fate]);
  return { found, isSought: answered.question !== question };
}

/** Stepping through calls by key: one, ten, first and last, previous and next event. */
'use client';

import { useEffect } from 'react';
import { lowerBound } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { useWorkbench } from '@/lib/store/use-store';

/** The nearest call after (1) or before (-1) `call` at which something was decided, or null. */
export function eventCall(run: Run, call: number, direction: 1 | -1): number | null {
  const { call: calls } = run.decisions;
  const position = direction === 1 ? lowerBound(calls, call + 1) : lowerBound(calls, call) - 1;
  return calls[position] ?? null;
}

interface Key {
  key: string;
  shiftKey: boolean;
}

/** The call that a key leads to from `call`; null for a key that is none of these, or leads nowhere. */
export function callForKey({ key, shiftKey }: Key, call: number, run: Run): number | null {
  const last = run.calls.tokens.length - 1;
  const step = shiftKey ? 10 : 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, call - step);
    case 'ArrowRight':
      return Math.min(last, call + step);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case '[':
      return eventCall(run, call, -1);
    case ']':
      return eventCall(run, call, 1);
    default:
      return null;
  }
}

/** Elements with a use of their own for these keys. */
const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const OWN_KEYS =
  '[role="slider"], [role="separator"], [role="tab"], [role="radio"], [role="menu"], [role="listbox"], [role="tree"], [role="grid"]';
const OPEN_DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';
/** The scrubber's own range takes the keys as the page does. */
export const SCRUBBER_RANGE = 'data-scrubber-range';

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const { target } = event;
  if (target instanceof Element && !target.hasAttribute(SCRUBBER_RANGE)) {
    if (target.closest(TYPED) || target.closest(OWN_KEYS)) return true;
  }
  return document.querySelector(OPEN_DIALOG) !== null;
}

/** Moves the cursor by ← → (with Shift ten calls), Home, End, [ and ] anywhere on the page that is not typed into. */
export function useScrubKeys(): void {
  const { state, tuning } = useWorkbench();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { result, cursor } = state.get();
      if (!result || isTaken(event)) return;
      const call = callForKey(event, cursor, result.run);
      if (call === null) return;
      event.preventDefault();
      tuning.setCursor(call);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [state, tuning]);
}

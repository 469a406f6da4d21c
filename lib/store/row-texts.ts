/** Texts of the rows on screen, fetched from the worker in one request a frame and kept while they stay true. */

import { State as LedgerState } from '../engine/run';
import type { EngineClient } from '../worker/client';
import type { RowText } from '../worker/protocol';
import type { Cell, State } from './state';

export interface RowTexts {
  /** The text of an item, or null until it has come. `state` is its ledger state where the row shows it. */
  get(item: number, state: number): RowText | null;
  /** Grows whenever new texts have come; a component that shows rows listens to it. */
  version(): number;
  subscribe(listener: () => void): () => void;
  clear(): void;
}

const MOST = 5000;

/** A message that stands as written is the same under every setting; what a system wrote belongs to its result. */
function keyOf(item: number, state: number, result: number): string {
  return item >= 0 && state !== LedgerState.truncated ? `m${item}` : `r${result}:${item}`;
}

export function createRowTexts(state: Cell<State>, client: () => EngineClient): RowTexts {
  const known = new Map<string, RowText>();
  const latest = new Map<number, RowText>();
  const wanted = new Map<string, number>();
  const listeners = new Set<() => void>();
  let version = 0;
  let scheduled = false;

  const tell = () => {
    version++;
    for (const listener of listeners) listener();
  };

  const fetchWanted = async (): Promise<void> => {
    scheduled = false;
    const asked = [...wanted];
    wanted.clear();
    const { document } = state.get();
    if (!document || asked.length === 0) return;
    try {
      const items = Int32Array.from(asked, ([, item]) => item);
      const rows = await client().request('rows', { items });
      if (state.get().document !== document) return;
      for (const [at, row] of rows.entries()) {
        const key = asked[at]?.[0];
        if (key) known.set(key, row);
        latest.set(row.item, row);
      }
      for (const key of known.keys()) {
        if (known.size <= MOST) break;
        known.delete(key);
      }
      tell();
    } catch {
      // The row stays empty; the error that caused it is reported where it happened.
    }
  };

  return {
    get(item, ledger) {
      const key = keyOf(item, ledger, state.get().shown?.result.version ?? 0);
      const row = known.get(key);
      if (row) return row;
      wanted.set(key, item);
      if (!scheduled) {
        scheduled = true;
        queueMicrotask(() => void fetchWanted());
      }
      // What stood there before is better than an empty row while the new text is under way.
      return latest.get(item) ?? null;
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      known.clear();
      latest.clear();
      wanted.clear();
      tell();
    },
  };
}

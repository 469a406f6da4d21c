/** Saves in order and says truthfully where it stands: "saved" only when everything there is to save has been stored. */

import type { Saving } from './state';

export interface Autosave {
  /**
   * Queues a write. A later write under the same key replaces one that has not started, or that failed. What can be
   * made again is `derived`: where there is no room for it, nothing is lost.
   */
  write(key: string, save: () => Promise<void>, delayMs?: number, derived?: boolean): void;
  /** Resolves when everything queued so far has been written or has failed. */
  flush(): Promise<void>;
  /** Writes again what failed. */
  retry(): void;
}

interface Entry {
  save: () => Promise<void>;
  due: number;
  derived: boolean;
}

/** `report` hears every change; a failure comes as it was thrown. */
export function createAutosave(report: (saving: Saving, failure?: unknown) => void): Autosave {
  let queue = new Map<string, Entry>();
  /** What could not be stored: until it has been, nothing counts as saved. */
  const failed = new Map<string, Entry>();
  let failure: unknown;
  let draining: Promise<void> | null = null;
  let wake: (() => void) | null = null;
  let flushing = false;

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const drain = async (): Promise<void> => {
    while (queue.size > 0) {
      const [key, entry] = queue.entries().next().value as [string, Entry];
      const wait = entry.due - Date.now();
      if (wait > 0 && !flushing) {
        await pause(wait);
        wake = null;
        continue;
      }
      queue.delete(key);
      try {
        await entry.save();
      } catch (error) {
        if (entry.derived) continue;
        failure = error;
        // A newer write under the key holds all that this one had.
        if (!queue.has(key)) failed.set(key, entry);
      }
    }
    draining = null;
    if (failed.size > 0) report('failed', failure);
    else report('saved');
  };

  /** What failed goes first, in its order: a scenario is of no use without its transcript. */
  const takeUpFailed = (): void => {
    queue = new Map([...failed, ...queue]);
    failed.clear();
  };

  const begin = (): void => {
    report('saving');
    draining ??= drain();
  };

  return {
    write(key, save, delayMs = 0, derived = false) {
      failed.delete(key);
      takeUpFailed();
      queue.set(key, { save, due: Date.now() + delayMs, derived });
      begin();
    },
    async flush() {
      flushing = true;
      wake?.();
      await draining;
      flushing = false;
    },
    retry() {
      if (failed.size === 0) return;
      takeUpFailed();
      begin();
    },
  };
}

/** Saves in order and says truthfully where it stands: "saved" only when the last transaction has completed. */

import type { Saving } from './state';

export interface Autosave {
  /** Queues a write. A later write under the same key replaces one that has not started. */
  write(key: string, save: () => Promise<void>, delayMs?: number): void;
  /** Resolves when everything queued so far has been written or has failed. */
  flush(): Promise<void>;
}

/** `report` hears every change; a failure carries the browser's own words. */
export function createAutosave(report: (saving: Saving, reason?: string) => void): Autosave {
  const queue = new Map<string, { save: () => Promise<void>; due: number }>();
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
    let failed: string | null = null;
    while (queue.size > 0) {
      const [key, entry] = queue.entries().next().value as [string, { save: () => Promise<void>; due: number }];
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
        failed = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      }
    }
    draining = null;
    if (failed) report('failed', failed);
    else report('saved');
  };

  return {
    write(key, save, delayMs = 0) {
      queue.set(key, { save, due: Date.now() + delayMs });
      report('saving');
      draining ??= drain();
    },
    async flush() {
      flushing = true;
      wake?.();
      await draining;
      flushing = false;
    },
  };
}

/** The one place where React meets the store: hooks that read a part of the state and follow it. */

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { State } from './state';
import type { Workbench } from './workbench';
import type { Writing } from './writing';

export const WorkbenchContext = createContext<Workbench | null>(null);

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error('useWorkbench needs a WorkbenchContext above it.');
  return workbench;
}

/** A part of the state. `select` must return a value that stays the same while nothing it reads has changed. */
export function useStore<T>(select: (state: State) => T): T {
  const { state } = useWorkbench();
  const read = () => select(state.get());
  return useSyncExternalStore(state.subscribe, read, read);
}

/** What is being written, and where the list of the transcript stands. */
export function useWriting(): Writing {
  const { writing } = useWorkbench();
  return useSyncExternalStore(writing.subscribe, writing.get, writing.get);
}

/** Whether a change to the transcript is asked for and not made yet. */
export function useChanging(): boolean {
  const { editing } = useWorkbench();
  const read = () => editing.underWay.get().changes > 0;
  return useSyncExternalStore(editing.underWay.subscribe, read, read);
}

/** Re-renders when row texts arrive. */
export function useRowTexts(): Workbench['rows'] {
  const { rows } = useWorkbench();
  useSyncExternalStore(rows.subscribe, rows.version, rows.version);
  return rows;
}

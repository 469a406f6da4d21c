/** The commands on kept runs, the same for as long as the page lives. */
'use client';

import { createRunCommands, type RunCommands } from '@/lib/store/runs';
import { useWorkbench } from '@/lib/store/use-store';
import type { Workbench } from '@/lib/store/workbench';

const made = new WeakMap<Workbench, RunCommands>();

export function useRuns(): RunCommands {
  const workbench = useWorkbench();
  const known = made.get(workbench);
  if (known) return known;
  const runs = createRunCommands(workbench);
  made.set(workbench, runs);
  return runs;
}

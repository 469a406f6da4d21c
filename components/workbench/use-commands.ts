/** Runs commands by their keys, anywhere on the page where nothing else wants them. */
'use client';

import { useLayoutEffect } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import type { Command } from './command';
import { COMMANDS, canRun } from './commands';
import { isTaken, keyOf } from './keys';

const BY_KEY = new Map<string, Command>(
  COMMANDS.flatMap((command) => (command.keys ?? []).map((key): [string, Command] => [key, command])),
);

export function useCommands(): void {
  const workbench = useWorkbench();
  // A key that is pressed as soon as the workbench is seen finds it listening.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = BY_KEY.get(keyOf(event));
      if (!command || isTaken(event) || !canRun(command, workbench.state.get())) return;
      event.preventDefault();
      command.run(workbench);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [workbench]);
}

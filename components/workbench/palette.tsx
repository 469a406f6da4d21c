/** The command palette: type a few letters of what you want, choose with the arrows, Enter runs it. */
'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { State } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import type { Command } from './command';
import { COMMANDS, canRun } from './commands';
import { KeyCaps } from './key-caps';
import { fitting } from './matching';
import { nothingFits, paletteCommands, placeCommands } from './palette-commands';

/** The commands that fit a query, best first; a number that is typed is a call or a message before all else. */
function found(state: State, query: string): Command[] {
  const possible = [...COMMANDS, ...paletteCommands(state)].filter(
    (command) => command.id !== 'palette' && canRun(command, state),
  );
  if (query.trim() === '') return possible;
  return [...placeCommands(state, query), ...fitting(possible, query)];
}

export function Palette({ onClose }: { onClose: () => void }) {
  const workbench = useWorkbench();
  const dialog = useRef<HTMLDialogElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const list = useMemo(() => found(workbench.state.get(), query), [query, workbench]);
  const at = Math.min(current, list.length - 1);
  useEffect(() => {
    rows.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    if (command.query !== undefined) {
      setQuery(command.query);
      setCurrent(0);
      return;
    }
    onClose();
    // After the palette has given the focus back, so that a command may take it elsewhere.
    setTimeout(() => command.run(workbench));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: { [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 };
    const move = moves[event.key];
    if (event.key === 'Enter') run(list[at]);
    else if (move !== undefined && !(event.key === 'Home' || event.key === 'End' ? query !== '' : false))
      setCurrent((move + list.length) % Math.max(1, list.length));
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes a modal dialog on Escape
    <dialog
      ref={dialog}
      aria-label="All commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="mx-auto mt-[12dvh] mb-auto w-[min(560px,94vw)] overflow-hidden rounded-xl border border-rule-strong bg-panel p-0 text-ink shadow-raised"
    >
      <input
        autoFocus
        data-palette
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={list[at] ? `${id}-${list[at].id}` : undefined}
        aria-label="Command"
        placeholder="What do you want to do?"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setCurrent(0);
        }}
        onKeyDown={onKeyDown}
        className="w-full border-rule border-b bg-transparent px-4 py-3 text-[15px] outline-none placeholder:text-ink-faint"
      />
      <ul
        ref={rows}
        id={`${id}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox of the combobox above
        role="listbox"
        aria-label="Commands"
        // A press leaves the focus where it is typed.
        onMouseDown={(event) => event.preventDefault()}
        className="scroll-thin max-h-[50dvh] overflow-y-auto py-1.5"
      >
        {list.map((command, position) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus, as in every combobox
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          <li
            key={command.id}
            id={`${id}-${command.id}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the listbox
            role="option"
            aria-selected={position === at}
            onPointerMove={() => setCurrent(position)}
            onClick={() => run(command)}
            className={`mx-1.5 flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 ${position === at ? 'bg-selected' : ''}`}
          >
            <span className="w-[76px] shrink-0 text-[12px] text-ink-faint">{command.group}</span>
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.keys?.[0] ? <KeyCaps keys={command.keys[0]} /> : null}
          </li>
        ))}
      </ul>
      {list.length === 0 ? (
        <p className="px-4 pb-4 text-ink-soft">{nothingFits(workbench.state.get(), query)}</p>
      ) : null}
    </dialog>
  );
}

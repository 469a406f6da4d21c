/** The command palette: type a few letters of what you want, choose with the arrows, Enter runs it. */
'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import type { Command } from './command';
import { COMMANDS, canRun } from './commands';
import { KeyCaps } from './key-caps';

/** Whether every word of the query begins a word of the label, or the letters stand in it in order. */
function matches(label: string, query: string): number {
  const text = label.toLowerCase();
  const words = query.toLowerCase().trim().split(/\s+/);
  if (words.every((word) => text.startsWith(word) || text.includes(` ${word}`))) return 2;
  let at = 0;
  for (const letter of words.join('')) {
    at = text.indexOf(letter, at);
    if (at < 0) return 0;
    at++;
  }
  return 1;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const workbench = useWorkbench();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
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
  const found = useMemo(() => {
    const possible = COMMANDS.filter((command) => command.id !== 'palette' && canRun(command, workbench.state.get()));
    if (query.trim() === '') return possible;
    return possible
      .map((command) => ({ command, rank: matches(command.label, query) }))
      .filter(({ rank }) => rank > 0)
      .sort((one, other) => other.rank - one.rank)
      .map(({ command }) => command);
  }, [query, workbench]);
  const at = Math.min(current, found.length - 1);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // After the palette has given the focus back, so that a command may take it elsewhere.
    setTimeout(() => command.run(workbench));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: { [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 };
    const move = moves[event.key];
    if (event.key === 'Enter') run(found[at]);
    else if (move !== undefined && !(event.key === 'Home' || event.key === 'End' ? query !== '' : false))
      setCurrent((move + found.length) % Math.max(1, found.length));
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
        aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
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
        ref={list}
        id={`${id}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox of the combobox above
        role="listbox"
        aria-label="Commands"
        className="scroll-thin max-h-[50dvh] overflow-y-auto py-1.5"
      >
        {found.map((command, position) => (
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
      {found.length === 0 ? <p className="px-4 pb-4 text-ink-soft">No command is called that.</p> : null}
    </dialog>
  );
}

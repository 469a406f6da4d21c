/** A small menu on a chart: a button, and the choices under it with the keys of a menu. */
'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLate } from '../../ui/use-late';
import { HEADER_BUTTON } from './chart-header';

export interface MenuChoice {
  label: string;
  note: string;
  /** It deals with its own failure. */
  run(): Promise<void>;
}

export function ChartMenu({
  label,
  choices,
  waiting,
  children,
}: {
  label: string;
  choices: readonly MenuChoice[];
  /** What is said while what was chosen takes more than a moment. */
  waiting: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [running, setRunning] = useState(0);
  const isWaiting = useLate(running > 0);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onPointerDown = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: { [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const move = moves[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') {
      setOpen(false);
      return;
    } else if (move !== undefined) all[(move + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu and its button, which are inside
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
        className={HEADER_BUTTON}
      >
        {children}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          className="absolute top-full right-0 z-30 mt-1 w-max rounded-md border border-rule-strong bg-raised p-1 text-[12px] shadow-raised"
        >
          {choices.map(({ label: name, note, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              data-choice={name}
              tabIndex={-1}
              onClick={() => {
                close();
                setRunning((count) => count + 1);
                void run().finally(() => setRunning((count) => count - 1));
              }}
              className="flex w-full items-baseline gap-4 rounded-[4px] px-2 py-1 text-left hover:bg-hover focus-visible:bg-hover"
            >
              <span className="text-ink">{name}</span>
              <span className="ml-auto text-ink-faint">{note}</span>
            </button>
          ))}
        </div>
      )}
      {isWaiting && !open ? (
        <p
          role="status"
          className="absolute top-full right-0 z-30 mt-1 w-max rounded-md border border-rule-strong bg-raised px-2 py-1 text-[12px] text-ink-soft shadow-raised"
        >
          {waiting}
        </p>
      ) : null}
    </div>
  );
}

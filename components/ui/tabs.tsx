/** Tabs with the keyboard of the tab pattern: arrows move, Home and End jump, one tab stop for the list. */
'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Shown after the label, in soft ink. */
  note?: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onChange: (id: Id) => void;
  /** Beside the tabs, at the end of the line. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, current, onChange, aside, children, className = '' } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const moves: { [key: string]: number } = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(move + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <section aria-label={label} className={`flex min-h-0 flex-col ${className}`}>
      <div className="flex items-end gap-2 border-rule border-b px-4">
        <div ref={list} role="tablist" aria-label={label} className="flex flex-1 gap-4" onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === current}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === current ? 0 : -1}
              onClick={() => onChange(tab.id)}
              className={`-mb-px whitespace-nowrap border-b-2 pt-2 pb-1.5 ${tab.id === current ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
            >
              {tab.label}
              {tab.note ? <span className="ml-1.5 text-ink-faint">{tab.note}</span> : null}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${current}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        {children}
      </div>
    </section>
  );
}

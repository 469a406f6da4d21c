/** A chart's title with its switches, and the key under it: every line and mark that is drawn, in a word. */

import type { ReactNode } from 'react';
import { LegendRow } from './legend-row';

/**
 * The height is the same whatever settings lead to, so that nothing moves while they change: entries at the end of the key give
 * way where there is no room, and words of the tools are cut before anything leaves the pane.
 */
export function ChartHeader({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <header className="@container shrink-0">
      <div className="flex min-h-6 min-w-0 items-center gap-x-2 max-sm:flex-wrap">
        <h2 className="mr-1 shrink-0 text-[13px] sm:@max-[430px]:sr-only">{title}</h2>
        {tools}
      </div>
      <LegendRow>{children}</LegendRow>
    </header>
  );
}

const ENTRY = 'flex h-5 items-center gap-1.25 whitespace-nowrap tabular-nums';

export function LegendEntry({
  mark,
  title,
  words = '',
  absent = false,
  children,
}: {
  mark: ReactNode;
  /** The whole of it, where it is shortened. */
  title?: string | undefined;
  /** What it says, where that is shortened. */
  words?: string;
  /** It only keeps its place. */
  absent?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={`${ENTRY} ${absent ? 'invisible' : ''}`} title={title} data-entry={absent ? undefined : words}>
      {mark}
      {children}
    </span>
  );
}

/** An entry that shows and hides what it names. */
export function LegendToggle({
  mark,
  on,
  onChange,
  title,
  children,
}: {
  mark: ReactNode;
  on: boolean;
  onChange(on: boolean): void;
  title: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      title={title}
      data-entry=""
      onClick={() => onChange(!on)}
      className={`${ENTRY} -mx-1 min-w-0 rounded-[4px] px-1 hover:bg-hover hover:text-ink ${on ? '' : 'text-ink-faint'}`}
    >
      <span className={`shrink-0 ${on ? '' : 'opacity-40 grayscale'}`}>{mark}</span>
      <span className={`min-w-0 truncate ${on ? '' : 'line-through decoration-rule-strong'}`}>{children}</span>
    </button>
  );
}

/** A stretch of line as the curve is drawn. */
export function LineSwatch({ look }: { look: { stroke: string; strokeWidth: number; strokeDasharray?: string } }) {
  return (
    <svg width="16" height="8" aria-hidden="true" className="block shrink-0">
      <path d="M0 4H16" stroke={look.stroke} strokeWidth={look.strokeWidth} strokeDasharray={look.strokeDasharray} />
    </svg>
  );
}

/** A small switch of a chart: the word that is on is ink on raised ground. */
export function Switch<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; title: string }[];
  onChange(value: Value): void;
}) {
  return (
    <fieldset
      aria-label={label}
      className="flex h-5.5 shrink-0 items-stretch rounded-[5px] bg-hover p-px text-[11.5px]"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          title={choice.title}
          onClick={() => onChange(choice.value)}
          className="rounded-[4px] px-1.75 text-ink-soft hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--rule)]"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

/** A quiet button of a chart's header. */
export const HEADER_BUTTON =
  'flex h-5.5 shrink-0 items-center gap-1 rounded-[5px] px-1.5 text-[11.5px] text-ink-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--rule)]';

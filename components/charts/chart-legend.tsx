/** The key beside a chart's title: every line and mark that is drawn, in a word, with how many there are. */

import type { ReactNode } from 'react';
import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';
import { whole } from '../ui/format';
import { EventGlyph, eventLook } from './event-glyph';
import { countKinds, MARKED } from './markers';

/**
 * A chart's title, a note on it, and its key. The height is the same whatever they hold, so that nothing moves while
 * settings change: the note gives way first, then entries at the end of the key.
 */
export function ChartHeader({
  title,
  note,
  children,
  aside,
}: {
  title: string;
  note: string;
  children: ReactNode;
  /** Controls, never cut off. */
  aside?: ReactNode;
}) {
  return (
    <header className="relative flex h-[22px] shrink-0 items-baseline gap-x-3 max-sm:h-[56px] max-sm:flex-col max-sm:gap-y-0.5">
      <h2 className="shrink-0 text-[13px]">{title}</h2>
      <p className="min-w-0 flex-1 truncate text-[12px] text-ink-faint max-sm:hidden">{note}</p>
      <div className="flex h-[18px] min-w-0 flex-wrap justify-end gap-x-3 overflow-hidden text-[11.5px] text-ink-soft leading-[18px] max-sm:h-[36px] max-sm:justify-start">
        {children}
      </div>
      {aside ? <div className="shrink-0 self-center max-sm:absolute max-sm:right-4">{aside}</div> : null}
    </header>
  );
}

export function LegendEntry({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.25 whitespace-nowrap tabular-nums">
      {mark}
      {children}
    </span>
  );
}

/** A stretch of line as the curve is drawn. */
export function LineSwatch({ color, dash, width }: { color: string; dash?: string; width: number }) {
  return (
    <svg width="16" height="8" aria-hidden="true" className="shrink-0">
      <path d="M0 4H16" stroke={color} strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}

/** "4 compactions", "12 evictions": the kinds that occur. */
export function eventCounts(run: Run): { kind: DecisionKind; words: string }[] {
  const counts = countKinds(run);
  return MARKED.flatMap((kind) => {
    const count = counts[DECISIONS.indexOf(kind)] ?? 0;
    const look = eventLook(kind);
    return count > 0 ? [{ kind, words: `${whole(count)} ${count === 1 ? look.one : look.many}` }] : [];
  });
}

export function EventLegend({ run }: { run: Run }) {
  return eventCounts(run).map(({ kind, words }) => (
    <LegendEntry key={kind} mark={<EventGlyph kind={kind} />}>
      {words}
    </LegendEntry>
  ));
}

/** The key beside a chart's title: every line and mark that is drawn, in a word, with how many there are. */

import type { ReactNode } from 'react';
import { DECISIONS, type DecisionKind, type Run } from '@/lib/engine/run';
import { whole } from '../ui/format';
import { EventGlyph, eventLook } from './event-glyph';
import { countKinds, MARKED } from './markers';

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

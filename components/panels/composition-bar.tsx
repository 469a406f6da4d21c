/** What fills the window, as shares of its tokens: system, pinned, summaries, and the rest by role. */
'use client';

import { useMemo } from 'react';
import type { Run } from '@/lib/engine/run';
import type { WindowView } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { type WindowPart, windowShares } from '@/lib/store/window-shares';
import { whole } from '../ui/format';

const PARTS: readonly { id: WindowPart; label: string; color: string; title?: string }[] = [
  { id: 'system', label: 'system', color: 'bg-(--part-system)' },
  {
    id: 'pinned',
    label: 'pinned',
    color: 'bg-accent',
    title: 'Stays whatever comes; what is only recent is not counted',
  },
  { id: 'summary', label: 'summaries', color: 'bg-summary-mark' },
  { id: 'tool', label: 'tool results', color: 'bg-tool' },
  { id: 'assistant', label: 'assistant', color: 'bg-assistant' },
  { id: 'user', label: 'user', color: 'bg-user' },
  { id: 'schemas', label: 'tool schemas', color: 'bg-(--part-schemas)' },
];

export function CompositionBar({ view, run }: { view: WindowView; run: Run }) {
  const roles = useStore((state) => state.document?.info.roles);
  const {
    tokens: shares,
    heldSummaries,
    looseSystem,
  } = useMemo(() => windowShares(view, run, roles ?? new Uint8Array()), [view, run, roles]);
  const notes: { [part in WindowPart]?: string } = {
    ...(heldSummaries > 0 ? { summary: `${whole(heldSummaries)} of it must stay for now` } : {}),
    ...(looseSystem > 0 ? { system: `${whole(looseSystem)} of it may be taken` } : {}),
  };
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const shown = PARTS.filter(({ id }) => shares[id] > 0);
  return (
    <figure className="mt-2">
      <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-[3px] bg-hover">
        {shown.map(({ id, color }) => (
          <span key={id} className={color} style={{ width: `${(100 * shares[id]) / Math.max(1, total)}%` }} />
        ))}
      </div>
      <figcaption className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-[11px] text-ink-soft">
        {shown.map(({ id, label, color, title }) => (
          <span key={id} title={notes[id] ?? title} className="flex items-center gap-1 whitespace-nowrap tabular-nums">
            <span aria-hidden="true" className={`size-2 rounded-[2px] ${color}`} />
            {label} {whole(shares[id])}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

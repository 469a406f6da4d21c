/** What fills the window, as shares of its tokens: pinned, summaries, and the rest by role. */
'use client';

import { useMemo } from 'react';
import { State } from '@/lib/engine/run';
import { ROLES } from '@/lib/engine/transcript';
import type { WindowView } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { whole } from '../ui/format';

const PARTS = [
  { id: 'pinned', label: 'pinned', color: 'bg-accent' },
  { id: 'summary', label: 'summaries', color: 'bg-summary-mark' },
  { id: 'tool', label: 'tool results', color: 'bg-tool' },
  { id: 'assistant', label: 'assistant', color: 'bg-assistant' },
  { id: 'user', label: 'user', color: 'bg-user' },
  { id: 'schemas', label: 'tool schemas', color: 'bg-(--part-schemas)' },
] as const;

type PartId = (typeof PARTS)[number]['id'];

export function CompositionBar({ view }: { view: WindowView }) {
  const roles = useStore((state) => state.document?.info.roles);
  const shares = useMemo(() => {
    const totals: Record<PartId, number> = { pinned: 0, summary: 0, tool: 0, assistant: 0, user: 0, schemas: 0 };
    if (!roles) return totals;
    const lasting = view.pinLabels.map((label) => label !== 'recent' && label !== 'newest group');
    for (let row = 0; row < view.items.length; row++) {
      if (view.state[row] !== State.verbatim && view.state[row] !== State.truncated) continue;
      const item = view.items[row] as number;
      const role = ROLES[roles[item] ?? 0];
      const pinned = lasting[view.pin[row] as number] === true;
      let part: PartId = role === 'tool' || role === 'assistant' ? role : 'user';
      if (pinned) part = 'pinned';
      if (item < 0) part = 'summary';
      totals[part] += view.cost[row] as number;
    }
    totals.schemas = view.toolTokens;
    return totals;
  }, [view, roles]);
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
        {shown.map(({ id, label, color }) => (
          <span key={id} className="flex items-center gap-1 whitespace-nowrap tabular-nums">
            <span aria-hidden="true" className={`size-2 rounded-[2px] ${color}`} />
            {label} {whole(shares[id])}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

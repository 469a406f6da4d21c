/** What stands in the place of a table of lanes that has no row. */
'use client';

import { laneName } from '@/lib/store/lanes';
import { failedLanes } from '@/lib/store/scored';
import { useStore } from '@/lib/store/use-store';

/** Why there is no row: the lanes are under way, cannot run, or are all hidden. */
export function NoRows() {
  const shown = useStore(({ lanes }) => lanes.filter(({ hidden }) => !hidden).length);
  const failed = useStore(failedLanes);
  if (shown === 0)
    return <p className="p-4 text-ink-soft">All lanes are hidden. Show one from its menu in the list of lanes.</p>;
  if (failed.length < shown) return <p className="p-4 text-ink-soft">The lanes are being replayed.</p>;
  return failed.map(({ entry, reason }) => (
    <p key={entry.id} className="px-4 pt-2 text-[12.5px] text-trouble">
      {laneName(entry)} cannot run: {reason}
    </p>
  ));
}

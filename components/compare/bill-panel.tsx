/** The bill: what each lane costs with a simulated prompt cache, beside forgetting nothing. */
'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { counted } from '@/lib/engine/figures';
import { type BillRow, billRows } from '@/lib/store/bill-view';
import { laneName } from '@/lib/store/lanes';
import { LIMITS } from '@/lib/store/scoreboard';
import { areScored, failedLanes } from '@/lib/store/scored';
import { useStore } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { MoreColumns } from '../ui/more-columns';
import { ScrollRegion } from '../ui/scroll-region';
import { BillCompactions } from './bill-compactions';
import { BillSettings } from './bill-settings';
import { BillTotals } from './bill-totals';
import { LaneMark } from './lane-mark';
import { NoRows } from './no-rows';

const BillChart = lazy(() => import('./bill-chart'));

export function BillPanel() {
  const rows = useStore(billRows);
  return (
    <ScrollRegion label="Bill" className="overflow-x-auto">
      <MoreColumns />
      <BillSettings />
      {rows.length === 0 ? (
        <NoRows />
      ) : (
        <Faint>
          <BillTotals rows={rows} />
          <Failed />
          <Sliding rows={rows} />
          <div className="h-[200px] px-4 pt-3">
            <Suspense fallback={null}>
              <BillChart rows={rows} />
            </Suspense>
          </div>
          <BillCompactions rows={rows} />
          <Gaps />
          <p className="sticky left-0 max-w-[min(88ch,100vw)] px-4 pt-3 pb-4 text-[12px] text-ink-soft">
            <strong className="font-medium text-ink">What a replay cannot show.</strong> {LIMITS.join(' ')}
          </p>
        </Faint>
      )}
    </ScrollRegion>
  );
}

/** Bills of settings or prices that have changed are faint until the new ones are there. */
function Faint({ children }: { children: ReactNode }) {
  const stale = useStore((state) => !areScored(state));
  return (
    <div aria-busy={stale} className={stale ? 'late-faint' : ''}>
      {children}
    </div>
  );
}

/** Lanes that have no bill of their present settings, with the reason. */
function Failed() {
  return useStore(failedLanes).map(({ entry, reason }) => (
    <p key={entry.id} className="px-4 pt-2 text-[12.5px] text-trouble">
      {laneName(entry)} cannot run: {reason}
    </p>
  ));
}

/** The case that hurts: a window that slides at every call never hits the cache. */
function Sliding({ rows }: { rows: readonly BillRow[] }) {
  return rows.map(({ entry, bill: { sliding } }) =>
    sliding ? (
      <p key={entry.id} className="flex max-w-[96ch] items-baseline gap-2 px-4 pt-2 text-[12.5px] tabular-nums">
        <LaneMark colour={entry.colour} />
        <span>
          <strong className="font-medium">{laneName(entry)}.</strong>{' '}
          <span className="text-trouble">{sliding.sentence}</span>
        </span>
      </p>
    ) : null,
  );
}

/** Where the transcript does not say when calls were made, the assumed gap stands in; where it does, pauses empty the cache. */
function Gaps() {
  const bill = useStore((state) => billRows(state)[0]?.bill ?? null);
  if (!bill) return null;
  const { unknownGaps, expired, cost } = bill;
  const gaps = Math.max(0, cost.length - 1);
  if (gaps === 0) return null;
  return (
    <p className="sticky left-0 max-w-[min(88ch,100vw)] px-4 pt-3 text-[12px] text-ink-soft tabular-nums">
      {unknownGaps === gaps
        ? 'The transcript does not say when its calls were made: the assumed gap stands between all of them.'
        : `The transcript says how long ${whole(gaps - unknownGaps)} of the ${counted(gaps, 'pause')} between its calls took; the cache had run out in ${whole(expired.length)} of them.`}
    </p>
  );
}

/** The bill: what each lane costs with a simulated prompt cache, beside forgetting nothing. */
'use client';

import { billRows } from '@/lib/store/bill-view';
import { LIMITS } from '@/lib/store/scoreboard';
import { useStore } from '@/lib/store/use-store';
import { ScrollRegion } from '../ui/scroll-region';
import { BillTotals } from './bill-totals';

export function BillPanel() {
  const rows = useStore(billRows);
  if (rows.length === 0) return <p className="p-4 text-ink-soft">The lanes are being replayed.</p>;
  return (
    <ScrollRegion label="Bill">
      <BillTotals rows={rows} />
      <p className="max-w-[88ch] px-4 pt-3 pb-4 text-[12px] text-ink-soft">
        <strong className="font-medium text-ink">What a replay cannot show.</strong> {LIMITS.join(' ')}
      </p>
    </ScrollRegion>
  );
}

/** The bill as the comparison shows it: a row for each lane in sight, and money, shares and tokens as people read them. */

import { whole } from '../engine/figures';
import type { Bill } from '../metrics/bill';
import type { CompactionBill } from '../metrics/bill-compactions';
import type { BillComparison } from '../metrics/bill-compare';
import type { LaneEntry } from './lanes';
import type { State } from './state';

export interface BillRow {
  entry: LaneEntry;
  bill: Bill;
  /** Against the bill of forgetting nothing. */
  against: BillComparison;
}

let last: { lanes: readonly LaneEntry[]; comparison: State['comparison']; rows: readonly BillRow[] } | null = null;

/** The lanes in sight that have a bill; the same list while neither lanes nor scores have changed. */
export function billRows({ lanes, comparison }: Pick<State, 'lanes' | 'comparison'>): readonly BillRow[] {
  if (last?.lanes === lanes && last.comparison === comparison) return last.rows;
  const rows = lanes.flatMap((entry) => {
    const found = entry.hidden ? null : comparison.get(entry.id)?.score;
    return found ? [{ entry, bill: found.bill, against: found.against }] : [];
  });
  last = { lanes, comparison, rows };
  return rows;
}

/** Dollars with two digits that say something: 12.3456 → "$12.35", 0.01234 → "$0.0123", 0 → "$0". */
export function moneyText(dollars: number): string {
  const amount = Math.abs(dollars);
  const sign = dollars < 0 ? '−' : '';
  if (amount < 5e-7) return '$0';
  if (amount >= 1000) return `${sign}$${whole(amount)}`;
  if (amount >= 0.1) return `${sign}$${amount.toFixed(2)}`;
  return `${sign}$${amount >= 0.001 ? amount.toFixed(4) : amount.toFixed(6)}`;
}

/** 0.4567 → "46 %". */
export function shareText(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** What a lane comes to beside forgetting nothing, in a few words. */
export function againstText({ saved, ratio }: BillComparison): string {
  if (Math.abs(saved) < 5e-7) return 'the same';
  const share = ratio === null ? '' : ` (${shareText(Math.abs(1 - ratio))})`;
  return `${moneyText(Math.abs(saved))} ${saved > 0 ? 'saved' : 'dearer'}${share}`;
}

/** Whether a compaction pays for itself before the run ends. */
export function paidBack({ paysBackAfter, callsLeft }: CompactionBill): boolean {
  return paysBackAfter !== null && paysBackAfter <= callsLeft;
}

/** When a compaction pays back, in words: "pays back after 9 calls". */
export function paybackText(one: CompactionBill): string {
  const { paysBackAfter, callsLeft } = one;
  if (paysBackAfter === null) return 'never';
  if (paysBackAfter === 0) return 'pays at once';
  const calls = (count: number) => `${whole(count)} ${count === 1 ? 'call' : 'calls'}`;
  if (paidBack(one)) return `pays back after ${calls(paysBackAfter)}`;
  return `does not pay back within this run: it takes ${calls(paysBackAfter)}, and ${whole(callsLeft)} follow`;
}

/** What forgetting nothing would have cost up to and with each call; any lane's comparison says so. */
export function baseCosts({ bill, against }: BillRow): Float64Array {
  return bill.cumulative.map((cost, call) => cost + (against.ahead[call] as number));
}

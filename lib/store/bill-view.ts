/** The bill as the comparison shows it: a row for each lane in sight, and money, shares and tokens as people read them. */

import { counted, whole } from '../engine/figures';
import type { Bill } from '../metrics/bill';
import type { CompactionBill } from '../metrics/bill-compactions';
import type { BillComparison } from '../metrics/bill-compare';
import { shownNumber } from '../metrics/figure';
import { isNoMoney, moneyText, roundMoneyText } from '../metrics/numbers';
import type { LaneEntry } from './lanes';
import type { State } from './state';

export { moneyText, roundMoneyText };

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

/** A share as the scoreboard shows it: 0.4567 → "0.46". */
export function shareText(share: number): string {
  return shownNumber(share, 'share');
}

/** Whether a lane costs what forgetting nothing costs. */
export function costsTheSame({ saved }: BillComparison): boolean {
  return isNoMoney(saved);
}

/** What a lane comes to beside forgetting nothing, in a few words. `amounts` has what stands around it. */
export function againstText(comparison: BillComparison, amounts: readonly number[] = [comparison.saved]): string {
  const { saved, ratio } = comparison;
  if (costsTheSame(comparison)) return 'the same';
  const money = moneyText(Math.abs(saved), amounts);
  return `${money} ${saved > 0 ? 'saved' : 'dearer'}${ratio === null ? '' : ` (${percentText(ratio)})`}`;
}

/** How far a ratio is from 1, of the ratio as the scoreboard shows it: 1.835 is 1.84 there, and 84 % here. */
function percentText(ratio: number): string {
  const percent = Math.abs(Math.round(100 * Number(shownNumber(ratio, 'ratio'))) - 100);
  return percent === 0 ? 'under 1\u00a0%' : `${whole(percent)}\u00a0%`;
}

/** Whether a compaction pays for itself before the run ends. */
export function paidBack({ paysBackAfter, callsLeft }: CompactionBill): boolean {
  return paysBackAfter !== null && paysBackAfter <= callsLeft;
}

/** When a compaction pays back, in words: "pays back after 9 calls". */
export function paybackText(one: CompactionBill): string {
  const { paysBackAfter, callsLeft } = one;
  if (paysBackAfter === null) return 'never';
  if (paysBackAfter === 0) return 'at once: the shorter window saves more at this very call than it costs';
  const calls = (count: number) => `${whole(count)} ${count === 1 ? 'call' : 'calls'}`;
  if (paidBack(one)) return `pays back after ${calls(paysBackAfter)}`;
  return `does not pay back within this run: it takes ${calls(paysBackAfter)}, and ${whole(callsLeft)} follow`;
}

/** A lane's compactions in a line. A call with several of them is billed as one, so that it is calls that are told. */
export function compactionsText(compactions: readonly CompactionBill[]): string {
  if (compactions.length === 0) return 'no compactions';
  let cost = 0;
  for (const one of compactions) cost += one.cost;
  const paid = compactions.filter(paidBack).length;
  const money = cost < 0 && !isNoMoney(cost) ? `${moneyText(-cost)} saved at those calls` : `${moneyText(cost)} in all`;
  return `${counted(compactions.length, 'call')} with a compaction, ${money}, ${whole(paid)} ${paid === 1 ? 'pays' : 'pay'} back within this run`;
}

/** What forgetting nothing would have cost up to and with each call; any lane's comparison says so. */
export function baseCosts({ bill, against }: BillRow): Float64Array {
  return bill.cumulative.map((cost, call) => cost + (against.ahead[call] as number));
}

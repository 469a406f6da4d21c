/** What the page is told of counters: how far each is off, and what a lane does under another one. */

import type { CounterReport, UsageReport } from '../metrics/estimators';

/** One counter against the yardstick; `usage` where the file has recorded some, without its calls one by one. */
export interface CounterView {
  report: CounterReport;
  usage: (Omit<UsageReport, 'calls'> & { calls: number }) | null;
}

/** What a lane decides under another counter than its own. */
export interface CounterRunView {
  /** Spans compacted under its own counter and under the other. */
  compactions: { own: number; other: number };
  /** Where the two do not decide the same, ascending by call: the code of the kind, and how many decisions each takes. */
  moved: { call: Int32Array; kind: Uint8Array; own: Int32Array; other: Int32Array };
}

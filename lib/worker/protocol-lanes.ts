/** What the page asks about the lanes of a comparison, each replayed and judged on a worker that borrows the conversation. */

import type { Run } from '../engine/run';
import type { Bill } from '../metrics/bill';
import type { BillComparison } from '../metrics/bill-compare';
import type { ScenarioPrices } from '../metrics/bill-prices';
import type { Score } from '../metrics/score';
import type { ProbeResult } from '../probes/evaluate';
import type { Probe } from '../probes/probe';
import type { LaneSpec, RecallView, WindowView } from './protocol-views';

/** What a lane's run comes to under the scenario's yardsticks. */
export interface LaneScore {
  score: Score;
  bill: Bill;
  /** Against the bill of forgetting nothing. */
  against: BillComparison;
  probes: ProbeResult[];
  recall: RecallView;
}

export interface LaneRequests {
  /**
   * Hands the open conversation, its changes made, to the worker at the other end of the port, which has what was lent to it
   * under the name `base`, or null for nothing. `lending` names what it has then.
   */
  lend: { input: { port: MessagePort; base: string | null }; output: { lending: string } };
  /** Opens the conversation that comes through the port. */
  borrow: { input: { port: MessagePort }; output: { messages: number } };
  /** Replays a lane of the comparison and keeps its run under `number`. `sent` is under the yardstick. */
  laneRun: {
    input: { id: string; number: number; lane: LaneSpec; yardstick: string };
    output: { run: Run; sent: Int32Array; computeMs: number };
  };
  /**
   * What that run sends under another yardstick; it is kept under the number `next` then. A run that is no longer kept is a
   * NoSuchRunError, as in the next two.
   */
  laneMeasure: {
    input: { id: string; number: number; next: number; yardstick: string };
    output: { sent: Int32Array };
  };
  /** What that run comes to. */
  laneScore: {
    input: { id: string; number: number; name: string; probes: readonly Probe[]; prices: ScenarioPrices };
    output: LaneScore;
  };
  laneView: { input: { id: string; number: number; call: number }; output: WindowView };
}

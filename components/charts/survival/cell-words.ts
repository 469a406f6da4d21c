/** A cell of the map in words: the message, its state at the call, since when, why, and what comes next. */

import { fateAt } from '@/lib/engine/ledger';
import { STATE_NAMES, type StateCode } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { callNumber } from '../frame/words';
import { type Segment, type SurvivalRuns, segmentsOf } from './runs';

/** A place among the messages that are shown, and a call. */
export interface Cell {
  place: number;
  call: number;
}

export interface CellWords {
  /** "summarised since call 12, until evicted at call 40". */
  state: string;
  /** What was decided about it, in the system's words; '' where nothing was. */
  reason: string;
}

function stateOf(segments: readonly Segment[], call: number): string {
  const first = segments[0];
  if (!first) return '';
  if (call < first.from) return `not there yet, comes at call ${callNumber(first.from)}`;
  const at = segments.findIndex(({ to }) => call <= to);
  const segment = segments[at] ?? first;
  const next = segments[at + 1];
  const since = `${STATE_NAMES[segment.state as StateCode]} since call ${callNumber(segment.from)}`;
  return next ? `${since}, ${STATE_NAMES[next.state]} from call ${callNumber(next.from)}` : since;
}

/** `runs` are those of all messages. */
export function cellWords({ run, lane }: Result, runs: SurvivalRuns, message: number, call: number): CellWords {
  const { decision } = fateAt(run, message, call);
  const arrived = (run.arrivals.call[message] ?? 0) <= call;
  return {
    state: stateOf(segmentsOf(runs, message), call),
    reason: arrived && decision >= 0 ? systemById(lane.system).explain(decision, run, lane.config, lane.guards) : '',
  };
}

/** Whether what is shown of lanes is still of their settings, and of the yardsticks they are measured by. */

import type { LaneEntry } from './lanes';
import type { LaneOutcome, State } from './state';

/** What a lane's outcome is held against. */
export type Held = Pick<State, 'comparison' | 'yardstick' | 'probes' | 'prices'>;

/** Whether a score was made under other yardsticks than those of now: it cannot be held against scores that were not. */
export function isOfOtherYardsticks(outcome: LaneOutcome | undefined, { yardstick, probes, prices }: Held): boolean {
  const judged = outcome?.score?.judged;
  return judged?.yardstick !== yardstick || judged.probes !== probes || judged.prices !== prices;
}

/** Whether what is shown of a lane is not, or not wholly, of what is set now. */
export function isStale({ id, lane }: LaneEntry, held: Held): boolean {
  const outcome = held.comparison.get(id);
  const isOfLane = outcome?.lane === lane && outcome.yardstick === held.yardstick;
  return !isOfLane || outcome.score?.of !== outcome.number || isOfOtherYardsticks(outcome, held);
}

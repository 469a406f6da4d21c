/** Whether what is shown of lanes is still of their settings, of the yardsticks they are measured by, and of the messages. */

import type { LaneEntry } from './lanes';
import type { LaneOutcome, State } from './state';

/** What a lane's outcome is held against. */
export type Held = Pick<State, 'comparison' | 'yardstick' | 'probes' | 'prices' | 'document'>;

/**
 * Whether a score was made under other yardsticks than those of now, or over other messages: it cannot be held against scores
 * that were not.
 */
export function isOfOtherYardsticks(outcome: LaneOutcome | undefined, now: Held): boolean {
  const judged = outcome?.score?.judged;
  const isOfYardsticks =
    judged?.yardstick === now.yardstick && judged.probes === now.probes && judged.prices === now.prices;
  return !isOfYardsticks || judged.info !== now.document?.info;
}

/** Whether what is shown of a lane is not, or not wholly, of what is set now. */
export function isStale({ id, lane }: LaneEntry, held: Held): boolean {
  const outcome = held.comparison.get(id);
  const isOfLane = outcome?.lane === lane && outcome.yardstick === held.yardstick;
  return !isOfLane || outcome.score?.of !== outcome.number || isOfOtherYardsticks(outcome, held);
}

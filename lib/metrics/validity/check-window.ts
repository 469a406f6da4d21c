/** Whether providers would take a window: the messages of one request against each provider's rules. */

import { type ProviderId, RULES } from '../../engine/provider-rules';
import type { Message } from '../../engine/transcript';
import { WindowTracker } from './tracker';

export interface WindowFault {
  provider: ProviderId;
  /** Name of the rule within its provider. */
  rule: string;
  /** The rule in words. */
  sentence: string;
  /** Position of the message at which it shows; -1 where none is at fault. */
  position: number;
}

/**
 * Everything that keeps a provider from taking these messages, in order of providers and positions; an empty list for a
 * window that all of them take. Of faults in neighbouring messages that hang together only the first is told.
 */
export function windowFaults(messages: readonly Message[]): WindowFault[] {
  const tracker = new WindowTracker(messages.length, (rank) => messages[rank - 1] as Message);
  for (let rank = 1; rank <= messages.length; rank++) tracker.set(rank, true);
  tracker.settle();
  return tracker.checkers.flatMap((checker) =>
    checker.faults().map(({ rule, rank }) => {
      const { provider, id, sentence } = RULES[rule] as (typeof RULES)[number];
      return { provider, rule: id, sentence, position: rank - 1 };
    }),
  );
}

/** A second bookkeeping of a run: carries out its decisions one by one on a plain list and shows every window on the way. */

import { decisionsAt, itemsOf } from './ledger';
import { DECISIONS, type DecisionKind, type Item, type Run, State } from './run';

/** One decision, seen just before it is carried out. */
export interface Step {
  call: number;
  decision: number;
  kind: DecisionKind;
  /** The window as it stands; not a copy. */
  window: readonly Item[];
  /** Items that the decision moves, and where they stand: -1 for one that is not in the window. */
  items: readonly Item[];
  positions: readonly number[];
  tokens: number;
  /** Whether it was taken while messages came in, rather than before the call. */
  onAppend: boolean;
  /** A group that lost a member to a refusal goes: the message that was refused; -1 otherwise. */
  broken: number;
}

export interface Visitor {
  /** A message comes in; the window does not hold it yet. */
  arrives(message: number, call: number, window: readonly Item[], tokens: number): void;
  decides(step: Step): void;
  /** A call closes with this window and these tokens. */
  closes(call: number, window: readonly Item[], tokens: number): void;
}

/** For systems whose windows stand in transcript order and change by `compacted` and `evicted` alone. */
export function retrace(run: Run, toolTokens: number, visitor: Visitor): void {
  const window: Item[] = [];
  let tokens = toolTokens;
  let message = 0;
  for (let call = 0; call < run.calls.before.length; call++) {
    const range = decisionsAt(run, call);
    let decision = range.from;
    const carryOut = (onAppend: boolean, broken: number): void => {
      const items = [...itemsOf(run, decision)];
      const positions = items.map((item) => window.indexOf(item));
      const kind = DECISIONS[run.decisions.kind[decision] as number] as DecisionKind;
      visitor.decides({ call, decision, kind, window, items, positions, tokens, onAppend, broken });
      if (kind === 'compacted' || kind === 'evicted') {
        const insert = run.decisions.insert[decision] as number;
        const at = positions[0] ?? 0;
        for (const position of positions.toReversed()) if (position >= 0) window.splice(position, 1);
        if (insert >= 0) window.splice(at, 0, ~insert);
        tokens = run.decisions.after[decision] as number;
      }
      decision++;
    };
    const upTo = run.calls.before[call] as number;
    const end = upTo < 0 ? run.messageCount : upTo;
    for (; message < end; message++) {
      visitor.arrives(message, call, window, tokens);
      const isRefused = run.arrivals.state[message] === State.refused;
      if (!isRefused) {
        window.push(message);
        tokens += run.arrivals.cost[message] as number;
      }
      if (isRefused || run.arrivals.state[message] === State.truncated) carryOut(true, -1);
      // What stood of its group went with it: the append left fewer tokens.
      if (isRefused && run.arrivals.tokens[message] !== tokens && decision < range.to) carryOut(true, message);
    }
    while (decision < range.to) carryOut(false, -1);
    visitor.closes(call, window, tokens);
  }
}

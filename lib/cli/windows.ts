/** The windows of a run from the first call to the last, each made from the one before it: a listing reads the ledger once. */

import { FrontAnchor, type Insert, type Item, type Run, State } from '../engine/run';

function stands(state: number): boolean {
  return state === State.verbatim || state === State.truncated;
}

/** Yields the window at each call, as `windowAt` gives it. The array is only good until the next one is asked for. */
export function* windowsOf(run: Run): Generator<readonly Item[]> {
  const { arrivals, transitions, inserts, messageCount } = run;
  let window: Item[] = [];
  const inWindow = new Set<Item>();
  let message = 0;
  let insert = 0;
  let entry = 0;
  const leading = new Set(run.leading);
  // Leading messages come before every anchor, front anchors (which are negative) included.
  const first = FrontAnchor.instructions - messageCount;
  const place = (item: Item) => {
    if (item < 0) return (inserts[~item] as Insert).anchor;
    return leading.has(item) ? first + item : item;
  };
  // An insert stands before the message whose place it shares; among themselves they stand in the order of their making.
  const order = (one: Item, other: Item) =>
    place(one) - place(other) || (one < 0 && other < 0 ? other - one : one - other);
  for (let call = 0; call < run.calls.before.length; call++) {
    let left = false;
    let unordered = false;
    const add = (item: Item) => {
      if (inWindow.has(item)) return;
      inWindow.add(item);
      window.push(item);
    };
    for (; message < messageCount && (arrivals.call[message] as number) <= call; message++) {
      if (stands(arrivals.state[message] as number)) add(message);
      unordered ||= leading.has(message);
    }
    for (; insert < inserts.length && (inserts[insert] as Insert).call <= call; insert++) {
      add(~insert);
      unordered = true;
    }
    for (; entry < transitions.call.length && (transitions.call[entry] as number) <= call; entry++) {
      const item = transitions.subject[entry] as Item;
      const alone = (transitions.into[entry] as number) < 0;
      if (!alone || !stands(transitions.state[entry] as number)) {
        left = inWindow.delete(item) || left;
      } else if (!inWindow.has(item)) {
        // Gone within this same call and back again: its old place in the list must not count twice.
        if (left) window = window.filter((one) => inWindow.has(one));
        add(item);
        unordered = true;
      }
    }
    if (left) window = window.filter((item) => inWindow.has(item));
    if (unordered) window.sort(order);
    yield window;
  }
}

/** The windows of a run from the first call to the last, each made from the one before it: a listing reads the ledger once. */

import { MovingWindow } from '../engine/moving-window';
import type { Insert, Item, Run } from '../engine/run';

/** Yields the window at each call, as `windowAt` gives it. The array is only good until the next one is asked for. */
export function* windowsOf(run: Run): Generator<readonly Item[]> {
  const { arrivals, transitions, inserts, messageCount } = run;
  const window = new MovingWindow(inserts);
  for (const message of run.leading) window.lead(message);
  let message = 0;
  let insert = 0;
  let entry = 0;
  for (let call = 0; call < run.calls.before.length; call++) {
    for (; message < messageCount && (arrivals.call[message] as number) <= call; message++) {
      window.arrive(message, arrivals.state[message] as number);
    }
    for (; insert < inserts.length && (inserts[insert] as Insert).call <= call; insert++) window.insert(insert);
    for (; entry < transitions.call.length && (transitions.call[entry] as number) <= call; entry++) {
      const item = transitions.subject[entry] as Item;
      window.move(item, transitions.state[entry] as number, transitions.into[entry] as number);
    }
    yield window.items();
  }
}

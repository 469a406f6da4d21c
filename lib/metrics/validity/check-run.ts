/** Whether providers would take the windows of a run: every call, in time that grows with the messages that move. */

import { memoise, type TranscriptIndex } from '../../engine/accounting';
import { PROVIDERS, type ProviderId } from '../../engine/provider-rules';
import { type Insert, type Item, type Run, State } from '../../engine/run';
import type { Config, Guards, MemorySystem } from '../../engine/system';
import type { Message } from '../../engine/transcript';
import { atOnce, TURN, type Turns } from '../turns';
import { windowOrder } from '../window-order';
import { WindowTracker } from './tracker';

/** Stands for an item where no message is at fault: the window has none. */
export const NO_ITEM = 0x7fffffff;

/** Calls whose window a provider would reject, ascending; each with the fault that comes first in its window. */
export interface ProviderFaults {
  calls: Int32Array;
  /** Positions in RULES. */
  rules: Uint8Array;
  /** The item at which it shows, or NO_ITEM. */
  items: Int32Array;
}

export type Validity = { [provider in ProviderId]: ProviderFaults };

/** A run with everything that its windows are written out by. */
type Checked = [run: Run, index: TranscriptIndex, system: MemorySystem, config: Config, guards: Guards];

/** Checks every call of a run. Linear in messages, inserts and moves, whatever the length of the windows. */
export function validityOf(...checked: Checked): Validity {
  return atOnce(validityInTurns(...checked));
}

/** The same, with other work let in between. */
export function* validityInTurns(...[run, index, system, config, guards]: Checked): Turns<Validity> {
  const { items, rankOf } = windowOrder(run);
  const present = (rank: number) => system.present(items[rank] as Item, run, index, config, guards);
  const tracker = new WindowTracker(items.length - 1, present);
  const { arrivals, transitions, inserts, messageCount } = run;
  const faults = new FaultColumns();
  let message = 0;
  let insert = 0;
  let entry = 0;
  for (let call = 0; call < run.calls.before.length; call++) {
    for (; message < messageCount && (arrivals.call[message] as number) <= call; message++) {
      tracker.set(rankOf(message), stands(arrivals.state[message] as number));
    }
    for (; insert < inserts.length && (inserts[insert] as Insert).call <= call; insert++) {
      tracker.set(rankOf(~insert), true);
    }
    for (; entry < transitions.call.length && (transitions.call[entry] as number) <= call; entry++) {
      const alone = (transitions.into[entry] as number) < 0;
      const rank = rankOf(transitions.subject[entry] as Item);
      tracker.set(rank, alone && stands(transitions.state[entry] as number));
    }
    tracker.settle();
    faults.note(call, tracker, items);
    if (call % TURN === 0) yield;
  }
  return faults.finish();
}

/** The same for a transcript of which nothing is ever taken: faults that no memory system is to blame for. */
export function transcriptValidity(index: TranscriptIndex): Validity {
  return atOnce(transcriptValidityInTurns(index));
}

/** The same, with other work let in between. Found once a transcript. */
export function* transcriptValidityInTurns(index: TranscriptIndex): Turns<Validity> {
  const known = index.memo.get('validity') as Validity | undefined;
  if (known) return known;
  const { messages } = index.transcript;
  const items = Int32Array.from({ length: messages.length + 1 }, (_, rank) => rank - 1);
  const tracker = new WindowTracker(messages.length, (rank) => messages[rank - 1] as Message);
  const faults = new FaultColumns();
  let call = 0;
  for (let message = 0; message <= messages.length; message++) {
    if (message === messages.length || messages[message]?.role === 'assistant') {
      tracker.settle();
      faults.note(call++, tracker, items);
      if (call % TURN === 0) yield;
    }
    if (message < messages.length) tracker.set(message + 1, true);
  }
  return memoise(index.memo, 'validity', () => faults.finish());
}

function stands(state: number): boolean {
  return state === State.verbatim || state === State.truncated;
}

/** Gathers the faults of all providers, call by call. */
class FaultColumns {
  private readonly columns = PROVIDERS.map(() => ({
    calls: [] as number[],
    rules: [] as number[],
    items: [] as number[],
  }));

  note(call: number, tracker: WindowTracker, items: Int32Array): void {
    for (const [place, checker] of tracker.checkers.entries()) {
      const fault = checker.first();
      const columns = this.columns[place];
      if (!fault || !columns) continue;
      columns.calls.push(call);
      columns.rules.push(fault.rule);
      columns.items.push(fault.rank === 0 ? NO_ITEM : (items[fault.rank] as number));
    }
  }

  finish(): Validity {
    const [chat, responses, anthropic, gemini] = this.columns.map(({ calls, rules, items }) => ({
      calls: Int32Array.from(calls),
      rules: Uint8Array.from(rules),
      items: Int32Array.from(items),
    })) as [ProviderFaults, ProviderFaults, ProviderFaults, ProviderFaults];
    return { 'openai-chat': chat, 'openai-responses': responses, anthropic, gemini };
  }
}

/** What the window is made of at every call, by role, worked out from the lives of its items in one pass. */

import { ASSISTANT, TOOL } from '@/lib/engine/accounting';
import { type Run, State } from '@/lib/engine/run';
import { ROLES } from '@/lib/engine/transcript';
import { PARTS } from './parts';

export interface Composition {
  calls: number;
  /** Policy tokens of a part at a call: `amounts[part × calls + call]`. */
  amounts: Int32Array;
}

const SYSTEM = ROLES.indexOf('system');
const DEVELOPER = ROLES.indexOf('developer');
const SUMMARIES = PARTS.indexOf('summaries');

function partOfRole(role: number): number {
  if (role === TOOL) return PARTS.indexOf('tools');
  if (role === ASSISTANT) return PARTS.indexOf('assistant');
  return PARTS.indexOf(role === SYSTEM || role === DEVELOPER ? 'system' : 'user');
}

/** Notes that an item takes `cost` at the calls where it stands in the window: from its first call, and after each entry. */
function addLife(run: Run, head: number, first: number, stands: boolean, cost: number, changes: Int32Array): void {
  const { transitions } = run;
  // From the latest entry back: what an entry says holds up to the call of the next one.
  let until = changes.length - 1;
  const note = (from: number) => {
    if (from >= until) return;
    changes[from] = (changes[from] as number) + cost;
    changes[until] = (changes[until] as number) - cost;
  };
  for (let entry = head; entry >= 0; entry = transitions.previous[entry] as number) {
    const state = transitions.state[entry] as number;
    const call = transitions.call[entry] as number;
    if ((transitions.into[entry] as number) < 0 && (state === State.verbatim || state === State.truncated)) note(call);
    until = Math.min(until, call);
  }
  if (stands) note(first);
}

/** Linear in items, entries and calls. `roles` are the role codes of the transcript. */
export function compositionOf(run: Run, roles: Uint8Array): Composition {
  const calls = run.calls.tokens.length;
  const changes = PARTS.map(() => new Int32Array(calls + 1));
  for (let message = 0; message < run.messageCount; message++) {
    const state = run.arrivals.state[message];
    const stands = state === State.verbatim || state === State.truncated;
    addLife(
      run,
      run.messageHead[message] as number,
      run.arrivals.call[message] as number,
      stands,
      run.arrivals.cost[message] as number,
      changes[partOfRole(roles[message] as number)] as Int32Array,
    );
  }
  for (const [number, { kind, call, tokens }] of run.inserts.entries()) {
    const part = kind === 'instructions' ? PARTS.indexOf('system') : SUMMARIES;
    addLife(run, run.insertHead[number] as number, call, true, tokens, changes[part] as Int32Array);
  }
  const amounts = new Int32Array(PARTS.length * calls);
  const rest = new Int32Array(run.calls.tokens);
  for (let part = 1; part < PARTS.length; part++) {
    let amount = 0;
    for (let call = 0; call < calls; call++) {
      amount += (changes[part] as Int32Array)[call] as number;
      amounts[part * calls + call] = amount;
      rest[call] = (rest[call] as number) - amount;
    }
  }
  // What the system counts beside its items: tool schemas, labels and overheads of the whole.
  for (let call = 0; call < calls; call++) amounts[call] = Math.max(0, rest[call] as number);
  return { calls, amounts };
}

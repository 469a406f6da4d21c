/** Misses: facts that the agent used after its window no longer had them. The price of forgetting, and its rate. */

import { ownStateAt } from '../../engine/ledger';
import { type Item, type Run, State } from '../../engine/run';
import { Standing } from '../../engine/standing';
import type { Message } from '../../engine/transcript';
import { atOnce, TURN, type Turns } from '../turns';
import { saidText, tells } from './arguments';
import type { Fact } from './collect';
import { StandingInserts } from './standing-inserts';

/** A use of a fact that stood nowhere in the window of the call that used it. */
export interface Miss {
  /** Position in the list of facts. */
  fact: number;
  /** The assistant message that used it, and the call whose answer that message is. */
  message: number;
  call: number;
  /** The mention that was the last to go: the decision that took it, or -1, and the call at which it went. */
  decision: number;
  lostAt: number;
}

export interface Recall {
  /** Uses of facts that had been said before. */
  uses: number;
  /** Uses at which a summary had the fact, and no message did. */
  inSummary: number;
  /** Ascending by call. */
  misses: Miss[];
  /**
   * 1 − misses / uses, from 0 to 1; 1 where nothing was used. A trace-driven hit rate, as for a cache: the transcript is
   * the trace of references. Example: 40 uses of earlier facts, 6 after they were gone: 1 − 6/40 = 0.85.
   */
  recall: number;
}

/** A run's uses and misses, with the facts that they are of. */
export interface Recalled {
  facts: readonly Fact[];
  recall: Recall;
}

export class FactReader {
  private readonly shown = new Map<Item, string>();
  private readonly inserts: StandingInserts;

  /** `present` writes an item out as the model gets it. */
  constructor(
    private readonly run: Run,
    private readonly present: (item: Item) => Message,
  ) {
    this.inserts = new StandingInserts(run);
  }

  /** What became of a fact at a call: some mention stands with its words, a summary has it, or nothing does. */
  standing(fact: Fact, call: number): number {
    const { run } = this;
    const arrived = arrivedBefore(run, call);
    let said = false;
    for (let at = fact.mentions.length - 1; at >= 0; at--) {
      const message = fact.mentions[at] as number;
      if (message >= arrived) continue;
      said = true;
      const state = ownStateAt(run, message, call);
      if (state === State.verbatim) return Standing.verbatim;
      if (state === State.truncated && tells(this.text(message), fact.value)) return Standing.verbatim;
    }
    if (!said) return Standing.unsaid;
    for (const insert of this.inserts.at(call)) if (tells(this.text(~insert), fact.value)) return Standing.summary;
    return Standing.gone;
  }

  /** Every fact's standing at a call. */
  standings(facts: readonly Fact[], call: number): Uint8Array {
    return Uint8Array.from(facts, (fact) => this.standing(fact, call));
  }

  /** All uses of the facts against the windows of the calls that made them, call by call. */
  recall(facts: readonly Fact[]): Recall {
    return atOnce(this.recallInTurns(facts));
  }

  /** The same, with other work let in between. */
  *recallInTurns(facts: readonly Fact[]): Turns<Recall> {
    const misses: Miss[] = [];
    let uses = 0;
    let inSummary = 0;
    for (const { number, message, call } of usesInOrder(facts, this.run)) {
      const fact = facts[number] as Fact;
      const standing = this.standing(fact, call);
      if (standing === Standing.unsaid) continue;
      if (++uses % TURN === 0) yield;
      if (standing === Standing.summary) inSummary++;
      if (standing === Standing.gone) misses.push({ fact: number, message, call, ...this.loss(fact, call) });
    }
    return { uses, inSummary, misses, recall: uses === 0 ? 1 : 1 - misses.length / uses };
  }

  /** The decision that took the last mention, of those that had come by a call. */
  private loss(fact: Fact, call: number): { decision: number; lostAt: number } {
    const { transitions, messageHead, arrivals } = this.run;
    let latest = { decision: -1, lostAt: -1 };
    for (const message of fact.mentions) {
      let entry = messageHead[message] as number;
      while (entry >= 0 && (transitions.call[entry] as number) > call) entry = transitions.previous[entry] as number;
      const lostAt = (entry >= 0 ? transitions.call[entry] : arrivals.call[message]) as number;
      if (lostAt > call || lostAt <= latest.lostAt) continue;
      latest = { decision: entry >= 0 ? (transitions.decision[entry] as number) : -1, lostAt };
    }
    return latest;
  }

  private text(item: Item): string {
    let text = this.shown.get(item);
    if (text === undefined) {
      text = saidText(item >= 0 ? this.present(item) : this.run.inserts[~item]?.message);
      this.shown.set(item, text);
    }
    return text;
  }
}

function arrivedBefore(run: Run, call: number): number {
  const before = run.calls.before[call];
  return before === undefined || before < 0 ? run.messageCount : before;
}

/** Every use with the call that made it, ascending by call, facts in order within one. */
function usesInOrder(facts: readonly Fact[], run: Run): { number: number; message: number; call: number }[] {
  const callOf = new Int32Array(run.messageCount).fill(-1);
  for (let call = 0; call < run.calls.before.length; call++) {
    const message = run.calls.before[call] as number;
    if (message >= 0) callOf[message] = call;
  }
  const uses: { number: number; message: number; call: number }[] = [];
  for (const [number, fact] of facts.entries()) {
    for (const message of fact.uses) {
      const call = callOf[message] ?? -1;
      if (call >= 0) uses.push({ number, message, call });
    }
  }
  return uses.sort((one, other) => one.call - other.call || one.number - other.number);
}

/** Which inserts stand at a call: followed from call to call, so that all calls together cost one pass over the changes. */

import { lowerBound } from '../../engine/ledger';
import { type Run, State } from '../../engine/run';

export class StandingInserts {
  private readonly standing = new Set<number>();
  private call = -1;
  private insert = 0;
  private entry = 0;
  /** Transitions of inserts alone, in order. */
  private readonly changes: Int32Array;
  private readonly changeCalls: Int32Array;

  constructor(private readonly run: Run) {
    const { subject, call } = run.transitions;
    this.changes = Int32Array.from(subject.keys()).filter((change) => (subject[change] as number) < 0);
    this.changeCalls = this.changes.map((change) => call[change] as number);
  }

  /** Numbers of the inserts that stand at a call. Asked for in ascending order it costs what changes in between. */
  at(call: number): Iterable<number> {
    if (call < this.call) this.restart();
    this.call = call;
    const { inserts, transitions } = this.run;
    // Those that came, then what became of them: an insert never changes before it has come.
    for (; this.insert < inserts.length && (inserts[this.insert]?.call ?? 0) <= call; this.insert++) {
      this.standing.add(this.insert);
    }
    const end = lowerBound(this.changeCalls, call + 1);
    for (; this.entry < end; this.entry++) {
      const change = this.changes[this.entry] as number;
      const number = ~(transitions.subject[change] as number);
      const state = transitions.state[change];
      const stays = state === State.verbatim || state === State.truncated;
      if (stays && (transitions.into[change] as number) < 0) this.standing.add(number);
      else this.standing.delete(number);
    }
    return this.standing;
  }

  private restart(): void {
    this.standing.clear();
    this.insert = 0;
    this.entry = 0;
  }
}

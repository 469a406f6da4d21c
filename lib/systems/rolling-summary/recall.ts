/** What comes back into the window: the best-ranked messages that left, in whole tool groups, while they match what is asked. */

import type { TranscriptIndex } from '../../engine/accounting';
import type { Recorder } from '../../engine/recorder';
import { State } from '../../engine/run';
import { Retrieval } from './retrieval';
import type { Settings } from './settings';

export class Recall {
  /** Tokens and number of the messages that are back. */
  tokens = 0;
  count = 0;
  private readonly retrieval: Retrieval;
  /** Per message: 0 while it has not left, else 2 + the insert that it went into, 1 where it went into none. */
  private readonly left: Int32Array;
  private back: number[] = [];
  private question = -1;
  private isStale = false;

  constructor(
    private readonly index: TranscriptIndex,
    private readonly costs: Int32Array,
    private readonly recorder: Recorder,
    private readonly settings: Settings,
  ) {
    this.retrieval = new Retrieval(index);
    this.left = new Int32Array(index.roles.length);
  }

  /** The newest user message is what others are ranked against. */
  asked(message: number): void {
    this.question = message;
    this.isStale = true;
  }

  /** A message left the window, into an insert or into nothing (-1). */
  leave(message: number, insert: number): void {
    this.left[message] = insert < 0 ? 1 : insert + 2;
    this.retrieval.add(message);
    this.isStale = true;
  }

  get needsWork(): boolean {
    return this.isStale && this.question >= 0;
  }

  /** Brings the window in line with the newest question. `base` is what the window holds besides. */
  refresh(base: number): void {
    this.isStale = false;
    const chosen = this.choose();
    const wanted = new Set(chosen);
    const present = new Set(this.back);
    const released = this.back.filter((message) => !wanted.has(message));
    const retrieved = chosen.filter((message) => !present.has(message));
    this.back = chosen;
    this.move('released', released, base);
    this.move('retrieved', retrieved, base);
  }

  private move(kind: 'released' | 'retrieved', messages: readonly number[], base: number): void {
    const { recorder } = this;
    const [first] = messages;
    if (first === undefined) return;
    const before = base + this.tokens;
    const sign = kind === 'retrieved' ? 1 : -1;
    for (const message of messages) this.tokens += sign * (this.costs[message] as number);
    this.count += sign * messages.length;
    const last = messages[messages.length - 1] as number;
    const after = base + this.tokens;
    const decision = recorder.decide({ kind, first, last, count: messages.length, before, after });
    for (const message of messages) {
      const into = (this.left[message] as number) - 2;
      if (kind === 'retrieved') recorder.transition(message, State.verbatim, -1, decision);
      else if (into < 0) recorder.transition(message, State.evicted, -1, decision);
      else recorder.transition(message, State.summarised, into, decision);
    }
  }

  /** The messages that should be back now, in order of the transcript. */
  private choose(): number[] {
    const { index, settings } = this;
    const chosen: number[] = [];
    const seen = new Set<number>();
    let groups = 0;
    let tokens = 0;
    for (const message of this.retrieval.rank(index.transcript.messages[this.question]?.content ?? '')) {
      if (groups >= settings['retrieval.topK']) break;
      const head = index.links.group[message] as number;
      if (seen.has(head)) continue;
      seen.add(head);
      const members: number[] = [];
      let size = 0;
      for (let member = head; member >= 0; member = index.links.nextMember[member] as number) {
        if (this.left[member] === 0) continue;
        members.push(member);
        size += this.costs[member] as number;
      }
      if (tokens + size > settings['retrieval.maxTokens']) continue;
      tokens += size;
      groups++;
      for (const member of members) chosen.push(member);
    }
    return chosen.sort((a, b) => a - b);
  }
}

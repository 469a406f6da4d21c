/** What stands before the conversation and is never lost: the instructions and the structured state. */

import type { TokenCounter, TranscriptIndex } from '../../engine/accounting';
import type { Recorder } from '../../engine/recorder';
import { FrontAnchor, State } from '../../engine/run';
import { filled } from '../../engine/wording';
import type { Settings } from './settings';
import { stateRecord } from './settings';
import { ExtractedState } from './state-rules';

export class Front {
  private instructions = 0;
  private firstInstruction = -1;
  /** The insert that joins all instructions, as published; -1 where there are fewer than two. */
  private joined = -1;
  private stateInsert = -1;
  private readonly extracted = new ExtractedState();

  /** With `whole` every instruction stays a message of its own. */
  constructor(
    private readonly index: TranscriptIndex,
    private readonly counter: TokenCounter,
    private readonly recorder: Recorder,
    private readonly settings: Settings,
    private readonly whole: boolean,
  ) {
    this.writeState(stateRecord(settings.state) ?? {});
  }

  /** Messages at the front. */
  get items(): number {
    const instructions = this.joined >= 0 ? 1 : this.instructions;
    return instructions + (this.stateInsert >= 0 ? 1 : 0);
  }

  instruct(message: number, tokens: number): void {
    const { recorder } = this;
    this.instructions++;
    recorder.lead(message);
    recorder.arrive(message, State.verbatim, 0, tokens);
    if (this.instructions === 1) this.firstInstruction = message;
    else if (!this.whole) this.join(message, tokens);
  }

  /** As published the prompt has one first message: all instructions, with a blank line between. */
  private join(message: number, tokens: number): void {
    const { recorder } = this;
    const { messages } = this.index.transcript;
    const before = this.joined;
    const first = messages[this.firstInstruction];
    const start = before < 0 ? first?.content : recorder.inserts[before]?.message.content;
    const content = `${start ?? ''}\n\n${messages[message]?.content ?? ''}`;
    this.joined = recorder.insert({
      kind: 'instructions',
      message: { role: first?.role ?? 'system', content },
      anchor: FrontAnchor.instructions,
      covers: this.instructions,
      count: this.instructions,
      generation: 0,
      tokens: 0,
    });
    const decision = recorder.decide({
      kind: 'joined',
      first: before < 0 ? this.firstInstruction : ~before,
      last: message,
      count: 2,
      before: tokens,
      after: tokens,
      insert: this.joined,
      amount: this.instructions,
    });
    recorder.transition(before < 0 ? this.firstInstruction : ~before, State.verbatim, this.joined, decision);
    recorder.transition(message, State.verbatim, this.joined, decision);
  }

  /** Takes up what a user message states. */
  listen(message: number, tokens: number): void {
    const text = this.index.transcript.messages[message]?.content ?? '';
    if (!this.settings.extractState || !this.extracted.take(text)) return;
    const before = this.stateInsert;
    this.writeState(this.extracted.under(stateRecord(this.settings.state) ?? {}));
    const decision = this.recorder.decide({
      kind: 'state-changed',
      first: before >= 0 ? ~before : message,
      last: before >= 0 ? ~before : message,
      count: 1,
      before: tokens,
      after: tokens,
      insert: this.stateInsert,
      amount: message,
    });
    if (before >= 0) this.recorder.transition(~before, State.evicted, -1, decision);
  }

  private writeState(state: { [name: string]: unknown }): void {
    const entries = Object.keys(state).length;
    if (entries === 0) return;
    const text = JSON.stringify(state);
    this.stateInsert = this.recorder.insert({
      kind: 'state',
      message: { role: 'system', content: filled(this.settings.stateMarker, { state: text }) },
      anchor: FrontAnchor.state,
      covers: 0,
      count: entries,
      generation: 0,
      tokens: this.counter.count(text),
    });
  }
}

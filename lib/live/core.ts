/** A memory system over a transcript that grows: the steps of a replay, one message and one call at a time. */

import type { TokenCounter } from '../engine/accounting';
import { GrowingIndex, type MessageTokens } from '../engine/growing-index';
import { MovingWindow } from '../engine/moving-window';
import { Recorder } from '../engine/recorder';
import type { PinMatcher } from '../engine/rule-holds';
import type { Item, Run } from '../engine/run';
import type { Config, Guards, Memory, MemorySystem, Steps } from '../engine/system';
import type { Message, Transcript } from '../engine/transcript';

/** What never changes while a memory lives. */
export interface Setting {
  system: MemorySystem;
  /** Complete. */
  config: Config;
  guards: Guards;
  counter: TokenCounter;
  /** The configuration's pin rules that are on. */
  pins: PinMatcher | undefined;
  tools: Transcript['tools'];
}

/** Room for so many messages. The same steps with the same answers make the same core, whatever its room. */
export class LiveCore {
  readonly index: GrowingIndex;
  readonly recorder: Recorder;
  private readonly memory: Memory;
  private readonly window: MovingWindow;
  private readonly told = { leading: 0, messages: 0, inserts: 0, transitions: 0 };
  /** Nothing has come since the memory last prepared. */
  private isPrepared = false;

  constructor(
    private readonly setting: Setting,
    readonly capacity: number,
  ) {
    const { system, config, guards, counter, tools, pins } = setting;
    this.index = new GrowingIndex(tools, capacity, counter);
    this.recorder = new Recorder(capacity);
    this.window = new MovingWindow(this.recorder.inserts);
    const { index, recorder } = this;
    const { counts } = index;
    // Told of each message before the memory is, because it followed the index first.
    const matches = pins ? { pins: pins.match(index, counts) } : {};
    this.memory = system.create({ index, counts, counter, recorder, ...matches }, config, guards);
  }

  get tokens(): number {
    return this.memory.tokens;
  }

  /** An answer of the model ends the call before it; where nobody prepared for that, it is done now, as in a replay. */
  *append(message: Message, tokens: MessageTokens): Steps<void> {
    const { index, memory, recorder } = this;
    const number = index.length;
    if (message.role === 'assistant') {
      yield* this.prepare();
      recorder.endCall(number, memory.tokens, memory.items);
    }
    index.append(message, tokens);
    memory.append(number);
    this.isPrepared = false;
    const settling = memory.settle?.();
    if (settling) yield* settling;
  }

  *prepare(): Steps<void> {
    if (this.isPrepared) return;
    const preparing = this.memory.needsPreparing() ? this.memory.prepare() : null;
    if (preparing) yield* preparing;
    this.isPrepared = true;
  }

  /** The window as it stands, as the model gets it. */
  messages(): Message[] {
    const { index, recorder } = this;
    const { system, config, guards } = this.setting;
    return Array.from(this.items(), (item) => system.present(item, recorder, index, config, guards));
  }

  /** The ledger so far. */
  run(): Run {
    const { system, config } = this.setting;
    const { limit } = system.limitOf(config);
    return this.recorder.snapshot(system.id, limit, this.index.length, this.memory.tokens, this.memory.items);
  }

  private items(): readonly Item[] {
    const { recorder, window, told } = this;
    for (; told.leading < recorder.leadingCount; told.leading++) window.lead(recorder.leadingAt(told.leading));
    for (; told.messages < this.index.length; told.messages++) {
      window.arrive(told.messages, recorder.stateOnArrival(told.messages));
    }
    for (; told.inserts < recorder.inserts.length; told.inserts++) window.insert(told.inserts);
    recorder.eachTransition(told.transitions, (item, state, into) => window.move(item, state, into));
    told.transitions = recorder.transitionCount;
    return window.items();
  }
}

/** A memory system for an agent loop: append what is said, prepare before each model call, over the same code as a replay. */

import type { TokenCounter } from '../engine/accounting';
import { countMessage, type MessageTokens } from '../engine/growing-index';
import { activePinRules, PIN_RULES } from '../engine/pin-rule';
import { type AsyncSummarizer, runAsync } from '../engine/replay';
import type { PinMatcher } from '../engine/rule-holds';
import { DECISIONS, type Run, State } from '../engine/run';
import type { Config, Steps, SummaryAnswer } from '../engine/system';
import type { Message, ToolSchema, Transcript } from '../engine/transcript';
import { checkConfig, completeConfig, completeGuards, systemById } from '../systems/registry';
import { LiveCore, type Setting } from './core';
import { LiveSettingsError } from './errors';
import { checkedMessage, copyMessage } from './messages';

export interface LiveOptions {
  /** Id of a memory system: "managed-window". */
  system: string;
  /** What differs from the system's defaults. */
  config?: Config;
  /** On unless switched off: false for the system as published, or an object that names guards. */
  guards?: boolean | { [name: string]: boolean };
  /** The counter that the configuration names. */
  counter: TokenCounter & { readonly fellBackFrom?: string };
  /** Tool schemas that go with every call; they count where the system counts them. */
  tools?: readonly ToolSchema[];
  /** Asked for summaries, at once or later. A throw or a rejection counts as a failed summary. */
  summarizer: AsyncSummarizer;
  /** The configuration's `pinRules`, compiled: `await compileRules(config.pinRules)`. Needed where it has any. */
  pins?: PinMatcher;
  /** Messages to make room for at first; the room doubles when it is used up. */
  room?: number;
}

/** What became of a message that was appended. */
export interface AppendOutcome {
  /** Its number in the transcript, from 0. */
  readonly index: number;
  /** `refused`: it is in no window. `truncated`: it stands with its middle cut out. */
  readonly state: 'ok' | 'truncated' | 'refused';
  /** Its own policy tokens as it stands; of a refused message those that it came with. */
  readonly tokens: number;
  /** Why it was refused or truncated, with the numbers; null where it stands as it is. Worked out when it is read. */
  readonly reason: string | null;
}

const PREPARE = -1;
const STATES = new Map<number, AppendOutcome['state']>([
  [State.refused, 'refused'],
  [State.truncated, 'truncated'],
]);

/**
 * Everything asked of it is done in the order of asking, one thing after the other: two appends never interleave, also
 * while a summarizer takes its time. What fails changes nothing and stops nothing that comes after it.
 */
export class LiveMemory {
  /** Policy tokens at which pressure is 1 (messages, where the system counts those). */
  readonly limit: number;
  private core: LiveCore;
  /** What was done, in order: a message appended (its number) or a call prepared for. With the answers, enough to do it again. */
  private readonly operations: number[] = [];
  private readonly messages: { message: Message; tokens: MessageTokens }[] = [];
  private readonly answers: SummaryAnswer[] = [];
  private tail: Promise<unknown> = Promise.resolve();
  private settledTokens: number;

  constructor(
    private readonly setting: Setting,
    private readonly summarizer: AsyncSummarizer,
    room: number,
  ) {
    this.limit = setting.system.limitOf(setting.config).limit;
    this.core = new LiveCore(setting, room);
    this.settledTokens = this.core.tokens;
  }

  /** Policy tokens after the last thing that was done. */
  get tokens(): number {
    return this.settledTokens;
  }

  /** Tokens as a share of the limit. */
  get pressure(): number {
    return this.settledTokens / Math.max(1, this.limit);
  }

  /** Ids of the calls whose result has not come. Nothing takes them out of the window, so answer every one of them. */
  get waiting(): string[] {
    return this.core.index.waitingCalls();
  }

  /** Takes a message in. Rejects with LiveMessageError for what is none. */
  async append(message: Message): Promise<AppendOutcome> {
    const own = checkedMessage(message);
    return this.enqueue(() => this.appendNow(own));
  }

  /** Makes room where there is too little; resolves to the window to send: copies, yours to change. */
  async prepare(): Promise<Message[]> {
    return this.enqueue(async () => {
      await this.perform(PREPARE, () => this.core.prepare());
      return this.core.messages().map(copyMessage);
    });
  }

  /** The ledger of everything asked for before, as a replay of the transcript so far would give it. */
  async run(): Promise<Run> {
    return this.enqueue(async () => this.core.run());
  }

  /** Everything appended so far, word for word. */
  async transcript(): Promise<Transcript> {
    return this.enqueue(async () => {
      const messages = this.messages.map(({ message }) => copyMessage(message));
      return this.setting.tools ? { messages, tools: [...this.setting.tools] } : { messages };
    });
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.tail.then(work);
    this.tail = done.catch(() => undefined);
    return done;
  }

  private async appendNow(message: Message): Promise<AppendOutcome> {
    const index = this.messages.length;
    const tokens = countMessage(message, this.setting.counter);
    if (index === this.core.capacity) this.core = this.rebuilt(index * 2);
    const from = this.core.recorder.decisionCount;
    await this.perform(index, () => this.core.append(message, tokens));
    this.messages.push({ message, tokens });
    const { recorder } = this.core;
    const state = STATES.get(recorder.stateOnArrival(index)) ?? 'ok';
    const explain = () => this.explain(index, from);
    return {
      index,
      state,
      tokens: recorder.costOf(index),
      get reason() {
        return state === 'ok' ? null : explain();
      },
    };
  }

  /** Does one thing and notes it. Where it fails, the memory is as it was before. */
  private async perform(operation: number, steps: () => Steps<void>): Promise<void> {
    const answered = this.answers.length;
    try {
      await runAsync(noted(steps(), this.answers), this.summarizer);
    } catch (error) {
      this.answers.length = answered;
      this.core = this.rebuilt(this.core.capacity);
      throw error;
    }
    this.operations.push(operation);
    this.settledTokens = this.core.tokens;
  }

  /** The same memory with another room: everything done again with the answers that were given. */
  private rebuilt(room: number): LiveCore {
    const core = new LiveCore(this.setting, room);
    let answer = 0;
    for (const operation of this.operations) {
      const entry = this.messages[operation];
      const steps = entry ? core.append(entry.message, entry.tokens) : core.prepare();
      let turn = steps.next();
      while (!turn.done) turn = steps.next(this.answers[answer++] ?? { text: null });
    }
    return core;
  }

  /** What the first decision on a message's arrival says, looked for from a decision on. */
  private explain(message: number, from: number): string | null {
    const run = this.core.run();
    const { system, config, guards } = this.setting;
    const kinds = [DECISIONS.indexOf('refused'), DECISIONS.indexOf('truncated')];
    for (let decision = from; decision < run.decisions.kind.length; decision++) {
      if (run.decisions.first[decision] !== message || !kinds.includes(run.decisions.kind[decision] as number))
        continue;
      return system.explain(decision, run, config, guards);
    }
    return null;
  }
}

/** The same steps; every answer is noted down. */
function* noted(steps: Steps<void>, answers: SummaryAnswer[]): Steps<void> {
  let turn = steps.next();
  while (!turn.done) {
    const answer = yield turn.value;
    answers.push(answer);
    turn = steps.next(answer);
  }
}

/**
 * A memory for an agent loop. Throws UnknownSystemError for a system that does not exist and LiveSettingsError for
 * settings that cannot work.
 */
export function createLiveMemory(options: LiveOptions): LiveMemory {
  const system = systemById(options.system);
  const config = completeConfig(system, options.config);
  const guards = completeGuards(system, options.guards);
  const errors = checkConfig(system, config).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new LiveSettingsError(system.id, errors);
  const { counter, room = 256 } = options;
  const wanted = system.counterOf(config);
  if (counter.id !== wanted && counter.fellBackFrom !== wanted) {
    const message = `The system counts in "${wanted}", the counter given is "${counter.id}".`;
    throw new LiveSettingsError(system.id, [
      { parameter: 'counter', message, remedy: `Give the counter "${wanted}", or name the other one in the config.` },
    ]);
  }
  const { pins } = options;
  const unread = activePinRules(config).filter((rule) => !pins?.rules.includes(rule));
  if (unread.length > 0) {
    const message = `The rules ${unread.map(({ id }) => `"${id}"`).join(', ')} have not been compiled.`;
    const remedy = 'Give the same rules as pins: await compileRules(config.pinRules).';
    throw new LiveSettingsError(system.id, [{ parameter: PIN_RULES, message, remedy }]);
  }
  const tools = options.tools ? structuredClone([...options.tools]) : undefined;
  return new LiveMemory({ system, config, guards, counter, tools, pins }, options.summarizer, Math.max(1, room));
}

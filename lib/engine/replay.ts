/** The replay: append the messages one by one, ask the memory for the window before each assistant message and once at the end. */

import { ASSISTANT, type TokenCounter, type TokenCounts, type TranscriptIndex } from './accounting';
import type { PinMatches } from './pin-matches';
import { Recorder } from './recorder';
import { requireMatches } from './rule-holds';
import type { Run } from './run';
import type { Config, Guards, Memory, MemorySystem, Steps, SummaryAnswer, SummaryRequest } from './system';

export interface ReplayInput {
  index: TranscriptIndex;
  system: MemorySystem;
  /** Complete: every parameter has a value. */
  config: Config;
  /** Complete: every guard has a value. */
  guards: Guards;
  /** Counts under the policy's counter, and that counter for texts that the policy writes. */
  counts: TokenCounts;
  counter: TokenCounter;
  /** What the configuration's pin rules fit; needed where it has any. */
  pins?: PinMatches;
}

/** Replays a transcript; yields every summary request. The same input and answers give the same run to the bit. */
export function* replay(input: ReplayInput): Steps<Run> {
  const { index, system, config, guards, counts, counter, pins } = input;
  requireMatches(config, pins);
  const recorder = new Recorder(index.roles.length);
  const memory = system.create({ index, counts, counter, recorder, ...(pins ? { pins } : {}) }, config, guards);
  const course = new Course(index.roles, memory, recorder);
  for (let steps = course.advance(); steps; steps = course.advance()) yield* steps;
  recorder.endCall(-1, memory.tokens, memory.items);
  return recorder.finish(system.id, system.limitOf(config).limit);
}

/** The way through the messages. A plain loop: the generator around it runs only where a summary may be asked for. */
class Course {
  private next = 0;
  /** Whether the memory has prepared for the call before message `next`. */
  private prepared = false;
  private readonly settles: boolean;

  constructor(
    private readonly roles: Uint8Array,
    private readonly memory: Memory,
    private readonly recorder: Recorder,
  ) {
    this.settles = memory.settle !== undefined;
  }

  /** Goes on to where the memory may ask for a summary and returns what it does there; null at the end. */
  advance(): Steps<void> | null {
    const { roles, memory, recorder } = this;
    while (this.next < roles.length) {
      const message = this.next;
      if (roles[message] === ASSISTANT) {
        const preparing = this.preparing();
        if (preparing) return preparing;
        recorder.endCall(message, memory.tokens, memory.items);
        this.prepared = false;
      }
      memory.append(message);
      this.next++;
      const settling = this.settles ? memory.settle?.() : null;
      if (settling) return settling;
    }
    return this.preparing();
  }

  private preparing(): Steps<void> | null {
    if (this.prepared) return null;
    this.prepared = true;
    return this.memory.needsPreparing() ? this.memory.prepare() : null;
  }
}

/** Answers at once. A throw counts as a failed summary. */
export type SyncSummarizer = (request: SummaryRequest) => string | null;
export type AsyncSummarizer = (request: SummaryRequest, signal?: AbortSignal) => Promise<string | null> | string | null;

function failure(error: unknown): SummaryAnswer {
  return { error: error instanceof Error ? error.message : String(error) };
}

/** Trims an answer; the empty text and NOTHING mean that nothing was worth keeping. */
function normalise(text: string | null): SummaryAnswer {
  const trimmed = text?.trim() ?? '';
  return { text: trimmed === '' || trimmed === 'NOTHING' ? null : trimmed };
}

/** Drives steps to their end with a summarizer that answers at once. */
export function runSync<T>(steps: Steps<T>, summarizer: SyncSummarizer): T {
  let turn = steps.next();
  while (!turn.done) {
    let answer: SummaryAnswer;
    try {
      answer = normalise(summarizer(turn.value));
    } catch (error) {
      answer = failure(error);
    }
    turn = steps.next(answer);
  }
  return turn.value;
}

/** Drives the same steps with a summarizer that takes its time. */
export async function runAsync<T>(steps: Steps<T>, summarizer: AsyncSummarizer, signal?: AbortSignal): Promise<T> {
  let turn = steps.next();
  while (!turn.done) {
    signal?.throwIfAborted();
    let answer: SummaryAnswer;
    try {
      answer = normalise(await summarizer(turn.value, signal));
    } catch (error) {
      signal?.throwIfAborted();
      answer = failure(error);
    }
    turn = steps.next(answer);
  }
  return turn.value;
}

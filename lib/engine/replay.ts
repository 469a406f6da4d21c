/** The replay: append the messages one by one, ask the memory for the window before each assistant message and once at the end. */

import { ASSISTANT, type TokenCounter, type TokenCounts, type TranscriptIndex } from './accounting';
import { Recorder } from './recorder';
import type { Run } from './run';
import type { Config, Guards, MemorySystem, Steps, SummaryAnswer, SummaryRequest } from './system';

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
}

/** Replays a transcript; yields every summary request. The same input and answers give the same run to the bit. */
export function* replay(input: ReplayInput): Steps<Run> {
  const { index, system, config, guards, counts, counter } = input;
  const length = index.roles.length;
  const recorder = new Recorder(length);
  const memory = system.create({ index, counts, counter, recorder }, config, guards);
  const { roles } = index;
  for (let message = 0; message < length; message++) {
    if (roles[message] === ASSISTANT) {
      if (memory.needsPreparing()) {
        const preparing = memory.prepare();
        if (preparing) yield* preparing;
      }
      recorder.endCall(message, memory.tokens, memory.items);
    }
    memory.append(message);
    const settling = memory.settle?.();
    if (settling) yield* settling;
  }
  const preparing = memory.needsPreparing() ? memory.prepare() : null;
  if (preparing) yield* preparing;
  recorder.endCall(-1, memory.tokens, memory.items);
  return recorder.finish(system.id, system.limitOf(config).limit);
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

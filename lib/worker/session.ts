/** What the engine worker holds: one opened file, one chosen conversation with its changes, its counts, and the latest replay. */

import { countTranscript, indexTranscript, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { replay, runSync, type SyncSummarizer } from '../engine/replay';
import type { Run } from '../engine/run';
import type { MemorySystem } from '../engine/system';
import type { Message } from '../engine/transcript';
import type { Conversation, ImportReport } from '../importers/importer';
import { summarizerFor } from '../summarizers/registry';
import { systemById } from '../systems/registry';
import type { Counter, CounterId } from '../tokenizers/counter';
import { loadCounter } from '../tokenizers/registry';
import { remembering } from '../tokenizers/remembering';
import { Editable, recount } from './editable';
import { pinMatches } from './pin-rule-jobs';
import type { LaneSpec, Progress } from './protocol';

export interface JobOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** A request came before what it needs: a page that forgot to open or choose. */
class NothingOpenError extends Error {
  override name = 'NothingOpenError';
}

/** A run with everything that made it. */
export interface Replayed {
  run: Run;
  lane: LaneSpec;
  system: MemorySystem;
}

/** Messages counted between two looks at the other requests. */
const SLICE = 200;

export class Session {
  private report: ImportReport | null = null;
  private editable: Editable | null = null;
  private known: TranscriptIndex | null = null;
  private counts = new Map<string, TokenCounts>();
  private readonly counters = new Map<string, Counter>();
  private latest: Replayed | null = null;

  /** A file that could be read takes the place of the one before; the chosen conversation stays until another is chosen. */
  take(report: ImportReport): void {
    this.report = report;
  }

  choose(id: string, counts: readonly TokenCounts[]): Conversation {
    const conversation = this.report?.conversations.find((one) => one.id === id);
    if (!conversation) throw new NothingOpenError(`The opened file has no conversation "${id}".`);
    this.adopt(conversation, counts);
    return conversation;
  }

  /**
   * Opens a conversation, with the counts that are known of it; one that is not of its length is left out. `origin` tells per
   * message its number in the conversation before, or -1, where it is that one after a change.
   */
  adopt(conversation: Conversation, counts: readonly TokenCounts[], origin: Int32Array | null = null): void {
    this.editable = new Editable(conversation);
    this.counts = new Map();
    for (const one of counts) {
      if (one.content.length === conversation.messages.length) this.counts.set(one.counter, one);
    }
    this.reindex(origin);
  }

  /** All counts that have been made. */
  get allCounts(): TokenCounts[] {
    return [...this.counts.values()];
  }

  /** The conversation with its changes. */
  get conversation(): Conversation {
    return this.edited.conversation;
  }

  /** Its messages; none where none is open. */
  get messages(): readonly Message[] {
    return this.editable?.conversation.messages ?? [];
  }

  get edited(): Editable {
    if (!this.editable) throw new NothingOpenError('No conversation is open.');
    return this.editable;
  }

  get index(): TranscriptIndex {
    if (!this.known) throw new NothingOpenError('No conversation is open.');
    return this.known;
  }

  /** The latest run, or null before the first. */
  get latestRun(): Replayed | null {
    return this.latest;
  }

  get replayed(): Replayed {
    if (!this.latest) throw new NothingOpenError('Nothing has been replayed yet.');
    return this.latest;
  }

  /** The conversation has changed: what stayed keeps its counts, what is new is counted now. */
  changed(origin: Int32Array): void {
    for (const [id, counts] of this.counts) {
      const counter = this.counters.get(id);
      if (counter) this.counts.set(id, recount(counts, counter, this.conversation, origin));
      else this.counts.delete(id);
    }
    this.reindex(origin);
  }

  private reindex(origin: Int32Array | null): void {
    const { messages, tools } = this.conversation;
    const before = this.known && origin ? { index: this.known, origin } : undefined;
    this.known = indexTranscript(tools ? { messages, tools } : { messages }, before);
    this.latest = null;
  }

  async counter(id: string): Promise<Counter> {
    const known = this.counters.get(id);
    if (known) return known;
    const counter = remembering(await loadCounter(id as CounterId));
    if (!counter.fellBackFrom) this.counters.set(id, counter);
    return counter;
  }

  /** The counts under a counter where they are known already. */
  countsOf(id: string): TokenCounts | undefined {
    return this.counts.get(id);
  }

  async count(id: string, options?: JobOptions): Promise<{ counts: TokenCounts; fellBackFrom?: string }> {
    const counter = await this.counter(id);
    const known = this.counts.get(id);
    if (known) return { counts: known };
    const { index } = this;
    const counts = await countInSlices(index, counter, options);
    options?.signal.throwIfAborted();
    if (index === this.known && !counter.fellBackFrom) this.counts.set(id, counts);
    return { counts, ...(counter.fellBackFrom ? { fellBackFrom: counter.fellBackFrom } : {}) };
  }

  /** Replays a lane without making it the latest. `around` may listen to its summarizer. */
  async run(
    lane: LaneSpec,
    around: (summarizer: SyncSummarizer) => SyncSummarizer = (summarizer) => summarizer,
  ): Promise<Replayed> {
    const { index } = this;
    const system = systemById(lane.system);
    const counterId = system.counterOf(lane.config);
    const { counts } = await this.count(counterId);
    const counter = await this.counter(counterId);
    const { config, guards } = lane;
    const pins = await pinMatches(index, counts, config);
    const run = runSync(
      replay({ index, system, config, guards, counts, counter, pins }),
      around(summarizerFor(lane.summarizer)),
    );
    return { run, lane, system };
  }

  /** Replays a lane and makes it the latest, unless another conversation was opened meanwhile. */
  async replay(lane: LaneSpec): Promise<Replayed> {
    const { index } = this;
    const replayed = await this.run(lane);
    if (index !== this.known) throw new NothingOpenError('Another conversation was opened meanwhile.');
    this.latest = replayed;
    return replayed;
  }

  /** Policy tokens of the tool schemas, where the latest run's system counts them. */
  toolTokens(): number {
    return this.toolTokensOf(this.replayed);
  }

  /** The same for any run. */
  toolTokensOf({ lane, system }: Replayed): number {
    return system.countsTools ? (this.counts.get(system.counterOf(lane.config))?.tools ?? 0) : 0;
  }
}

/** Counts a transcript with pauses, so that other requests are heard and a cancel takes effect. */
async function countInSlices(index: TranscriptIndex, counter: Counter, options?: JobOptions): Promise<TokenCounts> {
  const { messages, tools } = index.transcript;
  if (!options || messages.length <= SLICE) return countTranscript(index.transcript, counter);
  const content = new Int32Array(messages.length);
  const message = new Int32Array(messages.length);
  for (let from = 0; from < messages.length; from += SLICE) {
    const part = countTranscript({ messages: messages.slice(from, from + SLICE) }, counter);
    content.set(part.content, from);
    message.set(part.message, from);
    options.onProgress({ stage: 'counting', done: Math.min(messages.length, from + SLICE), total: messages.length });
    await new Promise((resolve) => setTimeout(resolve));
    options.signal.throwIfAborted();
  }
  const schemas = tools ? countTranscript({ messages: [], tools }, counter).tools : 0;
  return { counter: counter.id, content, message, tools: schemas };
}

/** The jobs of the engine worker: one opened file, one chosen conversation, its counts, and the latest replay. */

import { countTranscript, indexTranscript, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { replay, runSync } from '../engine/replay';
import type { Run } from '../engine/run';
import type { Config, MemorySystem } from '../engine/system';
import { callCount } from '../engine/transcript';
import type { Conversation, ImportReport } from '../importers/importer';
import { readTranscriptFile } from '../importers/read-file';
import { IMPORTERS } from '../importers/registry';
import { type Examination, examine } from '../metrics/findings';
import { runMetrics } from '../metrics/run-metrics';
import { sentTokens } from '../metrics/sent-tokens';
import { summarizerFor } from '../summarizers/registry';
import { completeConfig, systemById } from '../systems/registry';
import type { Counter, CounterId } from '../tokenizers/counter';
import { loadCounter } from '../tokenizers/registry';
import type { ConversationInfo, DocumentInfo, LaneSpec, OpenedFile, Progress, RequestName, Requests } from './protocol';
import { fullMessage, rowTexts, windowView } from './views';

interface JobOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** A request came before what it needs: a page that forgot to open or choose. */
class NothingOpenError extends Error {
  override name = 'NothingOpenError';
}

export interface Replayed {
  run: Run;
  lane: LaneSpec;
  system: MemorySystem;
}

export class Jobs {
  private report: ImportReport | null = null;
  private conversation: Conversation | null = null;
  private index: TranscriptIndex | null = null;
  private counts = new Map<string, TokenCounts>();
  private readonly counters = new Map<string, Counter>();
  private latest: Replayed | null = null;

  async run<Name extends RequestName>(
    name: Name,
    input: Requests[Name]['input'],
    options: JobOptions,
  ): Promise<Requests[Name]['output']> {
    const handlers: { [Key in RequestName]: (input: Requests[Key]['input'], options: JobOptions) => unknown } = {
      open: (request, job) => this.open(request, job),
      choose: (request) => this.choose(request),
      count: (request, job) => this.count(request.counter, job),
      replay: (request) => this.replay(request.lane, request.call),
      baseline: async (request) => ({ run: (await this.replayed(request.lane)).run }),
      view: (request) => windowView(this.opened(), this.replayedRun(), request.call, this.toolTokens()),
      sent: (request, job) => this.sent(request.counter, job),
      examine: (request, job) => this.examine(request.counter, job),
      rows: (request) => rowTexts(this.opened(), this.latest, request.items),
      message: (request) => fullMessage(this.opened(), this.latest, request.item),
      transcript: () => ({ messages: this.chosen().messages, tools: this.chosen().tools ?? [] }),
    };
    return (await handlers[name](input, options)) as Requests[Name]['output'];
  }

  private async open(input: Requests['open']['input'], options: JobOptions): Promise<OpenedFile> {
    const { file, name, format } = input;
    const report = await readTranscriptFile(
      { name, size: file.size, stream: () => file.stream() as ReadableStream<Uint8Array> },
      {
        ...(format === undefined ? {} : { format }),
        signal: options.signal,
        onProgress: (done, total) => options.onProgress({ stage: 'reading', done, total }),
      },
    );
    // Only a file that could be read takes the place of the one before.
    this.report = report;
    const { conversations, ...rest } = report;
    const formats = IMPORTERS.map(({ id, label }) => ({ id, label }));
    return { ...rest, formats, conversations: conversations.map(conversationInfo) };
  }

  private choose(input: Requests['choose']['input']): DocumentInfo {
    const conversation = this.report?.conversations.find((one) => one.id === input.conversation);
    if (!conversation) throw new NothingOpenError(`The opened file has no conversation "${input.conversation}".`);
    const { messages, tools } = conversation;
    this.conversation = conversation;
    this.index = indexTranscript(tools ? { messages, tools } : { messages });
    this.counts = new Map();
    this.latest = null;
    for (const counts of input.counts) {
      if (counts.content.length === messages.length) this.counts.set(counts.counter, counts);
    }
    return {
      messageCount: messages.length,
      callCount: callCount(messages),
      roles: this.index.roles,
      hasCalls: Uint8Array.from(messages, (message) => (message.tool_calls?.length ? 1 : 0)),
      tools: tools ?? [],
      boundaries: conversation.boundaries,
      usage: conversation.usage,
    };
  }

  private async counter(id: string): Promise<Counter> {
    const known = this.counters.get(id);
    if (known) return known;
    const counter = await loadCounter(id as CounterId);
    if (!counter.fellBackFrom) this.counters.set(id, counter);
    return counter;
  }

  private async count(id: string, options?: JobOptions): Promise<Requests['count']['output']> {
    const counter = await this.counter(id);
    const known = this.counts.get(id);
    if (known) return { counts: known };
    const index = this.opened();
    const counts = await countInSlices(index, counter, options);
    options?.signal.throwIfAborted();
    if (index === this.index && !counter.fellBackFrom) this.counts.set(id, counts);
    return { counts, ...(counter.fellBackFrom ? { fellBackFrom: counter.fellBackFrom } : {}) };
  }

  private async replayed(lane: LaneSpec): Promise<Replayed> {
    const index = this.opened();
    const system = systemById(lane.system);
    const counterId = system.counterOf(lane.config);
    const { counts } = await this.count(counterId);
    const counter = await this.counter(counterId);
    const { config, guards } = lane;
    const run = runSync(replay({ index, system, config, guards, counts, counter }), summarizerFor(lane.summarizer));
    return { run, lane, system };
  }

  private async replay(lane: LaneSpec, call: number): Promise<Requests['replay']['output']> {
    const index = this.opened();
    const started = performance.now();
    const replayed = await this.replayed(lane);
    const computeMs = performance.now() - started;
    if (index !== this.index) throw new NothingOpenError('Another conversation was opened meanwhile.');
    this.latest = replayed;
    const { run } = replayed;
    const at = Math.min(Math.max(0, call), run.calls.before.length - 1);
    return {
      run,
      view: windowView(index, replayed, at, this.toolTokens()),
      metrics: runMetrics(run, index, lane.config, markersOf(lane.config)),
      computeMs,
    };
  }

  private async sent(counterId: string, options: JobOptions): Promise<{ tokens: Int32Array }> {
    const index = this.opened();
    const { run, lane, system } = this.replayedRun();
    const { counts } = await this.count(counterId, options);
    const counter = await this.counter(counterId);
    const present = (item: number) => system.present(item, run, index, lane.config, lane.guards);
    return { tokens: sentTokens(run, index, counts, counter, present) };
  }

  private async examine(yardstick: string, options: JobOptions): Promise<Examination> {
    const index = this.opened();
    const { run, lane, system } = this.replayedRun();
    const { config, guards } = lane;
    const { counts } = await this.count(system.counterOf(config));
    const exact = this.counts.has(yardstick) ? await this.sent(yardstick, options) : null;
    const sent = exact ? { sent: exact.tokens } : {};
    return examine({ run, index, system, config, guards, counts, markers: DEFAULT_MARKERS, ...sent });
  }

  /** Policy tokens of the tool schemas, where the system counts them. */
  private toolTokens(): number {
    const { lane, system } = this.replayedRun();
    return system.countsTools ? (this.counts.get(system.counterOf(lane.config))?.tools ?? 0) : 0;
  }

  private opened(): TranscriptIndex {
    if (!this.index) throw new NothingOpenError('No conversation is open.');
    return this.index;
  }

  private chosen(): Conversation {
    if (!this.conversation) throw new NothingOpenError('No conversation is open.');
    return this.conversation;
  }

  private replayedRun(): Replayed {
    if (!this.latest) throw new NothingOpenError('Nothing has been replayed yet.');
    return this.latest;
  }
}

function conversationInfo(conversation: Conversation): ConversationInfo {
  const { id, title, part, messages } = conversation;
  let toolCalls = 0;
  for (const message of messages) toolCalls += message.tool_calls?.length ?? 0;
  const info = { id, title, messages: messages.length, toolCalls, calls: callCount(messages) };
  return part === undefined ? info : { ...info, part };
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

const SLICE = 200;

/** What counts as a correction under systems that have no markers of their own: document 000's. */
const DEFAULT_MARKERS = completeConfig(systemById('managed-window')).correctionMarkers as readonly string[];

function markersOf(config: Config): readonly string[] {
  return Array.isArray(config.correctionMarkers) ? (config.correctionMarkers as string[]) : DEFAULT_MARKERS;
}

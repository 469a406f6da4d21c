/** The jobs of the engine worker: each request by name, and what answers it. */

import { OpeningCostError, openingCost } from '../importers/opening-cost';
import { readTranscriptFile } from '../importers/read-file';
import { IMPORTERS } from '../importers/registry';
import { runMetrics } from '../metrics/run-metrics';
import { sentTokens } from '../metrics/sent-tokens';
import { CounterJobs } from './counter-jobs';
import { conversationInfo, documentInfo } from './document-info';
import { edit, problems, search, setEdits, toolNames } from './editing-jobs';
import { exported } from './export-jobs';
import { FactsJobs } from './facts-jobs';
import { LaneJobs } from './lane-jobs';
import { borrow, Lender } from './lending';
import { fingerprints, importedPlaces, readLink, shareFile, shareLink } from './link-jobs';
import { previewPins } from './pin-rule-jobs';
import type { OpenedFile, RequestName, Requests } from './protocol';
import { jsonMistake, rawJson, readRawJson } from './raw-json';
import { examination, examinedOf, markersOf, remedies } from './remedy-jobs';
import { scenarioSettings } from './scenario-settings';
import { type JobOptions, Session } from './session';
import { fullMessage, rowTexts, windowView } from './views';

export class Jobs {
  private readonly session = new Session();
  private readonly facts = new FactsJobs(this.session);
  private readonly lanes = new LaneJobs(this.session, this.facts);
  private readonly counters = new CounterJobs(this.session);
  private readonly lender = new Lender();
  /** A conversation that is on its way here: lanes are replayed on that one. */
  private borrowing: Promise<unknown> = Promise.resolve();

  async run<Name extends RequestName>(
    name: Name,
    input: Requests[Name]['input'],
    options: JobOptions,
  ): Promise<Requests[Name]['output']> {
    const { session } = this;
    const handlers: { [Key in RequestName]: (input: Requests[Key]['input'], options: JobOptions) => unknown } = {
      open: (request, job) => this.open(request, job),
      choose: ({ conversation, counts }) => {
        const chosen = session.choose(conversation, counts);
        return { info: documentInfo(session), settings: scenarioSettings(chosen) };
      },
      edit: (request) => edit(session, request),
      setEdits: (request) => setEdits(session, request),
      problems: (request) => problems(session, request),
      rawJson: (request) => rawJson(session, request),
      readRawJson: (request) => readRawJson(session, request),
      jsonMistake: ({ text }) => jsonMistake(text),
      search: (request) => search(session, request),
      toolNames: () => toolNames(session),
      lend: ({ port, base }) => ({
        lending: this.lender.lend(port, { conversation: session.conversation, counts: session.allCounts }, base),
      }),
      borrow: (request, job) => this.borrow(request, job),
      count: ({ counter }, job) => session.count(counter, job),
      replay: (request) => this.replay(request),
      laneRun: async (request) => {
        await this.borrowing;
        return this.lanes.run(request);
      },
      laneMeasure: (request) => this.lanes.measure(request),
      laneScore: (request, job) => this.lanes.score(request, job),
      laneView: (request) => this.lanes.view(request),
      probeSuggestions: ({ probes }, job) => this.facts.suggested(probes, job),
      counterReport: (request, job) => this.counters.report(request, job),
      counterRun: (request, job) => this.counters.run(request, job),
      baseline: async ({ lane }) => ({ run: (await session.run(lane)).run }),
      previewPins: (request) => previewPins(session, request),
      view: ({ call }) => this.view(call),
      sent: ({ counter }, job) => this.sent(counter, job),
      examine: async ({ counter }) =>
        examination(session, await examinedOf(session, session.replayed, counter, this.facts)),
      remedies: ({ counter }, job) => remedies(session, counter, this.facts, job),
      facts: (_request, job) => this.facts.rows(job),
      recall: (_request, job) => this.facts.recall(job),
      standings: ({ call }, job) => this.facts.standings(call, job),
      mentions: ({ fact }, job) => this.facts.mentions(fact, job),
      rows: ({ items }) => rowTexts(session.index, session.latestRun, items),
      message: ({ item }) => fullMessage(session.index, session.latestRun, item),
      exported: (request) => exported(session, request),
      shareLink: (request) => shareLink(session, request),
      shareFile: (request) => shareFile(session, request),
      importedPlaces: () => importedPlaces(session),
      readLink: (request) => readLink(request),
      fingerprints: () => fingerprints(session),
      transcript: () => ({ messages: session.conversation.messages, tools: session.conversation.tools ?? [] }),
    };
    return (await handlers[name](input, options)) as Requests[Name]['output'];
  }

  private async open(input: Requests['open']['input'], options: JobOptions): Promise<OpenedFile> {
    const { file, name, format } = input;
    const cost = openingCost(file.size, /\.gz$/i.test(name));
    if (cost.ask && !input.sure) throw new OpeningCostError(cost);
    const report = await readTranscriptFile(
      { name, size: file.size, stream: () => file.stream() as ReadableStream<Uint8Array> },
      {
        ...(format === undefined ? {} : { format }),
        signal: options.signal,
        onProgress: (done, total) => options.onProgress({ stage: 'reading', done, total }),
      },
    );
    this.session.take(report);
    const { conversations, ...rest } = report;
    const formats = IMPORTERS.map(({ id, label }) => ({ id, label }));
    return { ...rest, formats, conversations: conversations.map(conversationInfo) };
  }

  private borrow({ port }: Requests['borrow']['input'], { signal }: JobOptions): Promise<Requests['borrow']['output']> {
    const { session } = this;
    const borrowing = borrow(port, session.messages, signal).then(({ conversation, counts, origin }) => {
      session.adopt(conversation, counts, origin);
      return { messages: conversation.messages.length };
    });
    // Whether it came is told to whoever asked for it.
    this.borrowing = borrowing.catch(() => undefined);
    return borrowing;
  }

  private async replay({ lane }: Requests['replay']['input']): Promise<Requests['replay']['output']> {
    const { session } = this;
    const started = performance.now();
    const replayed = await session.replay(lane);
    const computeMs = performance.now() - started;
    const { run } = replayed;
    return { run, metrics: runMetrics(run, session.index, lane.config, markersOf(lane.config)), computeMs };
  }

  /** The window of the latest run at a call, or at the last one where it has no such call. */
  private view(call: number): Requests['view']['output'] {
    const { session } = this;
    const { index, replayed } = session;
    const at = Math.min(Math.max(0, call), replayed.run.calls.before.length - 1);
    return windowView(index, replayed, at, session.toolTokens());
  }

  private async sent(counterId: string, options: JobOptions): Promise<{ tokens: Int32Array }> {
    const { session } = this;
    const { index } = session;
    const { run, lane, system } = session.replayed;
    const { counts } = await session.count(counterId, options);
    const counter = await session.counter(counterId);
    const present = (item: number) => system.present(item, run, index, lane.config, lane.guards);
    return { tokens: sentTokens(run, index, counts, counter, present) };
  }
}

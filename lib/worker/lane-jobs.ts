/** The worker's side of a comparison: each lane's latest run, and what it comes to under the scenario's yardsticks. */

import type { TranscriptIndex } from '../engine/accounting';
import type { Message } from '../engine/transcript';
import { type Billed, bill, billed } from '../metrics/bill';
import { compareBills } from '../metrics/bill-compare';
import { contextWindowOf } from '../metrics/findings/early';
import { callsOf } from '../metrics/findings/finding';
import { runMetrics } from '../metrics/run-metrics';
import { score } from '../metrics/score';
import { sentTokens } from '../metrics/sent-tokens';
import { type Validity, validityInTurns } from '../metrics/validity/check-run';
import { traceWindows } from '../metrics/window-trace';
import {
  type NotedSummarizer,
  notedSummarizer,
  type SummaryExchange,
  yardstickMetrics,
} from '../metrics/yardstick-metrics';
import { compileProbes } from '../probes/compile';
import { evaluateProbes, probeScore } from '../probes/evaluate';
import { completeConfig, systemById } from '../systems/registry';
import { type FactsJobs, recallView } from './facts-jobs';
import { resolvedPrices } from './prices';
import type { LaneSpec, Requests } from './protocol';
import { markersOf } from './remedy-jobs';
import type { JobOptions, Replayed, Session } from './session';
import { pause, takingTurns } from './taking-turns';
import { windowView } from './views';

/** The page asks about a run that is not kept here: the worker is a new one, or a later run has taken its place. */
class NoSuchRunError extends Error {
  override name = 'NoSuchRunError';
}

interface LaneRun extends Replayed {
  number: number;
  yardstick: string;
  noted: NotedSummarizer;
  computeMs: number;
  /** What its judgement is made of, once it has been asked for. */
  judged?: { exchanges: readonly SummaryExchange[]; billed: Billed; validity: Validity };
}

const NOTHING_FORGOTTEN: LaneSpec = {
  system: 'none',
  config: completeConfig(systemById('none')),
  guards: {},
  summarizer: { kind: 'drop' },
};

function messageAt({ transcript }: TranscriptIndex, item: number): Message {
  return transcript.messages[item] as Message;
}

export class LaneJobs {
  private readonly kept = new Map<string, LaneRun>();
  private base: { index: TranscriptIndex; yardstick: string; billed: Billed } | null = null;

  constructor(
    private readonly session: Session,
    private readonly facts: FactsJobs,
  ) {}

  /** Replays a lane and keeps its run under a number, in the place of the lane's earlier ones. */
  async run({ id, number, lane, yardstick }: Requests['laneRun']['input']): Promise<Requests['laneRun']['output']> {
    const { session } = this;
    let noted = notedSummarizer(() => null);
    const started = performance.now();
    const replayed = await session.run(lane, (summarizer) => {
      noted = notedSummarizer(summarizer);
      return noted.summarizer;
    });
    const computeMs = performance.now() - started;
    const kept = { ...replayed, number, yardstick, noted, computeMs };
    this.kept.set(id, kept);
    return { run: replayed.run, sent: await this.sentOf(kept), computeMs };
  }

  /** The same run under another yardstick, and another number, from now on. */
  async measure({
    id,
    number,
    next,
    yardstick,
  }: Requests['laneMeasure']['input']): Promise<Requests['laneMeasure']['output']> {
    const { judged: _judged, ...kept } = this.runOf(id, number);
    const measured = { ...kept, number: next, yardstick };
    const sent = await this.sentOf(measured);
    this.kept.set(id, measured);
    return { sent };
  }

  private async sentOf({ run, lane, system, yardstick }: LaneRun): Promise<Int32Array> {
    const { session } = this;
    const { index } = session;
    const { counts } = await session.count(yardstick);
    const counter = await session.counter(yardstick);
    const present = (item: number) => system.present(item, run, index, lane.config, lane.guards);
    return sentTokens(run, index, counts, counter, present);
  }

  /** What a lane's run comes to. Facts are collected once a transcript. */
  async score(
    { id, number, name, probes, prices }: Requests['laneScore']['input'],
    options: JobOptions,
  ): Promise<Requests['laneScore']['output']> {
    const { session } = this;
    const { index } = session;
    const kept = this.runOf(id, number);
    const { run, lane, system } = kept;
    const { config, guards } = lane;
    const present = (item: number) => system.present(item, run, index, config, guards);
    const results = evaluateProbes(await compileProbes(probes), run, index, present);
    const failedCalls = callsOf(results.filter(({ passes, call }) => !passes && call >= 0).map(({ call }) => call));
    const priced = await resolvedPrices(prices);
    const { exchanges, billed: of, validity } = await this.judged(kept, options);
    const own = bill(of, priced);
    const base = bill(await this.everything(kept.yardstick), priced);
    const recall = await this.facts.recalled(kept, options);
    const { counts } = await session.count(kept.yardstick);
    const { computeMs } = kept;
    const { sent } = of.trace;
    return {
      score: score({
        lane: name,
        system: lane.system,
        run,
        index,
        sent,
        metrics: {
          ...runMetrics(run, index, config, markersOf(config)),
          ...yardstickMetrics(run, counts, sent, exchanges),
        },
        exchanges,
        validity,
        bill: own,
        baseBill: base,
        recall,
        probes: { total: results.length, held: probeScore(results).held, failedCalls },
        computeMs,
        contextWindow: contextWindowOf({ config, system }),
      }),
      bill: own,
      against: compareBills(own, base),
      probes: results,
      recall: recallView(recall),
    };
  }

  /** What does not depend on probes and prices, made once a run. */
  private async judged(kept: LaneRun, { signal }: JobOptions): Promise<NonNullable<LaneRun['judged']>> {
    if (kept.judged) return kept.judged;
    const { session } = this;
    const { index } = session;
    const { run, lane, system, yardstick } = kept;
    const { config, guards } = lane;
    const { counts } = await session.count(yardstick);
    const counter = await session.counter(yardstick);
    const present = (item: number) => system.present(item, run, index, config, guards);
    const mayGoOn = () => !signal.aborted;
    await pause(mayGoOn);
    const trace = traceWindows(run, index, counts, counter, present);
    await pause(mayGoOn);
    const exchanges = kept.noted.exchanges(index, counts, counter);
    await pause(mayGoOn);
    const validity = await takingTurns(validityInTurns(run, index, system, config, guards), mayGoOn);
    kept.judged = { exchanges, billed: billed(run, index, counts, trace, exchanges), validity };
    return kept.judged;
  }

  /** What is billed where nothing is ever forgotten: the same for every lane. */
  private async everything(yardstick: string): Promise<Billed> {
    const { session } = this;
    const { index } = session;
    if (this.base?.index === index && this.base.yardstick === yardstick) return this.base.billed;
    const { counts } = await session.count(yardstick);
    const { run } = await session.run(NOTHING_FORGOTTEN);
    const trace = traceWindows(run, index, counts, await session.counter(yardstick), (item) => messageAt(index, item));
    const of = billed(run, index, counts, trace, []);
    this.base = { index, yardstick, billed: of };
    return of;
  }

  /** The window of a lane's run at a call. */
  view({ id, number, call }: Requests['laneView']['input']): Requests['laneView']['output'] {
    const kept = this.runOf(id, number);
    const { index } = this.session;
    return windowView(index, kept, Math.min(call, kept.run.calls.before.length - 1), this.session.toolTokensOf(kept));
  }

  private runOf(id: string, number: number): LaneRun {
    const kept = this.kept.get(id);
    if (kept?.number === number) return kept;
    throw new NoSuchRunError('That run of the lane is no longer kept.');
  }
}

/** Replays the lanes of one scenario over the same engine code as the app; texts are counted once a counter, not once a lane. */

import { countTranscript, indexTranscript, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { activePinRules } from '../engine/pin-rule';
import { PROVIDERS, type ProviderId } from '../engine/provider-rules';
import { replay, runSync } from '../engine/replay';
import type { Item, Run } from '../engine/run';
import type { MemorySystem } from '../engine/system';
import type { Message } from '../engine/transcript';
import { type Billed, billed } from '../metrics/bill';
import { collectFacts, type Fact } from '../metrics/facts/collect';
import { FactReader, type Recall } from '../metrics/facts/recall';
import { examine } from '../metrics/findings';
import type { Finding } from '../metrics/findings/finding';
import { type RunMetrics, runMetrics } from '../metrics/run-metrics';
import type { Validity } from '../metrics/validity/check-run';
import { traceWindows } from '../metrics/window-trace';
import {
  notedSummarizer,
  type SummaryExchange,
  type YardstickMetrics,
  yardstickMetrics,
} from '../metrics/yardstick-metrics';
import { compileRules } from '../pin-rules/compile';
import type { Lane } from '../scenario/lane';
import type { Scenario } from '../scenario/scenario';
import { summarizerFor } from '../summarizers/registry';
import { completeConfig, systemById } from '../systems/registry';
import type { Counter, CounterId } from '../tokenizers/counter';
import { loadCounter } from '../tokenizers/registry';

/** A replayed lane with everything that reads it. */
export interface LaneOutcome {
  lane: Lane;
  system: MemorySystem;
  index: TranscriptIndex;
  run: Run;
  /** Yardstick tokens at each call. */
  sent: Int32Array;
  exchanges: SummaryExchange[];
  metrics: RunMetrics & YardstickMetrics & FactMetrics & { invalidWindows: { [provider in ProviderId]: number } };
  findings: Finding[];
  recall: Recall;
  validity: Validity;
  /** What of the run is billed, whatever the prices. */
  billed: Billed;
  /** Milliseconds that the replay took, counting left out. */
  computeMs: number;
  /** An item of a window as the model gets it. */
  present(item: Item): Message;
}

/** Uses of earlier facts, those that only a summary had, those that nothing had, and 1 − misses ÷ uses. */
interface FactMetrics {
  uses: number;
  inSummary: number;
  misses: number;
  recall: number;
}

interface Counted {
  counter: Counter;
  counts: TokenCounts;
}

/** Correction markers that lanes are compared by where their own system has none. */
function commonMarkers(): readonly string[] {
  return completeConfig(systemById('managed-window')).correctionMarkers as string[];
}

export class ScenarioReplay {
  readonly index: TranscriptIndex;
  private readonly counted = new Map<string, Counted>();
  private facts: readonly Fact[] | undefined;

  /** `warn` hears of a counter that could not load. */
  constructor(
    private readonly scenario: Scenario,
    private readonly warn: (message: string) => void,
  ) {
    this.index = indexTranscript(scenario.transcript);
  }

  /** Counts under a counter, made at the first request. */
  async count(id: string): Promise<Counted> {
    const known = this.counted.get(id);
    if (known) return known;
    const counter = await loadCounter(id as CounterId);
    if (counter.fellBackFrom) {
      this.warn(`${id} could not load (${counter.fallbackReason}); ${counter.id} stands in, which overestimates.`);
    }
    const counted = { counter, counts: countTranscript(this.scenario.transcript, counter) };
    this.counted.set(id, counted);
    return counted;
  }

  /** A lane's run alone, without anything that reads it. */
  async run({ system: id, config, guards, summarizer }: Lane): Promise<Run> {
    const { index } = this;
    const system = systemById(id);
    const policy = await this.count(system.counterOf(config));
    return runSync(replay({ index, system, config, guards, ...policy }), summarizerFor(summarizer));
  }

  async lane(lane: Lane): Promise<LaneOutcome> {
    const { index } = this;
    const { config, guards } = lane;
    const system = systemById(lane.system);
    const yardstick = await this.count(this.scenario.counter);
    const policy = await this.count(system.counterOf(config));
    const noted = notedSummarizer(summarizerFor(lane.summarizer));
    const pins = (await compileRules(activePinRules(config))).match(index, policy.counts);
    const started = performance.now();
    const run = runSync(replay({ index, system, config, guards, ...policy, pins }), noted.summarizer);
    const computeMs = performance.now() - started;
    const exchanges = noted.exchanges(index, yardstick.counts, yardstick.counter);
    const present = (item: Item) => system.present(item, run, index, config, guards);
    const trace = traceWindows(run, index, yardstick.counts, yardstick.counter, present);
    const { sent } = trace;
    this.facts ??= collectFacts(index);
    const recall = new FactReader(run, present).recall(this.facts);
    const markers = Array.isArray(config.correctionMarkers) ? config.correctionMarkers : commonMarkers();
    const { findings, validity } = examine({
      run,
      index,
      system,
      config,
      guards,
      counts: policy.counts,
      sent,
      markers,
      recalled: { facts: this.facts, recall },
    });
    const metrics = {
      ...runMetrics(run, index, config, markers),
      ...yardstickMetrics(run, yardstick.counts, sent, exchanges),
      ...recall,
      misses: recall.misses.length,
      invalidWindows: Object.fromEntries(PROVIDERS.map((provider) => [provider, validity[provider].calls.length])) as {
        [provider in ProviderId]: number;
      },
    };
    return {
      lane,
      system,
      index,
      run,
      sent,
      exchanges,
      metrics,
      findings,
      recall,
      validity,
      billed: billed(run, index, yardstick.counts, trace, exchanges),
      computeMs,
      present,
    };
  }
}

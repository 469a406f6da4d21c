/** The worker's side of facts: collected once a transcript in steps, then read against the latest run. */

import type { Run } from '../engine/run';
import { type Fact, FactCollector } from '../metrics/facts/collect';
import { FactReader, type Recall, type Recalled } from '../metrics/facts/recall';
import type { Probe } from '../probes/probe';
import { type ProbeSuggestion, suggestProbes } from '../probes/suggest';
import type { FactRow, RecallView } from './protocol';
import type { JobOptions, Replayed, Session } from './session';
import { takingTurns } from './taking-turns';

/** Code units of text that are read between two looks at the other requests. */
const STEP = 200_000;
/** Code units of a value that a row carries. */
const SHOWN = 240;

export class FactsJobs {
  private facts: { index: Session['index']; list: Fact[] } | null = null;
  private readonly recalls = new WeakMap<Run, Recall>();
  private read: { replayed: Replayed; reader: FactReader } | null = null;

  constructor(private readonly session: Session) {}

  /** Every fact of the transcript. */
  async rows(options: JobOptions): Promise<FactRow[]> {
    const list = await this.collected(options);
    return list.map(({ kind, value, mentions, uses }) => ({
      kind,
      value: value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value,
      first: mentions[0] as number,
      mentions: mentions.length,
      uses: uses.length,
    }));
  }

  /** Uses and misses over the latest run. */
  async recall(options: JobOptions): Promise<RecallView> {
    return recallView(await this.recalled(this.session.replayed, options));
  }

  /** The same over any run of the transcript, as it was worked out. */
  async recalled(replayed: Replayed, options: JobOptions): Promise<Recall> {
    return await this.readOf(replayed, await this.collected(options), options.signal);
  }

  /** Uses and misses of any run of the transcript, where its facts have been collected already. */
  async recalledOf(replayed: Replayed): Promise<Recalled | undefined> {
    if (this.facts?.index !== this.session.index) return undefined;
    const { list } = this.facts;
    return { facts: list, recall: await this.readOf(replayed, list) };
  }

  /** Read once a run: findings and the list of misses ask for the same. */
  private async readOf({ run, lane, system }: Replayed, list: readonly Fact[], signal?: AbortSignal): Promise<Recall> {
    const known = this.recalls.get(run);
    if (known) return known;
    const { index, latestRun } = this.session;
    const present = (item: number) => system.present(item, run, index, lane.config, lane.guards);
    const turns = new FactReader(run, present).recallInTurns(list);
    const recall = await takingTurns(turns, () => !signal?.aborted && this.session.latestRun === latestRun);
    this.recalls.set(run, recall);
    return recall;
  }

  /** Per fact where it stands at a call of the latest run. */
  async standings(call: number, options: JobOptions): Promise<Uint8Array> {
    const list = await this.collected(options);
    return this.reader().reader.standings(list, call);
  }

  /** Messages that say a fact, ascending. */
  async mentions(fact: number, options: JobOptions): Promise<Int32Array> {
    return (await this.collected(options))[fact]?.mentions ?? new Int32Array();
  }

  /** Probes that the facts suggest, beside those there are. */
  async suggested(existing: readonly Probe[], options: JobOptions): Promise<ProbeSuggestion[]> {
    const { index } = this.session;
    return suggestProbes(index, await this.collected(options), existing);
  }

  private async collected({ signal }: JobOptions): Promise<Fact[]> {
    const { index } = this.session;
    if (this.facts?.index === index) return this.facts.list;
    const collector = new FactCollector(index);
    while (collector.step(STEP)) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
    const list = collector.finish();
    if (index === this.session.index) this.facts = { index, list };
    return list;
  }

  private reader(): { reader: FactReader } {
    const { replayed } = this.session;
    if (this.read?.replayed === replayed) return this.read;
    const { run, lane, system } = replayed;
    const { index } = this.session;
    const reader = new FactReader(run, (item) => system.present(item, run, index, lane.config, lane.guards));
    this.read = { replayed, reader };
    return this.read;
  }
}

/** Misses as columns, which cross to the page fast. */
export function recallView({ uses, inSummary, misses, recall }: Recall): RecallView {
  return {
    uses,
    inSummary,
    recall,
    misses: {
      fact: Int32Array.from(misses, (miss) => miss.fact),
      message: Int32Array.from(misses, (miss) => miss.message),
      call: Int32Array.from(misses, (miss) => miss.call),
      lostAt: Int32Array.from(misses, (miss) => miss.lostAt),
      decision: Int32Array.from(misses, (miss) => miss.decision),
    },
  };
}

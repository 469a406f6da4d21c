/** The worker's side of counters: each held against the yardstick, and a lane replayed under another one than its own. */

import type { TokenCounts } from '../engine/accounting';
import { DECISIONS, type Run } from '../engine/run';
import { compareCounters, compareUsage, counterDivergences, sentWhole } from '../metrics/estimators';
import { systemById } from '../systems/registry';
import type { LaneSpec, Requests } from './protocol';
import type { CounterRunView } from './protocol-counters';
import type { JobOptions, Session } from './session';

/** The tables of a counter cannot be loaded: its counts would be another's. */
class CounterUnavailableError extends Error {
  override name = 'CounterUnavailableError';
  readonly remedy = 'Reload the page with a connection; what has been loaded once is kept.';

  constructor(counter: string) {
    super(`The tables of ${counter} could not be loaded.`);
  }
}

export class CounterJobs {
  /** The lane's run under its own counter, which every other is held against. */
  private own: { key: string; index: Session['index']; run: Run } | null = null;

  constructor(private readonly session: Session) {}

  async report(
    { exact, counter }: Requests['counterReport']['input'],
    options: JobOptions,
  ): Promise<Requests['counterReport']['output']> {
    const { session } = this;
    const { index, conversation } = session;
    const right = await this.counted(exact, options);
    const counts = await this.counted(counter, options);
    const [report] = compareCounters(index, right, [counts]);
    if (!report) throw new CounterUnavailableError(counter);
    if (conversation.usage.length === 0) return { report, usage: null };
    const { calls, ...usage } = compareUsage(index, sentWhole(index, counts), conversation.usage);
    return { report, usage: { ...usage, calls: calls.length } };
  }

  async run(
    { lane, counter }: Requests['counterRun']['input'],
    options: JobOptions,
  ): Promise<Requests['counterRun']['output']> {
    await this.counted(counter, options);
    const own = await this.ownRun(lane, options);
    const { run } = await this.session.run({ ...lane, config: { ...lane.config, counter } });
    return runView(own, run);
  }

  private async ownRun(lane: LaneSpec, options: JobOptions): Promise<Run> {
    const { session } = this;
    const { index } = session;
    const key = JSON.stringify(lane);
    if (this.own?.key === key && this.own.index === index) return this.own.run;
    await this.counted(systemById(lane.system).counterOf(lane.config), options);
    const { run } = await session.run(lane);
    this.own = { key, index, run };
    return run;
  }

  /** Counts that are what they say: where the tables of a counter cannot be loaded, nothing stands in for it here. */
  private async counted(counter: string, options: JobOptions): Promise<TokenCounts> {
    const { counts, fellBackFrom } = await this.session.count(counter, options);
    if (fellBackFrom) throw new CounterUnavailableError(fellBackFrom);
    return counts;
  }
}

function compactionsOf({ decisions }: Run): number {
  const compacted = DECISIONS.indexOf('compacted');
  let count = 0;
  for (const kind of decisions.kind) if (kind === compacted) count++;
  return count;
}

function runView(own: Run, other: Run): CounterRunView {
  const found = counterDivergences([own, other]);
  return {
    compactions: { own: compactionsOf(own), other: compactionsOf(other) },
    moved: {
      call: Int32Array.from(found, ({ call }) => call),
      kind: Uint8Array.from(found, ({ kind }) => DECISIONS.indexOf(kind)),
      own: Int32Array.from(found, ({ decisions }) => decisions[0]?.count ?? 0),
      other: Int32Array.from(found, ({ decisions }) => decisions[1]?.count ?? 0),
    },
  };
}

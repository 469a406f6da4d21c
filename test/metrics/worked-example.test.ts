/** The worked example of METRICS.md, replayed: every figure in its tables is what the code says. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import type { Item } from '@/lib/engine/run';
import { bill, billed } from '@/lib/metrics/bill';
import { compareBills } from '@/lib/metrics/bill-compare';
import { billOptions, CACHE_PROFILES, type ScenarioPrices } from '@/lib/metrics/bill-prices';
import { collectFacts } from '@/lib/metrics/facts/collect';
import { FactReader } from '@/lib/metrics/facts/recall';
import { shownNumber } from '@/lib/metrics/figure';
import { breaksOf } from '@/lib/metrics/findings/cache';
import { FIGURES } from '@/lib/metrics/registry';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { score } from '@/lib/metrics/score';
import { sentTokens } from '@/lib/metrics/sent-tokens';
import { validityOf } from '@/lib/metrics/validity/check-run';
import { traceWindows } from '@/lib/metrics/window-trace';
import { notedSummarizer, yardstickMetrics } from '@/lib/metrics/yardstick-metrics';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { words } from '@/lib/tokenizers/words';
import { transcriptFrom } from '../fixtures/transcript-text';
import { replayed } from '../systems/support';

const page = readFileSync('lib/metrics/METRICS.md', 'utf8');
const block = (name: string, nth = 1) => page.split(`\`\`\`${name}\n`)[nth]?.split('```')[0] ?? '';
/** Figure and last column of every row of four columns. */
const rows = Array.from(page.matchAll(/^\| `(\w+)` *\|[^|]+\|.+\| ([^|]+?) *\|$/gm), ([, name, value]) => [
  name,
  value,
]);

function figures(): { [name: string]: string } {
  const transcript = transcriptFrom(block('transcript'));
  const config = JSON.parse(block('json'));
  const counts = countTranscript(transcript, words);
  const noted = notedSummarizer(fixedSummarizer('S{n} of {count}'));
  const outcome = replayed('managed-window', transcript, { config, summarizer: noted.summarizer });
  const { run, index, system, guards } = outcome;
  const exchanges = noted.exchanges(index, counts, words);
  const present = (item: Item) => system.present(item, run, index, outcome.config, guards);
  const sent = sentTokens(run, index, counts, words, present);
  const { corrections, pins, ...policy } = runMetrics(run, index, outcome.config);
  const recalled = new FactReader(run, present).recall(collectFacts(index));
  const validity = validityOf(run, index, system, outcome.config, guards);
  const trace = traceWindows(run, index, counts, words, present);
  const options = billOptions(JSON.parse(block('json', 2)) as ScenarioPrices);
  const own = bill(billed(run, index, counts, trace, exchanges), options);
  const everything = replayed('none', transcript);
  const grown = traceWindows(
    everything.run,
    everything.index,
    counts,
    words,
    (item) => transcript.messages[item] as never,
  );
  const base = bill(billed(everything.run, everything.index, counts, grown, []), options);
  const scored = score({
    lane: 'example',
    system: system.id,
    run,
    index,
    sent,
    metrics: { corrections, pins, ...policy, ...yardstickMetrics(run, counts, sent, exchanges) },
    exchanges,
    validity,
    bill: own,
    baseBill: base,
    recall: recalled,
    probes: { total: 2, held: 1, failedCalls: new Int32Array(0) },
    computeMs: 21.75 - 20.25,
  });
  const [compaction] = own.compactions;
  const dollars = (value: number) => `${value < 0 ? '−' : ''}$${Math.abs(value).toFixed(4)}`;
  const inBoard = Object.fromEntries(FIGURES.map((figure) => [figure.id, figure.value(scored)]));
  const board = ['billRatio', 'readShare', 'cadence', 'thrash', 'generations', 'overBudget', 'cacheBreaks'].map(
    (id) => [id, inBoard[id]],
  );
  const { aheadFrom, saved } = compareBills(own, base);
  const all = {
    ...policy,
    read: own.totals.read,
    written: own.totals.written,
    uncached: own.totals.uncached,
    output: own.totals.output,
    inputCost: dollars(own.totals.inputCost),
    outputCost: dollars(own.totals.outputCost),
    summarizerCost: dollars(own.totals.summarizerCost),
    cost: dollars(own.totals.cost),
    saved: dollars(saved),
    aheadFrom: aheadFrom === null ? 'none' : aheadFrom + 1,
    bill: dollars(inBoard.bill ?? 0),
    summarizerTokens: inBoard.summarizerTokens,
    computeMs: shownNumber(inBoard.computeMs ?? 0, 'milliseconds'),
    freedTokens: compaction?.freedTokens,
    rewriteCost: dollars(compaction?.rewriteCost ?? 0),
    savingPerCall: dollars(compaction?.savingPerCall ?? 0),
    paysBackAfter: compaction?.paysBackAfter,
    ...Object.fromEntries(board),
    ...yardstickMetrics(run, counts, sent, exchanges),
    ...recalled,
    corrections: `${corrections.kept} of ${corrections.total}`,
    pins: `${pins.kept} of ${pins.total}`,
    misses: recalled.misses.length,
    breaks: breaksOf(run).length,
    invalidWindows: validity['openai-chat'].calls.length,
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value),
    ]),
  );
}

describe('METRICS.md', () => {
  const known = figures();

  it.each(rows)('%s is %s', (name, value) => {
    expect(known[name as string]).toBe(value);
  });

  it('has every cache profile as it is', () => {
    const lifetime = (seconds: number) =>
      seconds >= 86_400 ? `${seconds / 86_400} d` : seconds >= 3600 ? `${seconds / 3600} h` : `${seconds / 60} min`;
    const expected = Object.values(CACHE_PROFILES).map((profile) => [
      profile.id,
      profile.minimumTokens.toLocaleString('en'),
      lifetime(profile.lifetimeSeconds),
      `× ${profile.writeMultiplier}`,
      `× ${profile.readMultiplier}`,
    ]);
    const told = Array.from(
      page.matchAll(/^\| ([\w-]+) +\| [^|]+\| ([^|]+) \| ([^|]+) \| (× [^|]+) \| (× [^|]+) \|$/gm),
      (row) => row.slice(1).map((cell) => cell.trim()),
    );
    expect(told.sort()).toEqual(expected.sort());
  });

  it('has a row for every figure', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(known).sort());
  });

  it('names every figure of the scoreboard', () => {
    expect(FIGURES.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
  });
});

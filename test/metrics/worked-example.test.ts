/** The worked example of METRICS.md, replayed: every figure in its tables is what the code says. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import type { Item } from '@/lib/engine/run';
import { collectFacts } from '@/lib/metrics/facts/collect';
import { FactReader } from '@/lib/metrics/facts/recall';
import { breaksOf } from '@/lib/metrics/findings/cache';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { sentTokens } from '@/lib/metrics/sent-tokens';
import { validityOf } from '@/lib/metrics/validity/check-run';
import { notedSummarizer, yardstickMetrics } from '@/lib/metrics/yardstick-metrics';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { words } from '@/lib/tokenizers/words';
import { transcriptFrom } from '../fixtures/transcript-text';
import { replayed } from '../systems/support';

const page = readFileSync('lib/metrics/METRICS.md', 'utf8');
const block = (name: string) => page.split(`\`\`\`${name}\n`)[1]?.split('```')[0] ?? '';
/** Figure and last column of every row of four columns. */
const rows = Array.from(page.matchAll(/^\| `(\w+)` *\|[^|]+\|.+\| ([^|]+?) *\|$/gm), ([, name, value]) => [
  name,
  value,
]);

function figures(): { [name: string]: string } {
  const transcript = transcriptFrom(block('transcript'));
  const config = JSON.parse(block('json'));
  const counts = countTranscript(transcript, words);
  const { index: before } = replayed('none', transcript);
  const noted = notedSummarizer(fixedSummarizer('S{n} of {count}'), before, counts, words);
  const outcome = replayed('managed-window', transcript, { config, summarizer: noted.summarizer });
  const { run, index, system, guards } = outcome;
  const present = (item: Item) => system.present(item, run, index, outcome.config, guards);
  const sent = sentTokens(run, index, counts, words, present);
  const { corrections, pins, ...policy } = runMetrics(run, index, outcome.config);
  const recalled = new FactReader(run, present).recall(collectFacts(index));
  const validity = validityOf(run, index, system, outcome.config, guards);
  const all = {
    ...policy,
    ...yardstickMetrics(run, counts, sent, noted.exchanges),
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

  it('has a row for every figure', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(known).sort());
  });
});

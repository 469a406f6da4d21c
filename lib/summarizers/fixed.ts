/** A summarizer that answers with a template: for vectors, teaching and tests. */

import type { SyncSummarizer } from '../engine/replay';

export class FixedSummarizerFailure extends Error {
  override name = 'FixedSummarizerFailure';
}

/**
 * `{n}` becomes the ordinal of the request in the replay, `{count}` the number of items it covers.
 * `null` answers NOTHING; the text FAIL throws.
 */
export function fixedSummarizer(template: string | null): SyncSummarizer {
  return (request) => {
    if (template === null) return null;
    if (template === 'FAIL') throw new FixedSummarizerFailure('The fixed summarizer was told to fail.');
    const values: { [name: string]: number } = { n: request.ordinal, count: request.items.length };
    return template.replace(/\{(n|count)\}/g, (_, name: string) => String(values[name]));
  };
}

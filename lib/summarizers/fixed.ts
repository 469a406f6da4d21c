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
    return template.replaceAll('{n}', String(request.ordinal)).replaceAll('{count}', String(request.items.length));
  };
}

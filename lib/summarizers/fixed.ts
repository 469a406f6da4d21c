/** A summarizer that answers with a template: for vectors, teaching and tests. */

import type { SyncSummarizer } from '../engine/replay';

class FixedSummarizerFailure extends Error {
  override name = 'FixedSummarizerFailure';
}

/**
 * `{n}` becomes the ordinal of the request in the replay, `{count}` the number of items it covers.
 * `null` answers NOTHING; the text FAIL throws.
 */
export function fixedSummarizer(template: string | null): SyncSummarizer {
  if (template === null) return () => null;
  if (template === 'FAIL') {
    return () => {
      throw new FixedSummarizerFailure('The fixed summarizer was told to fail.');
    };
  }
  const parts = template.split(/(\{(?:n|count)\})/);
  return (request) => {
    let text = '';
    for (const part of parts) {
      if (part === '{n}') text += request.ordinal;
      else text += part === '{count}' ? request.items.length : part;
    }
    return text;
  };
}

/** The summarizers that answer at once, by the specification a scenario carries. */

import type { SyncSummarizer } from '../engine/replay';
import { SUMMARIZERS, type SummarizerSpec } from './descriptions';
import { extractiveSummarizer } from './extractive';
import { fixedSummarizer } from './fixed';

/** A scenario names a summarizer that does not exist. */
export class UnknownSummarizerError extends Error {
  override readonly name = 'UnknownSummarizerError';
  readonly remedy: string;

  constructor(readonly kind: unknown) {
    const remedy = `Use one of ${SUMMARIZERS.map((entry) => entry.kind).join(', ')}.`;
    super(`summarizer.kind: ${JSON.stringify(kind) ?? 'nothing'} is not a known summarizer. ${remedy}`);
    this.remedy = remedy;
  }
}

/** Throws UnknownSummarizerError for a kind that is none. */
export function summarizerFor(spec: SummarizerSpec): SyncSummarizer {
  switch (spec.kind) {
    case 'fixed':
      return fixedSummarizer(spec.text);
    case 'extractive':
      return extractiveSummarizer;
    case 'drop':
      return () => null;
    default:
      throw new UnknownSummarizerError((spec as { kind?: unknown }).kind);
  }
}

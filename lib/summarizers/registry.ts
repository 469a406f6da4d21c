/** The summarizers that answer at once, by the specification a scenario carries. */

import type { SyncSummarizer } from '../engine/replay';
import { extractiveSummarizer } from './extractive';
import { fixedSummarizer } from './fixed';

/** `fixed`: a template, null for NOTHING. `extractive`: rules over the span, offline. `drop`: NOTHING, always. */
export type SummarizerSpec = { kind: 'fixed'; text: string | null } | { kind: 'extractive' } | { kind: 'drop' };

/** A summarizer as people choose it. */
export interface SummarizerEntry {
  readonly kind: SummarizerSpec['kind'];
  readonly label: string;
  /** One sentence for people: what it answers. */
  readonly description: string;
}

export const SUMMARIZERS: readonly SummarizerEntry[] = [
  {
    kind: 'extractive',
    label: 'Extractive',
    description:
      'Decisions, facts, failed attempts and corrections, picked out word for word. Offline and the same every time.',
  },
  {
    kind: 'fixed',
    label: 'Fixed text',
    description:
      'A template in which {n} is the number of the summary and {count} how many items it stands for. An empty text answers NOTHING, which removes the span; FAIL fails.',
  },
  { kind: 'drop', label: 'Drop', description: 'Finds nothing worth keeping: the span is removed without a trace.' },
];

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

/** The summarizers as people choose them, without the code that summarizes. */

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

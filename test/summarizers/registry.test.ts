/** The summarizers by their specification. */

import { describe, expect, it } from 'vitest';
import type { SummaryRequest } from '@/lib/engine/system';
import { SUMMARIZERS, type SummarizerSpec } from '@/lib/summarizers/descriptions';
import { summarizerFor, UnknownSummarizerError } from '@/lib/summarizers/registry';

const request: SummaryRequest = {
  ordinal: 3,
  items: Int32Array.of(4, 5),
  messages: () => [
    { role: 'user', content: 'No, use port 8080.' },
    { role: 'assistant', content: 'Fine.' },
  ],
  previous: null,
  wordLimit: 50,
};

describe('summarizer registry', () => {
  it('makes every kind there is', () => {
    const specs: SummarizerSpec[] = [
      { kind: 'extractive' },
      { kind: 'fixed', text: 'S{n} of {count}' },
      { kind: 'drop' },
    ];
    expect(SUMMARIZERS.map((entry) => entry.kind)).toEqual(specs.map((spec) => spec.kind));
    expect(specs.map((spec) => summarizerFor(spec)(request))).toEqual([
      'Corrected:\n- No, use port 8080.',
      'S3 of 2',
      null,
    ]);
    expect(summarizerFor({ kind: 'fixed', text: null })(request)).toBeNull();
  });

  it('names the kinds there are when a specification names another', () => {
    const make = () => summarizerFor({ kind: 'gpt' } as unknown as SummarizerSpec);
    expect(make).toThrow(UnknownSummarizerError);
    expect(make).toThrow('summarizer.kind: "gpt" is not a known summarizer. Use one of extractive, fixed, drop.');
  });
});

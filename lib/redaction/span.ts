/** Places in a text that are to be replaced, and how overlapping ones are settled. */

import type { SecretKind } from './secrets';

export interface Span {
  from: number;
  to: number;
  kind: SecretKind;
}

/** Spans in order without overlaps: the earlier one stays; of two from one place a key, which an address may begin with, or the longer. */
export function settled(spans: readonly Span[]): Span[] {
  const rank = ({ kind }: Span) => (kind === 'key' ? 0 : 1);
  const sorted = [...spans].sort((one, other) => one.from - other.from || rank(one) - rank(other) || other.to - one.to);
  const kept: Span[] = [];
  let end = 0;
  for (const span of sorted) {
    if (span.from < end || span.to <= span.from) continue;
    kept.push(span);
    end = span.to;
  }
  return kept;
}

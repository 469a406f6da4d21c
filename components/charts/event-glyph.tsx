/** The marks of events: one shape for each kind, so that colour is never the only difference. */

import type { ReactNode } from 'react';
import type { DecisionKind } from '@/lib/engine/run';

interface Look {
  /** One and many, for legends. */
  one: string;
  many: string;
  color: string;
}

export const EVENT_LOOKS: Record<DecisionKind, Look> = {
  compacted: { one: 'compaction', many: 'compactions', color: 'var(--summary-mark)' },
  evicted: { one: 'eviction', many: 'evictions', color: 'var(--trouble)' },
  truncated: { one: 'truncation', many: 'truncations', color: 'var(--cut-mark)' },
  refused: { one: 'refused', many: 'refused', color: 'var(--trouble)' },
  'summary-refused': { one: 'summary refused', many: 'summaries refused', color: 'var(--trouble)' },
  'summary-failed': { one: 'summary failed', many: 'summaries failed', color: 'var(--trouble)' },
  floor: { one: 'nothing left to take', many: 'times nothing left to take', color: 'var(--trouble)' },
};

/** A mark around the origin of the surrounding drawing. `size` is half its height in pixels. */
export function EventShape({ kind, size, ground }: { kind: DecisionKind; size: number; ground: string }): ReactNode {
  const { color } = EVENT_LOOKS[kind];
  const line = { stroke: color, strokeWidth: 1.5, fill: 'none' } as const;
  switch (kind) {
    case 'compacted':
      return <circle r={size} {...line} fill={ground} />;
    case 'evicted':
      return <path d={`M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`} {...line} />;
    case 'truncated':
      return <path d={`M0 ${-size}L${size} 0L0 ${size}L${-size} 0z`} fill={color} />;
    case 'refused':
      return (
        <g>
          <circle r={size} {...line} fill={ground} />
          <path d={`M${-size * 0.7} ${size * 0.7}L${size * 0.7} ${-size * 0.7}`} {...line} />
        </g>
      );
    case 'floor':
      return <path d={`M0 ${-size}L${size} ${size * 0.8}L${-size} ${size * 0.8}z`} fill={color} />;
    case 'summary-failed':
      return <rect x={-size} y={-size} width={2 * size} height={2 * size} fill={color} />;
    case 'summary-refused':
      return <rect x={-size} y={-size} width={2 * size} height={2 * size} {...line} fill={ground} />;
  }
}

/** The mark alone, as big as small text. */
export function EventGlyph({ kind }: { kind: DecisionKind }) {
  return (
    <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true" className="shrink-0 overflow-visible">
      <EventShape kind={kind} size={3.25} ground="none" />
    </svg>
  );
}

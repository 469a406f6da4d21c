/** The marks of events: one shape for each kind, so that colour is never the only difference. */

import type { ReactNode } from 'react';
import type { DecisionKind } from '@/lib/engine/run';

interface Look {
  /** One and many, for legends. */
  one: string;
  many: string;
  color: string;
  shape: Shape;
}

type Shape = 'circle' | 'cross' | 'diamond' | 'barred' | 'triangle' | 'square' | 'frame' | 'down' | 'up' | 'dot';

const TROUBLE = 'var(--trouble)';
const QUIET = 'var(--ink-soft)';

const LOOKS: Partial<Record<DecisionKind, Look>> = {
  compacted: { one: 'compaction', many: 'compactions', color: 'var(--summary-mark)', shape: 'circle' },
  evicted: { one: 'eviction', many: 'evictions', color: TROUBLE, shape: 'cross' },
  truncated: { one: 'truncation', many: 'truncations', color: 'var(--cut-mark)', shape: 'diamond' },
  refused: { one: 'refused', many: 'refused', color: TROUBLE, shape: 'barred' },
  'summary-refused': { one: 'summary refused', many: 'summaries refused', color: TROUBLE, shape: 'frame' },
  'summary-failed': { one: 'summary failed', many: 'summaries failed', color: TROUBLE, shape: 'square' },
  floor: { one: 'with nothing left', many: 'with nothing left', color: TROUBLE, shape: 'triangle' },
  trimmed: { one: 'left out', many: 'left out', color: QUIET, shape: 'down' },
  released: { one: 'let go again', many: 'let go again', color: QUIET, shape: 'down' },
  restored: { one: 'taken back in', many: 'taken back in', color: QUIET, shape: 'up' },
  retrieved: { one: 'retrieval', many: 'retrievals', color: 'var(--accent)', shape: 'up' },
  'state-changed': { one: 'new state', many: 'new states', color: 'var(--accent)', shape: 'dot' },
  referenced: { one: 'reference', many: 'references', color: 'var(--summary-mark)', shape: 'dot' },
};

/** The words, the colour and the shape of a kind; a plain dot for one that is new here. */
export function eventLook(kind: DecisionKind): Look {
  return LOOKS[kind] ?? { one: kind, many: kind, color: QUIET, shape: 'dot' };
}

/** A mark around the origin of the surrounding drawing. `size` is half its height in pixels. */
export function EventShape({ kind, size, ground }: { kind: DecisionKind; size: number; ground: string }): ReactNode {
  const { color, shape } = eventLook(kind);
  const line = { stroke: color, strokeWidth: 1.5, fill: 'none' } as const;
  switch (shape) {
    case 'circle':
      return <circle r={size} {...line} fill={ground} />;
    case 'cross':
      return <path d={`M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`} {...line} />;
    case 'diamond':
      return <path d={`M0 ${-size}L${size} 0L0 ${size}L${-size} 0z`} fill={color} />;
    case 'barred':
      return (
        <g>
          <circle r={size} {...line} fill={ground} />
          <path d={`M${-size * 0.7} ${size * 0.7}L${size * 0.7} ${-size * 0.7}`} {...line} />
        </g>
      );
    case 'triangle':
      return <path d={`M0 ${-size}L${size} ${size * 0.8}L${-size} ${size * 0.8}z`} fill={color} />;
    case 'square':
      return <rect x={-size} y={-size} width={2 * size} height={2 * size} fill={color} />;
    case 'frame':
      return <rect x={-size} y={-size} width={2 * size} height={2 * size} {...line} fill={ground} />;
    case 'down':
      return <path d={`M${-size} ${-size * 0.5}L0 ${size * 0.6}L${size} ${-size * 0.5}`} {...line} />;
    case 'up':
      return <path d={`M${-size} ${size * 0.5}L0 ${-size * 0.6}L${size} ${size * 0.5}`} {...line} />;
    case 'dot':
      return <circle r={size * 0.6} fill={color} />;
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

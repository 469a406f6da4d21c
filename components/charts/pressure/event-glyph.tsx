/** The marks of events: one shape for each kind, so that colour is never the only difference. */

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

function circle(x: number, y: number, radius: number): string {
  const r = radius.toFixed(2);
  const across = (2 * radius).toFixed(2);
  return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0z`;
}

/** Points around a centre as a path; steps are in units of `size`. */
function polygon(x: number, y: number, size: number, steps: readonly (readonly [number, number])[], end = 'z'): string {
  const points = steps.map(([dx, dy]) => `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`);
  return `M${points.join('L')}${end}`;
}

const SQUARE = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** The outline of a mark. `size` is half its height in pixels. Many marks of a kind can share one path. */
export function eventPath(kind: DecisionKind, x: number, y: number, size: number): string {
  switch (eventLook(kind).shape) {
    case 'circle':
      return circle(x, y, size);
    case 'cross':
      return `${polygon(
        x,
        y,
        size,
        [
          [-1, -1],
          [1, 1],
        ],
        '',
      )}${polygon(
        x,
        y,
        size,
        [
          [1, -1],
          [-1, 1],
        ],
        '',
      )}`;
    case 'diamond':
      return polygon(x, y, size, [
        [0, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
      ]);
    case 'barred':
      return `${circle(x, y, size)}${polygon(
        x,
        y,
        size,
        [
          [-0.7, 0.7],
          [0.7, -0.7],
        ],
        '',
      )}`;
    case 'triangle':
      return polygon(x, y, size, [
        [0, -1],
        [1, 0.8],
        [-1, 0.8],
      ]);
    case 'square':
    case 'frame':
      return polygon(x, y, size, SQUARE);
    case 'down':
      return polygon(
        x,
        y,
        size,
        [
          [-1, -0.5],
          [0, 0.6],
          [1, -0.5],
        ],
        '',
      );
    case 'up':
      return polygon(
        x,
        y,
        size,
        [
          [-1, 0.5],
          [0, -0.6],
          [1, 0.5],
        ],
        '',
      );
    case 'dot':
      return circle(x, y, size * 0.6);
  }
}

const SOLID: ReadonlySet<Shape> = new Set(['diamond', 'triangle', 'square', 'dot']);
const OPEN: ReadonlySet<Shape> = new Set(['cross', 'down', 'up']);

/** How an outline is drawn: filled, or as a line over `ground`, the colour of what lies under it. */
export function eventPaint(kind: DecisionKind, ground: string): { fill: string; stroke: string; strokeWidth: number } {
  const { color, shape } = eventLook(kind);
  if (SOLID.has(shape)) return { fill: color, stroke: 'none', strokeWidth: 0 };
  return { fill: OPEN.has(shape) ? 'none' : ground, stroke: color, strokeWidth: 1.5 };
}

/** The mark alone, as big as small text. */
export function EventGlyph({ kind }: { kind: DecisionKind }) {
  return (
    <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true" className="shrink-0 overflow-visible">
      <path d={eventPath(kind, 0, 0, 3.25)} {...eventPaint(kind, 'none')} />
    </svg>
  );
}

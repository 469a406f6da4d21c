/** The marks of events: one shape for each kind, so that colour is never the only difference. */

import type { MarkKind } from './markers';

interface Look {
  /** One and many, for legends. */
  one: string;
  many: string;
  color: string;
  shape: Shape;
}

type Shape =
  | 'circle'
  | 'cross'
  | 'diamond'
  | 'barred'
  | 'triangle'
  | 'square'
  | 'frame'
  | 'down'
  | 'up'
  | 'dot'
  | 'tick';

const TROUBLE = 'var(--trouble)';
const QUIET = 'var(--ink-soft)';

const LOOKS: Partial<Record<MarkKind, Look>> = {
  compacted: { one: 'compaction', many: 'compactions', color: 'var(--summary-mark)', shape: 'circle' },
  evicted: { one: 'eviction', many: 'evictions', color: TROUBLE, shape: 'cross' },
  truncated: { one: 'truncation', many: 'truncations', color: 'var(--cut-mark)', shape: 'diamond' },
  refused: { one: 'refused', many: 'refused', color: TROUBLE, shape: 'barred' },
  'summary-refused': { one: 'summary refused', many: 'summaries refused', color: TROUBLE, shape: 'frame' },
  'summary-failed': { one: 'summary failed', many: 'summaries failed', color: TROUBLE, shape: 'square' },
  floor: { one: 'with nothing left', many: 'with nothing left', color: TROUBLE, shape: 'triangle' },
  trimmed: { one: 'trimmed', many: 'trimmed', color: QUIET, shape: 'down' },
  released: { one: 'let go again', many: 'let go again', color: QUIET, shape: 'down' },
  restored: { one: 'taken back in', many: 'taken back in', color: QUIET, shape: 'up' },
  retrieved: { one: 'retrieval', many: 'retrievals', color: 'var(--accent)', shape: 'up' },
  'state-changed': { one: 'new state', many: 'new states', color: 'var(--accent)', shape: 'dot' },
  referenced: { one: 'reference', many: 'references', color: 'var(--summary-mark)', shape: 'dot' },
  missed: { one: 'miss', many: 'misses', color: TROUBLE, shape: 'tick' },
};

/** The words, the colour and the shape of a kind; a plain dot for one that is new here. */
export function eventLook(kind: MarkKind): Look {
  return LOOKS[kind] ?? { one: kind, many: kind, color: QUIET, shape: 'dot' };
}

/** Outlines around 0 0, half as high as 1; a circle begins one, where there is any. */
const OUTLINES: Record<Shape, string> = {
  circle: '',
  cross: 'M-1 -1L1 1M1 -1L-1 1',
  diamond: 'M0 -1L1 0L0 1L-1 0z',
  barred: 'M-.7 .7L.7 -.7',
  triangle: 'M0 -1L1 .8L-1 .8z',
  square: 'M-1 -1L1 -1L1 1L-1 1z',
  frame: 'M-1 -1L1 -1L1 1L-1 1z',
  down: 'M-1 -.5L0 .6L1 -.5',
  up: 'M-1 .5L0 -.6L1 .5',
  dot: '',
  tick: 'M0 -1L0 1',
};

/** Radii of the circles. */
const CIRCLES: Partial<Record<Shape, number>> = { circle: 1, barred: 1, dot: 0.6 };

function circle(x: number, y: number, radius: number): string {
  const r = radius.toFixed(2);
  const across = (2 * radius).toFixed(2);
  return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0z`;
}

/** The outline of a mark. `size` is half its height in pixels. Many marks of a kind can share one path. */
export function eventPath(kind: MarkKind, x: number, y: number, size: number): string {
  const { shape } = eventLook(kind);
  const radius = CIRCLES[shape];
  const lines = OUTLINES[shape].replace(
    /([-.\d]+) ([-.\d]+)/g,
    (_, dx, dy) => `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`,
  );
  return (radius ? circle(x, y, radius * size) : '') + lines;
}

const SOLID: ReadonlySet<Shape> = new Set(['diamond', 'triangle', 'square', 'dot']);
const OPEN: ReadonlySet<Shape> = new Set(['cross', 'down', 'up', 'tick']);

/** How an outline is drawn: filled, or as a line over `ground`, the colour of what lies under it. */
export function eventPaint(kind: MarkKind, ground: string): { fill: string; stroke: string; strokeWidth: number } {
  const { color, shape } = eventLook(kind);
  if (SOLID.has(shape)) return { fill: color, stroke: 'none', strokeWidth: 0 };
  return { fill: OPEN.has(shape) ? 'none' : ground, stroke: color, strokeWidth: 1.5 };
}

/** The mark alone, as big as small text. */
export function EventGlyph({ kind }: { kind: MarkKind }) {
  return (
    <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true" className="shrink-0 overflow-visible">
      <path d={eventPath(kind, 0, 0, 3.25)} {...eventPaint(kind, 'none')} />
    </svg>
  );
}

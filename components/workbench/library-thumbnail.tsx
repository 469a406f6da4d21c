/** A scenario's curve in a list: pressure over the calls, with the limit as a hairline. */

import type { ShelfEntry } from '@/lib/store/shelf-entry';

const WIDTH = 72;
const HEIGHT = 28;
/** Pressure × 100 at the upper edge: the limit always shows. */
const LEAST_TOP = 110;

export function LibraryThumbnail({ points }: { points: ShelfEntry['thumbnail'] }) {
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      className="shrink-0 rounded-sm bg-panel"
    >
      {points && points.length > 0 ? <Curve points={points} /> : null}
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke="var(--rule)" />
    </svg>
  );
}

function Curve({ points }: { points: Exclude<ShelfEntry['thumbnail'], undefined> }) {
  let top = LEAST_TOP;
  for (const point of points) top = Math.max(top, point);
  const y = (value: number) => (HEIGHT - 1 - (value / top) * (HEIGHT - 3)).toFixed(1);
  const step = WIDTH / Math.max(1, points.length - 1);
  let line = '';
  let place = 0;
  for (const point of points) {
    line += `${place === 0 ? 'M' : 'L'}${(place * step).toFixed(1)} ${y(point)}`;
    place++;
  }
  if (points.length === 1) line += `H${WIDTH}`;
  return (
    <>
      <path d={`${line}L${WIDTH} ${HEIGHT - 1}L0 ${HEIGHT - 1}Z`} fill="var(--accent)" opacity="0.1" />
      <path d={`M0 ${y(100)}H${WIDTH}`} stroke="var(--ink-faint)" strokeDasharray="3 3" opacity="0.7" />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth="1.25" strokeLinejoin="round" />
    </>
  );
}

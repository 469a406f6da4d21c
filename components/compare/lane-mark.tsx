/** A lane's mark: a piece of its line. */

import { laneColor, laneDash } from './lane-looks';

export function LaneMark({ colour, faint = false }: { colour: number; faint?: boolean }) {
  return (
    <svg width="18" height="8" aria-hidden="true" className={`shrink-0 ${faint ? 'opacity-35' : ''}`}>
      <line
        x1="0"
        y1="4"
        x2="18"
        y2="4"
        stroke={laneColor(colour)}
        strokeWidth="2.5"
        strokeDasharray={laneDash(colour)}
      />
    </svg>
  );
}

/** How a lane looks in every chart and list: a colour and a dash of its own, so that colour is never all there is. */

/** Dashes by colour; the first is a whole line. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '5 2 1 2', '12 4', '3 2', '1 3'] as const;

export function laneColor(colour: number): string {
  return `var(--lane-${colour})`;
}

export function laneDash(colour: number): string {
  return DASHES[colour] ?? '';
}

/** The column of lanes stays in sight while a table is pushed sideways: the numbers go out of sight under its soft edge. */

const EDGE =
  'after:pointer-events-none after:absolute after:inset-y-0 after:left-full after:w-2 after:bg-linear-to-r after:from-paper after:to-transparent';

/** Its head. */
export const LANE_HEAD = `sticky left-0 z-10 border-rule border-b bg-paper px-4 py-1.5 text-left align-bottom font-medium text-ink-soft leading-tight ${EDGE}`;

/** A lane in it; its row is a group. */
export const LANE_CELL = `sticky left-0 z-10 max-w-64 border-rule border-b bg-paper px-4 py-1 text-left font-normal group-hover:bg-hover group-hover:after:from-hover max-sm:max-w-44 max-sm:pr-2 ${EDGE}`;

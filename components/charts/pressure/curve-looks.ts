/** How the chart's curves look: the drawing, its key and the saved picture take them from here. */

import type { StrandLook } from './strands';

export const POLICY_LOOK = { stroke: 'var(--accent)', strokeWidth: 1.75 } as const satisfies StrandLook;
/** Policy tokens over the areas that make them up. */
export const OUTLINE_LOOK = { stroke: 'var(--ink)', strokeWidth: 1 } as const satisfies StrandLook;
export const SENT_LOOK = {
  stroke: 'var(--ink-soft)',
  strokeWidth: 1.25,
  strokeDasharray: '2 2.5',
  strokeOpacity: 0.9,
} as const satisfies StrandLook;
/** Measured on an earlier result: faint until the new numbers are there. */
export const STALE_LOOK: StrandLook = { ...SENT_LOOK, strokeOpacity: 0.35 };
export const RECORDED_LOOK = {
  stroke: 'var(--cut-mark)',
  strokeWidth: 1.25,
  strokeDasharray: '4 2.5',
} as const satisfies StrandLook;

/** The flag of a recorded compaction, from the foot of its pole. */
export const FLAG = 'h7l-2 3l2 3h-7z';
export const FLAG_COLOR = 'var(--ink-faint)';

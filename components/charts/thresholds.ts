/** A lane's thresholds as lines with a look: what drops messages for good is drawn in the colour of trouble. */

import type { LaneSpec } from '@/lib/store/state';
import { systemById } from '@/lib/systems/registry';

export interface ThresholdLine {
  /** The parameter that the line is. */
  parameter: string;
  label: string;
  /** Share of the limit. */
  pressure: number;
  color: string;
  /** Dashes and gaps in pixels. */
  dash: string;
}

const FINAL = /evict|drop|trim|hard/i;

export function thresholdLines(lane: LaneSpec): ThresholdLine[] {
  return systemById(lane.system)
    .thresholds(lane.config)
    .map(({ parameter, label, pressure }) => {
      const final = FINAL.test(label);
      return {
        parameter,
        label,
        pressure,
        color: final ? 'var(--trouble)' : 'var(--accent)',
        dash: final ? '2 3' : '5 3',
      };
    });
}

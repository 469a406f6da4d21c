/** The key of the composition's areas. */

import { LegendEntry } from './chart-legend';
import { PARTS } from './composition-parts';

export function CompositionLegend() {
  return PARTS.map(({ id, label, color }) => (
    <LegendEntry
      key={id}
      mark={<span aria-hidden="true" className="size-2 rounded-[1px] opacity-70" style={{ background: color }} />}
    >
      {label}
    </LegendEntry>
  ));
}

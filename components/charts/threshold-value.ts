/** From a place in the chart to the value of a parameter: which value puts a threshold's line there. */

import type { LaneSpec } from '@/lib/store/state';
import { systemById } from '@/lib/systems/registry';

export interface ThresholdParameter {
  name: string;
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
}

/** The number behind a threshold's line, or null where its parameter is none. */
export function thresholdParameter(lane: LaneSpec, name: string): ThresholdParameter | null {
  const parameter = systemById(lane.system).parameters.find((one) => one.name === name);
  if (!parameter || (parameter.type !== 'number' && parameter.type !== 'integer')) return null;
  const value = lane.config[name];
  if (typeof value !== 'number') return null;
  const { label, min, max, step } = parameter;
  return { name, label, min, max, step, value };
}

function lineOf(lane: LaneSpec, name: string, value: number): number | undefined {
  const config = { ...lane.config, [name]: value };
  return systemById(lane.system)
    .thresholds(config)
    .find((line) => line.parameter === name)?.pressure;
}

/**
 * The value under which the line stands nearest to a pressure. Parameters are shares of the limit, tokens, or shares on
 * top of something: where the line stands is asked of the system itself, and the answer is found by halving.
 */
export function valueAt(lane: LaneSpec, { name, min, max, step }: ThresholdParameter, pressure: number): number {
  const stepped = (value: number) => {
    const digits = Math.max(0, -Math.floor(Math.log10(step)));
    return Math.min(max, Math.max(min, Number((Math.round(value / step) * step).toFixed(digits))));
  };
  let low = min;
  let high = max;
  for (let halving = 0; halving < 60 && high - low > step / 4; halving++) {
    const middle = (low + high) / 2;
    const line = lineOf(lane, name, middle);
    if (line === undefined) return stepped(low);
    if (line < pressure) low = middle;
    else high = middle;
  }
  return stepped((low + high) / 2);
}

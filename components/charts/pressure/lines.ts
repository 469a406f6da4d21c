/** The lines across the pressure chart: thresholds, limit and window, where they stand and which parameter moves each. */

import type { Parameter } from '@/lib/engine/system';
import { hasErrors, laneProblems, withParameter } from '@/lib/store/lane';
import type { LaneSpec } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { niceStep } from '../frame/ticks';

/** `recorded`: no line, only the place of a curve that is cut. */
export type Tone = 'limit' | 'window' | 'soft' | 'final' | 'recorded';

export interface Line {
  /** The same line under other settings. */
  id: string;
  label: string;
  tone: Tone;
  /** Policy tokens (or messages) at which it stands; below 0 where the settings leave less than nothing. */
  at: number;
  /** Share of the limit. */
  pressure: number;
  /** The parameter that moves it; null where none does. */
  parameter: NumberParameter | null;
  /** What that parameter says of the line: its amount, its share of the limit, or something from which both are worked out. */
  says: 'amount' | 'share' | null;
}

export type NumberParameter = Extract<Parameter, { type: 'integer' | 'number' }>;

/** Thresholds at which something is lost for good. */
const FINAL = /evict|drop|trim|hard/i;
/** Parameters that move the limit itself without being a threshold, and those that are the model's window. */
const MOVES_LIMIT = ['ratio'];
const WINDOWS = ['window', 'contextWindow'];

function numberParameter(lane: LaneSpec, name: string): NumberParameter | null {
  const parameter = systemById(lane.system).parameters.find((one) => one.name === name);
  return parameter?.type === 'integer' || parameter?.type === 'number' ? parameter : null;
}

/** What a lane's parameter says of a line that stands at an amount and a share of the limit. */
function saysOf(lane: LaneSpec, parameter: NumberParameter | null, at: number, pressure: number): Line['says'] {
  const value = parameter && lane.config[parameter.name];
  if (typeof value !== 'number') return null;
  // 900 ÷ 1,500 × 1,500 may be a breath beside 900.
  if (parameter?.type === 'integer') return Math.abs(value - at) < 0.5 ? 'amount' : null;
  return value === pressure ? 'share' : null;
}

/** Every line of a lane, from the highest amount down. */
export function linesOf(lane: LaneSpec): Line[] {
  const system = systemById(lane.system);
  const { limit } = system.limitOf(lane.config);
  const thresholds = system.thresholds(lane.config).map(({ parameter: name, label, pressure }): Line => {
    const parameter = numberParameter(lane, name);
    const at = pressure * limit;
    return {
      id: `threshold ${name}`,
      label,
      tone: FINAL.test(label) ? 'final' : 'soft',
      at,
      pressure,
      parameter,
      says: saysOf(lane, parameter, at, pressure),
    };
  });
  const lines = [...thresholds];
  const mover = MOVES_LIMIT.map((name) => numberParameter(lane, name)).find((found) => found) ?? null;
  if (!thresholds.some(({ pressure }) => pressure === 1)) {
    lines.push({ id: 'limit', label: 'limit', tone: 'limit', at: limit, pressure: 1, parameter: mover, says: null });
  }
  for (const name of WINDOWS) {
    const parameter = numberParameter(lane, name);
    const at = lane.config[name];
    if (!parameter || typeof at !== 'number' || at === limit) continue;
    const taken = thresholds.some((line) => line.parameter?.name === name);
    lines.push({
      id: `window ${name}`,
      label: 'window',
      tone: 'window',
      at,
      pressure: at / Math.max(1, limit),
      parameter: taken ? null : parameter,
      says: 'amount',
    });
  }
  return lines.sort((a, b) => b.at - a.at);
}

/** Where a line would stand with another value of its parameter. */
function standsAt(lane: LaneSpec, line: Line, parameter: NumberParameter, value: number): number {
  const moved = linesOf(withParameter(lane, parameter.name, value));
  return (moved.find(({ id }) => id === line.id) ?? line).at;
}

const HALVINGS = 40;

/** The value nearest to `far` at which something still holds that holds at `near`. Steps are the parameter's. */
function lastThatHolds(near: number, far: number, step: number, holds: (value: number) => boolean): number {
  if (holds(far)) return far;
  let good = near;
  let bad = far;
  for (let round = 0; round < HALVINGS && Math.abs(bad - good) > step * 0.51; round++) {
    const middle = onStep((good + bad) / 2, step);
    if (middle === good || middle === bad) break;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The nearest multiple of a step, without the noise of binary fractions. */
export function onStep(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** The least step of a parameter: the smallest change that keeps it in its grid of digits. */
function grain({ type, step }: NumberParameter): number {
  return type === 'integer' ? 1 : step;
}

/** Values that a line's parameter can take: its own bounds, cut where the whole configuration would not work. */
export function rangeOf(lane: LaneSpec, parameter: NumberParameter): { min: number; max: number } {
  const { name, min, max } = parameter;
  const value = lane.config[name] as number;
  if (hasErrors(laneProblems(lane)) || !(value >= min && value <= max)) return { min, max };
  const works = (candidate: number) => !hasErrors(laneProblems(withParameter(lane, name, candidate)));
  const step = grain(parameter);
  return { min: lastThatHolds(value, min, step, works), max: lastThatHolds(value, max, step, works) };
}

/**
 * The value under which a line stands at `at`, within `range`. Lines rise with their parameter; the value is rounded to
 * what `perPixel` policy tokens can tell apart, so that a hand gets round numbers.
 */
export function valueAt(
  lane: LaneSpec,
  line: Line,
  at: number,
  range: { min: number; max: number },
  perPixel: number,
): number {
  const { parameter } = line;
  if (!parameter) return 0;
  const fine = grain(parameter);
  const stands = (value: number) => standsAt(lane, line, parameter, value);
  // 0 may stand for "worked out by itself", which is out of order: the search begins beside it.
  let low = range.min;
  if (low === 0 && range.max > fine && stands(0) > stands(fine)) low = fine;
  let high = range.max;
  // Shares of a limit below 0 fall with their parameter: there is no amount to put them at.
  if (stands(high) < stands(low)) return lane.config[parameter.name] as number;
  if (at <= stands(low)) return low;
  if (at >= stands(high)) return high;
  for (let round = 0; round < HALVINGS && high - low > fine / 4; round++) {
    const middle = (low + high) / 2;
    if (stands(parameter.type === 'integer' ? Math.round(middle) : middle) < at) low = middle;
    else high = middle;
  }
  const here = (low + high) / 2;
  const slope = slopeAt(lane, line, parameter, here, range);
  const worth = slope > 0 ? perPixel / slope : parameter.step;
  const step = parameter.type === 'integer' ? Math.max(1, niceStep(Math.max(1, worth), true)) : parameter.step;
  return Math.min(range.max, Math.max(range.min, onStep(here, step)));
}

/** Policy tokens by which a line rises for one more of its parameter. */
function slopeAt(
  lane: LaneSpec,
  line: Line,
  parameter: NumberParameter,
  value: number,
  range: { min: number; max: number },
): number {
  const width = Math.max(parameter.step, (range.max - range.min) / 1000);
  const from = Math.max(range.min, value - width);
  const to = Math.min(range.max, value + width);
  const whole = (amount: number) => (parameter.type === 'integer' ? Math.round(amount) : amount);
  const rise = standsAt(lane, line, parameter, whole(to)) - standsAt(lane, line, parameter, whole(from));
  return to > from ? rise / (to - from) : 0;
}

/** Axis ticks at round numbers, and the words that stand beside them. */

/** The smallest of 1, 2, 2.5, 5 × 10ⁿ that is at least `rough`; whole numbers only where asked. */
function niceStep(rough: number, integer: boolean): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 2.5, 5, 10]) {
    const step = factor * power;
    if (step >= rough * (1 - 1e-9) && (!integer || Number.isInteger(step))) return step;
  }
  return 10 * power;
}

/** Ticks of things numbered `first…last`: round numbers at an even distance after `first`, at most `most` in all. */
export function integerTicks(first: number, last: number, most: number): number[] {
  if (last <= first) return [first];
  const step = niceStep(Math.max(1, (last - first) / Math.max(1, most - 1)), true);
  const ticks = [first];
  // A tick closer than half a step to the first one would run into its label.
  let tick = Math.floor(first / step) * step + step;
  if (tick - first < step / 2) tick += step;
  for (; tick <= last; tick += step) ticks.push(tick);
  return ticks;
}

export interface Scale {
  /** Upper end; the lower one is 0. */
  top: number;
  ticks: number[];
}

/** A scale from 0 that holds `peak`, its upper end on a tick. */
export function scaleFor(peak: number, most: number): Scale {
  if (!(peak > 0)) return { top: 1, ticks: [0, 1] };
  const step = niceStep(peak / Math.max(1, most - 1), false);
  const count = Math.ceil(peak / step - 1e-9);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** The pressure axis: 0 to 1.2 with quarters, or further where the curve goes further. */
export function pressureScale(peak: number): Scale {
  if (peak <= 1.2) return { top: 1.2, ticks: [0, 0.25, 0.5, 0.75, 1] };
  if (peak <= 1.6) return { top: 1.6, ticks: [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5] };
  return scaleFor(peak * 1.04, 6);
}

/** A logarithmic pressure axis: ticks by twos and fives. */
export function logScale(peak: number): Scale {
  const top = Math.max(1.2, peak * 1.05);
  return { top, ticks: [0, 0.01, 0.05, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].filter((tick) => tick <= top) };
}

/** The pressure axis in tokens: the same height for as many tokens of the limit. */
export function tokenScale({ top, ticks }: Scale, limit: number): Scale {
  return { top: top * limit, ticks: ticks.map((tick) => tick * limit) };
}

/** 0.7 → ".70", 1 → "1.00", 12 → "12.0". */
export function pressureLabel(pressure: number): string {
  return pressure < 10 ? pressure.toFixed(2).replace(/^0\./, '.') : pressure.toFixed(pressure < 100 ? 1 : 0);
}

/** A tick of the pressure axis, every tick with as many digits as the step needs. */
export function axisLabel(pressure: number, { ticks }: Scale): string {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  if (step < 0.3) return pressureLabel(pressure);
  const digits = Number.isInteger(step) ? 0 : 1;
  return pressure === 0 ? '0' : pressure.toFixed(digits);
}

/** 900 → "900", 51873 → "52k", 1250000 → "1.25M". */
export function tokensLabel(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 999_500) return `${trimmed(tokens / 1000, tokens < 9995 ? 1 : 0)}k`;
  return `${trimmed(tokens / 1_000_000, 2)}M`;
}

function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

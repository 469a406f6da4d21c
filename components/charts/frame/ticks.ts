/** Axis ticks at round numbers, and the words that stand beside them. */

/** The smallest of 1, 2, 2.5, 5 × 10ⁿ that is at least `rough`; whole numbers only where asked. */
export function niceStep(rough: number, integer: boolean): number {
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

/** 0.7 → ".70", 1 → "1.00", 12 → "12.0". */
export function pressureLabel(pressure: number): string {
  return pressure < 10 ? pressure.toFixed(2).replace(/^0\./, '.') : pressure.toFixed(pressure < 100 ? 1 : 0);
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

/** Round numbers inside `first…last` only, at most about `most`: for a stretch that begins anywhere. */
export function innerTicks(first: number, last: number, most: number): number[] {
  const step = niceStep(Math.max(1, (last - first) / Math.max(1, most)), true);
  const ticks: number[] = [];
  for (let tick = Math.ceil(first / step - 1e-9) * step; tick <= last + 1e-9; tick += step) ticks.push(tick);
  return ticks;
}

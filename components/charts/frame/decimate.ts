/** Fewer points, the same picture: of every stretch of a curve its lowest and its highest point are kept. */

/**
 * Positions of a curve to draw: at most `most` of them, ascending, first and last included. Each of the equal stretches
 * between keeps its minimum and maximum, so that no peak and no drop is lost whatever the number of points.
 */
export function decimate(values: ArrayLike<number>, most: number): Int32Array {
  const { length } = values;
  if (length <= most || length <= 2) return Int32Array.from({ length }, (_, position) => position);
  const stretches = Math.max(1, Math.floor((most - 2) / 2));
  const kept = new Int32Array(2 + 2 * stretches);
  let count = 0;
  kept[count++] = 0;
  const inner = length - 2;
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = 1 + Math.floor((stretch * inner) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * inner) / stretches);
    if (from >= to) continue;
    let low = from;
    let high = from;
    for (let position = from + 1; position < to; position++) {
      const value = values[position] as number;
      if (value < (values[low] as number)) low = position;
      if (value > (values[high] as number)) high = position;
    }
    kept[count++] = Math.min(low, high);
    if (low !== high) kept[count++] = Math.max(low, high);
  }
  kept[count++] = length - 1;
  return kept.slice(0, count);
}

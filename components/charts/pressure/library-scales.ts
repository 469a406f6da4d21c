/**
 * The scales by which Recharts places what it draws, in the place of all of d3-scale, which it would bring along with dates, colours
 * and formats. Ours are hidden: curves, axes and ticks are placed by the plot. The build puts this file there (next.config.mjs).
 */

type Range = readonly [number, number];

/** What Recharts reads of a scale; setting answers the scale, asking answers what was set. */
interface Scale<Value> {
  (value: Value): number | undefined;
  domain(): readonly Value[];
  domain(values: readonly Value[]): Scale<Value>;
  range(): Range;
  range(ends: Range): Scale<Value>;
}

function scaleOf<Value>(place: (value: Value, domain: readonly Value[], range: Range) => number | undefined) {
  let values: readonly Value[] = [];
  let ends: Range = [0, 1];
  const scale = ((value: Value) => place(value, values, ends)) as Scale<Value>;
  scale.domain = ((given?: readonly Value[]) => {
    if (given === undefined) return values;
    values = given;
    return scale;
  }) as Scale<Value>['domain'];
  scale.range = ((given?: Range) => {
    if (given === undefined) return ends;
    ends = given;
    return scale;
  }) as Scale<Value>['range'];
  return scale;
}

/** Amounts, from the first of the domain to the last. A domain without width is in the middle. */
export function scaleLinear(): Scale<number> {
  return scaleOf((value, domain, [start, end]) => {
    const from = domain[0];
    const to = domain.at(-1);
    if (from === undefined || to === undefined || !Number.isFinite(value)) return undefined;
    return start + (to === from ? 0.5 : (value - from) / (to - from)) * (end - start);
  });
}

/** Places in order, evenly from end to end. One alone is in the middle. */
export function scalePoint(): Scale<unknown> & { bandwidth(): number } {
  let known: { domain: readonly unknown[]; places: ReadonlyMap<unknown, number> } | undefined;
  const scale = scaleOf<unknown>((value, domain, [start, end]) => {
    if (known?.domain !== domain) known = { domain, places: new Map([...new Set(domain)].map((one, at) => [one, at])) };
    const place = known.places.get(value);
    if (place === undefined) return undefined;
    return known.places.size === 1 ? (start + end) / 2 : start + ((end - start) * place) / (known.places.size - 1);
  });
  return Object.assign(scale, { bandwidth: () => 0 });
}

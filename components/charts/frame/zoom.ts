/** The part of the calls that every chart shows, and what zooming does to it. */

/** A stretch of the axis of calls, ends included. They may stand between calls. */
export interface Domain {
  from: number;
  to: number;
}

/** Calls that stay in sight however far one zooms in. */
export const CLOSEST = 4;

/** A stretch of calls `0…last` that is in bounds: moved inside first, then cut; null where it is all of them. */
export function boundedDomain(last: number, { from, to }: Domain): Domain | null {
  const least = Math.min(last, CLOSEST);
  const middle = (from + to) / 2;
  const span = Math.max(least, Math.abs(to - from));
  if (!(span < last - 1e-6)) return null;
  const start = Math.min(last - span, Math.max(0, middle - span / 2));
  return { from: start, to: start + span };
}

/** The stretch made smaller (factor under 1) or larger around a place that stays where it is. */
export function scaledDomain({ from, to }: Domain, around: number, factor: number): Domain {
  return { from: around - (around - from) * factor, to: around + (to - around) * factor };
}

/** The stretch moved as little as needed to have a call in sight, with some room beside it. */
export function domainAround(domain: Domain, call: number): Domain {
  if (call >= domain.from && call <= domain.to) return domain;
  const span = domain.to - domain.from;
  const room = span / 10;
  return call < domain.from
    ? { from: call - room, to: call - room + span }
    : { from: call + room - span, to: call + room };
}

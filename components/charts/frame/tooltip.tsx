/** A note beside the pointer that never leaves its chart: on the right in the left half, on the left in the right half. */

import type { ReactNode } from 'react';

export function Tooltip({
  x,
  y,
  bottom,
  width,
  children,
}: {
  /** The point it speaks of, in pixels of the chart's box. */
  x: number;
  /** Where it begins; null to end at `bottom` instead, which is taken from the foot of the box. */
  y: number | null;
  bottom?: number;
  /** Width of the box. */
  width: number;
  children: ReactNode;
}) {
  const onRight = x < width / 2;
  const room = (onRight ? width - x : x) - 18;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-20 w-max rounded-md border border-rule-strong bg-raised px-2.5 py-1.5 text-[11.5px] text-ink-soft leading-[1.4] shadow-raised"
      style={{
        left: onRight ? x + 12 : x - 12,
        top: y ?? undefined,
        bottom: y === null ? bottom : undefined,
        maxWidth: Math.min(320, Math.max(150, room)),
        transform: onRight ? undefined : 'translateX(-100%)',
      }}
    >
      {children}
    </div>
  );
}

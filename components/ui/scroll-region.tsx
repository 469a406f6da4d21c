/** A part that scrolls by itself and so must be reachable by keyboard. */

import type { ReactNode, Ref } from 'react';

interface ScrollRegionProps {
  label: string;
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
}

export function ScrollRegion({ label, children, className = '', ref }: ScrollRegionProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`scroll-thin min-h-0 flex-1 overflow-y-auto overscroll-x-contain contain-content ${className}`}
    >
      {children}
    </section>
  );
}

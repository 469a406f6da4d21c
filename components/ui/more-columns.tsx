/** Says at the right edge of a region that a table in it goes on: a soft edge with an arrow, there only while it does. */
'use client';

import { useEffect, useRef } from 'react';

/** First in a region that scrolls sideways. It takes no room, and lies over what the edge cuts off. */
export function MoreColumns() {
  const place = useRef<HTMLDivElement>(null);
  // After every render of what is around it: the table may have come, or become wider.
  useEffect(() => {
    const here = place.current;
    const region = here?.parentElement;
    if (!here || !region) return;
    const look = () => {
      const more = region.scrollWidth - region.clientWidth - region.scrollLeft > 1;
      here.hidden = !more;
      here.style.setProperty('--region', `${region.clientHeight}px`);
    };
    const sizes = new ResizeObserver(look);
    for (const one of [region, ...region.querySelectorAll('table')]) sizes.observe(one);
    region.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      region.removeEventListener('scroll', look);
    };
  });
  return (
    <div
      ref={place}
      hidden
      aria-hidden="true"
      data-more-columns
      className="pointer-events-none sticky top-0 left-0 z-20 h-0 w-full"
    >
      <span className="absolute top-0 right-0 flex h-(--region) w-10 justify-end bg-linear-to-l from-paper via-paper/70 to-transparent pt-1 pr-1 text-[15px] text-ink-soft leading-none">
        ›
      </span>
    </div>
  );
}

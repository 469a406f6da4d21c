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
    const tables = [...region.querySelectorAll('table')];
    /** Over the first table that goes on, from its head to its foot, as far as they are in sight. */
    const look = () => {
      const frame = region.getBoundingClientRect();
      const right = frame.left + region.clientWidth;
      const boxes = tables.map((table) => table.getBoundingClientRect());
      const wide = boxes.find((box) => box.right > right + 1 && box.bottom > frame.top && box.top < frame.bottom);
      here.hidden = !wide;
      if (!wide) return;
      const top = Math.max(0, wide.top - frame.top);
      here.style.setProperty('--from', `${top}px`);
      here.style.setProperty('--height', `${Math.min(region.clientHeight, wide.bottom - frame.top) - top}px`);
    };
    const sizes = new ResizeObserver(look);
    for (const one of [region, ...tables]) sizes.observe(one);
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
      <span className="absolute top-(--from) right-0 flex h-(--height) w-10 justify-end bg-linear-to-l from-paper via-paper/70 to-transparent pt-1 pr-1 text-[15px] text-ink-soft leading-none">
        ›
      </span>
    </div>
  );
}

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
    /** Over the tables that go on, from the first one's head to the last one's foot, as far as they are in sight. */
    const look = () => {
      const frame = region.getBoundingClientRect();
      const right = frame.left + region.clientWidth;
      const wide = tables.filter((table) => {
        const box = table.getBoundingClientRect();
        return box.right > right + 1 && box.bottom > frame.top && box.top < frame.bottom;
      });
      const first = wide[0];
      const last = wide.at(-1);
      here.hidden = !first || !last;
      if (!first || !last) return;
      const top = Math.max(0, (first.tHead ?? first).getBoundingClientRect().top - frame.top);
      const foot = last.getBoundingClientRect().bottom - frame.top;
      here.style.setProperty('--from', `${top}px`);
      here.style.setProperty('--height', `${Math.max(0, Math.min(region.clientHeight, foot) - top)}px`);
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

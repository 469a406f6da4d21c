/** The key of a chart in a place of fixed height: how many entries find no room in it is said at its end, and shows them all. */
'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Entries of a key that count; one that only keeps its place does not. */
const ENTRIES = '[data-entry]';

/** The words of the entries that are out of sight. The platform says it once it has laid them out: nothing is measured here. */
function useHidden(): { place: React.RefObject<HTMLDivElement | null>; hidden: readonly string[] } {
  const place = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    const out = new Set<Element>();
    const tell = () => {
      const entries = [...root.querySelectorAll<HTMLElement>(ENTRIES)].filter((one) => out.has(one));
      const words = entries.map((one) => one.dataset.entry || (one.textContent ?? ''));
      setHidden((before) => (before.join('\n') === words.join('\n') ? before : words));
    };
    const sight = new IntersectionObserver(
      (seen) => {
        for (const { target, intersectionRatio, boundingClientRect } of seen) {
          // What takes no room here stands somewhere else at this width.
          if (intersectionRatio < 0.5 && boundingClientRect.height > 0) out.add(target);
          else out.delete(target);
        }
        tell();
      },
      { root, threshold: 0.5 },
    );
    const watched = new Set<Element>();
    const follow = () => {
      const now = new Set(root.querySelectorAll(ENTRIES));
      for (const one of watched) {
        if (now.has(one)) continue;
        sight.unobserve(one);
        watched.delete(one);
        out.delete(one);
      }
      for (const one of now) {
        if (!watched.has(one)) sight.observe(one);
        watched.add(one);
      }
      tell();
    };
    follow();
    const changes = new MutationObserver(follow);
    changes.observe(root, { childList: true, subtree: true, attributeFilter: ['data-entry'] });
    return () => {
      changes.disconnect();
      sight.disconnect();
    };
  }, []);
  return { place, hidden };
}

/** One line, two on a narrow screen; the room for the button at the end is always kept. */
export function LegendRow({ children }: { children: ReactNode }) {
  const { place, hidden } = useHidden();
  const [open, setOpen] = useState(false);
  const isOpen = open && hidden.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button inside has opened
    <div
      ref={place}
      className="relative h-5 min-w-0 text-[11.5px] text-ink-soft leading-[20px] max-sm:h-10"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <div
        className={`absolute inset-x-0 top-0 flex flex-wrap content-start items-center gap-x-3 pr-8 max-sm:gap-x-2.5 ${isOpen ? 'z-20 rounded-b-md bg-paper shadow-raised' : 'h-full overflow-hidden'}`}
      >
        {children}
      </div>
      {hidden.length > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Fewer entries of the key' : `${hidden.length} more in the key: ${hidden.join(', ')}`}
          title={isOpen ? 'Show one line of the key' : hidden.join('\n')}
          onClick={() => setOpen(!open)}
          className="absolute right-0 bottom-0 z-20 h-5 rounded-[4px] px-1 tabular-nums hover:bg-hover hover:text-ink"
        >
          {isOpen ? 'less' : `+${hidden.length}`}
        </button>
      ) : null}
    </div>
  );
}

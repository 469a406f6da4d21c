/** The focus on something that is about to be rendered, also where its panel is still being fetched. */

/** Frames that a panel may take to arrive. */
const FRAMES_WAITED = 180;

/** Focuses what a selector names as soon as it is there; what is far from sight is scrolled to where `scroll` says so. */
export function focusSoon(selector: string, scroll = false, left = FRAMES_WAITED): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) {
      element.focus({ preventScroll: true });
      if (scroll) element.scrollIntoView({ block: 'nearest' });
    } else if (left > 0) focusSoon(selector, scroll, left - 1);
  });
}

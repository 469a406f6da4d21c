/** A control that is about to be rendered, reached as a hand would do it: into sight, the focus on it, and pressed. */

/** Frames that a panel may take to arrive. */
const FRAMES_WAITED = 180;

function reach(selector: string, then: (element: HTMLElement) => void, left = FRAMES_WAITED): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) {
      if (left > 0) reach(selector, then, left - 1);
      return;
    }
    const fold = element.closest('details');
    if (fold) fold.open = true;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
    then(element);
  });
}

/** Puts the focus on what a selector names as soon as it is there, out of a fold too. */
export function reachSoon(selector: string): void {
  reach(selector, () => undefined);
}

/** Presses what a selector names as soon as it is there, and then what that brings. */
export function pressSoon(selector: string, brought?: string): void {
  reach(selector, (element) => {
    element.click();
    if (brought !== undefined) pressSoon(brought);
  });
}

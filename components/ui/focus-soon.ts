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

/** Ends the wait for the field that was asked for last. */
let letGo = () => {};

/**
 * Focuses a field as soon as it is there and can be typed into. What is typed on the way to it goes into it, and is no
 * command meanwhile.
 */
export function typeInto(selector: string): void {
  const { activeElement: before } = document;
  const typed: string[] = [];
  const keep = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    // What `hand` gives on is not to come back.
    if (!event.isTrusted || event.isComposing || !(isText || event.key === 'Enter' || event.key.startsWith('Arrow')))
      return;
    typed.push(event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = () => window.removeEventListener('keydown', keep, true);
  const hand = async () => {
    for (let key = typed.shift(); key !== undefined; key = typed.shift()) {
      if (key.length === 1) document.execCommand('insertText', false, key);
      else
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      // The page renders what one key changed before it takes the next.
      await Promise.resolve();
    }
    stop();
  };
  const look = (left: number) => {
    if (letGo !== stop) return;
    const field = document.querySelector<HTMLElement>(selector);
    field?.focus({ preventScroll: true });
    const isThere = field !== null && document.activeElement === field;
    // Whoever has gone elsewhere by hand meanwhile stays there.
    const isElsewhere = document.activeElement !== before && document.activeElement !== document.body;
    if (!isThere && !isElsewhere && left > 0) {
      requestAnimationFrame(() => look(left - 1));
      return;
    }
    if (!isThere) typed.length = 0;
    void hand();
  };
  letGo();
  letGo = stop;
  window.addEventListener('keydown', keep, true);
  // What is rendered at once is there when this turn of the page is over.
  queueMicrotask(() => look(FRAMES_WAITED));
}

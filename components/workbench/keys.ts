/** Keys of commands: what an event says, whether something else on the page has it, and how a key is written for people. */

/** Elements that are typed into: nothing but modified keys reaches a command from there, and undo is theirs. */
const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, [contenteditable]:not([contenteditable="false"])';
/** Elements that move something by arrows, Home and End. */
const MOVES =
  'input, select, [role="slider"], [role="separator"], [role="tab"], [role="radio"], [role="menu"], [role="listbox"], [role="tree"], [role="grid"]';
/** Elements that choose by letters and digits. */
const CHOOSES = 'select, [role="menu"]';
const MOVING = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);
/** The scrubber's own range takes the keys as the page does. */
const SCRUBBER = '[data-scrubber-range]';

/** The key in the words of a command: "mod+shift+z", "shift+ArrowLeft", "?". */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const { key } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  // What a letter key writes with Shift is the key itself ("?"); only letters and named keys tell Shift apart.
  const shift = event.shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase());
  return [event.ctrlKey || event.metaKey ? 'mod' : '', event.altKey ? 'alt' : '', shift ? 'shift' : '', name]
    .filter((part) => part !== '')
    .join('+');
}

/** Whether the element at the event's target wants the key for itself. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (document.querySelector('dialog[open]')) return true;
  const { target } = event;
  if (!(target instanceof Element) || target.matches(SCRUBBER)) return false;
  const modified = event.ctrlKey || event.metaKey;
  if (target.closest(TYPED)) return !(modified && event.key.toLowerCase() === 'k');
  if (modified) return false;
  if (MOVING.has(event.key)) return target.closest(MOVES) !== null;
  return target.closest(CHOOSES) !== null;
}

const NAMES: { [part: string]: string } = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** A key as caps to show: "mod+shift+z" is Ctrl, Shift, Z, or ⌘ ⇧ Z on a Mac. */
export function keyCaps(key: string, mac: boolean): string[] {
  const parts = key === '+' ? ['+'] : key.split('+');
  return parts.map((part) => {
    if (part === 'mod') return mac ? '⌘' : 'Ctrl';
    if (part === 'shift') return mac ? '⇧' : 'Shift';
    if (part === 'alt') return mac ? '⌥' : 'Alt';
    return NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

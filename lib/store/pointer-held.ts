/** Whether a pointer is held down anywhere on the page. */

let held = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => {
    held = true;
  });
  for (const end of ['pointerup', 'pointercancel', 'blur']) {
    window.addEventListener(end, () => {
      held = false;
    });
  }
}

export function pointerHeld(): boolean {
  return held;
}

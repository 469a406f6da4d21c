/** Words of the page that leave by themselves: they are noted as they come, since a busy machine would look too late. */
import type { Locator } from '@playwright/test';
import { expect } from './fixtures';

/** Presses a button, and waits until what is `around` it has shown the words that answer it, if only for a moment. */
export async function pressed(button: Locator, around: Locator, words: string): Promise<void> {
  await expect(button).toBeVisible();
  const noted = await around.evaluateHandle((element, wanted) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      for (const one of element.querySelectorAll('*')) {
        if (one.childElementCount > 0 || !one.textContent.includes(wanted)) continue;
        if (one.checkVisibility({ visibilityProperty: true })) seen.push(wanted);
      }
    }).observe(element, { subtree: true, childList: true, characterData: true });
    return seen;
  }, words);
  await button.click();
  await expect.poll(() => noted.jsonValue()).toContain(words);
}

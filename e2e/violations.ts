/** What axe finds on the page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** Of the page once nothing fades any more, or of one part of it: half faint on the way to full ink is nobody's colour. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  const fading = () =>
    page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length);
  await expect.poll(fading).toBe(0);
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (part === undefined ? axe : axe.include(part)).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

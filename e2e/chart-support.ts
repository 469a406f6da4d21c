/** What the tests of the pressure chart share: a conversation in it, the chart itself, and the words of its axis. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';
import { conversation, field, settled, start, upload } from './support';

/** A conversation that fills a window of 16,000 tokens several times. */
export async function openConversation(page: Page): Promise<void> {
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(80) });
  await settled(page);
  await field(page, 'window').fill('16000');
  await settled(page);
  await expect(page.locator('[data-curve]')).toBeVisible();
  // The result of this window, not of the one before.
  await expect(chart(page).getByText(/\d+ compactions/)).toBeVisible();
}

export const chart = (page: Page) => page.getByRole('region', { name: 'Pressure' });

/** Amounts beside the axis, and the lines and bands of the plot. */
export const ground = (page: Page) => chart(page).locator('svg[data-picture]').first();
export const axisWords = async (page: Page) => {
  const words = ground(page).locator('text[text-anchor=end]');
  await expect(words.first()).toBeAttached();
  return words.allTextContents();
};

/** Where a handle is once it stands still: it glides to where another axis, or a handle that needs its place, sends it. */
export async function placeOf(handle: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect.poll(() => handle.evaluate((one) => one.getAnimations().length)).toBe(0);
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is no handle.');
  return box;
}

/** Saves the chart by a choice of its menu. */
export async function saveChart(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await chart(page).getByRole('button', { name: 'Save the chart' }).click();
      await page.getByRole('menuitem', { name }).click();
    })(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

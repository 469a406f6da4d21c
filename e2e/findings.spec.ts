/** A remedy in one press: what it did is told where it can be seen, with the focus, for as long as it is the last thing done. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openSample, replayed } from './support';

const REMEDY = 'Switch on “First user message”';

async function toFindings(page: Page) {
  await page.goto('/');
  await openSample(page, /Task lost/);
  await page.getByRole('tab', { name: /^Findings/ }).click();
  const remedy = page.getByRole('button', { name: REMEDY }).first();
  await expect(remedy).toBeVisible();
  return { remedy, note: page.getByRole('group', { name: `Applied: ${REMEDY}` }) };
}

const pinned = (page: Page) => page.locator('[data-parameter=pinFirstUser] input[type=checkbox]');

test('a remedy by key: the focus is on what it did, in sight, and the list keeps its place', async ({ page }) => {
  const { remedy, note } = await toFindings(page);
  await remedy.focus();
  const list = page.getByRole('region', { name: 'Findings' });
  const before = await list.evaluate((region) => region.scrollTop);
  await page.keyboard.press('Enter');
  await expect(note).toBeFocused();
  await expect(note).toContainText('gone');
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(note).toBeFocused();
  expect(await list.evaluate((region) => region.scrollTop)).toBe(before);
  await page.keyboard.press('Tab');
  await expect(note.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note).toHaveCount(0);
  await expect(list).toBeFocused();
  await expect(pinned(page)).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
});

test('what a remedy did goes with the next change, and stays away when that is taken back', async ({ page }) => {
  const { remedy, note } = await toFindings(page);
  await remedy.click();
  await expect(note).toContainText('gone');
  await expect(pinned(page)).toBeChecked();
  const system = page.getByRole('combobox', { name: 'Memory system' });
  await system.selectOption('message-cap');
  await expect(note).toHaveCount(0);
  await replayed(page);
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: System: Message cap' }).click();
  await expect(system).toHaveValue('managed-window');
  await replayed(page);
  await expect(note).toHaveCount(0);
  await expect(pinned(page)).toBeChecked();
});

test('what a remedy did goes when it is taken back from elsewhere', async ({ page }) => {
  const { remedy, note } = await toFindings(page);
  await remedy.click();
  await expect(note).toContainText('gone');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(pinned(page)).not.toBeChecked();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('button', { name: REMEDY }).first()).toBeVisible();
});

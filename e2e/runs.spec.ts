/** Runs that are kept: held against the present one, pinned as the baseline, explained, and their lanes taken back. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openSample, start } from './support';
import { violations } from './violations';

const list = (page: Page) => page.getByRole('list', { name: 'Runs' });
/** The run that was kept by hand. On a slow machine there may be one beside it that kept itself. */
const kept = (page: Page) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^before/ }) });

async function keepOne(page: Page): Promise<void> {
  await start(page);
  await openSample(page, /double postings/);
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.getByText('Compare', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Scoreboard' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('textbox', { name: 'Title of the run' }).fill('before');
  await page.getByRole('button', { name: 'Keep this run' }).click();
  await expect(kept(page)).toHaveCount(1);
}

test('a run is kept, opened beside a changed one, explained, and its lanes are taken back and undone', async ({
  page,
}) => {
  await keepOne(page);
  await kept(page)
    .getByRole('button', { name: /^before/ })
    .click();
  const beside = page.getByRole('region', { name: 'before beside now' });
  await expect(beside).toContainText('Nothing: the same settings, transcript and engine.');
  await page.getByRole('button', { name: '32k', exact: true }).click();
  await expect(beside).toContainText(/Managed window: Window \d+ → 32000/);
  const table = beside.getByRole('table');
  await expect(table.getByRole('row').filter({ hasText: 'Compactions' })).toContainText(/[+−]/);
  await expect(table).toContainText(/better|worse/);

  await beside.getByRole('button', { name: 'Take its lanes back' }).click();
  await expect(beside).toContainText('Nothing: the same settings, transcript and engine.');
  await expect(page.getByRole('button', { name: 'Undo: Lanes of “before”' })).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(beside).toContainText(/Window \d+ → 32000/);
});

test('a baseline stays over a reload: differences in the scoreboard, its curve behind the others', async ({ page }) => {
  await keepOne(page);
  await kept(page).getByRole('button', { name: 'Baseline' }).click();
  await expect(kept(page)).toContainText('baseline');
  await page.getByRole('button', { name: '32k', exact: true }).click();
  await page.getByRole('tab', { name: 'Scoreboard' }).click();
  const scoreboard = page.getByRole('region', { name: 'Scoreboard' });
  await expect(scoreboard.getByRole('button', { name: /to the baseline$/ }).first()).toBeVisible();
  await expect(page.getByText('its difference to the baseline “before”')).toBeVisible();
  await expect(page.locator('[data-saving=saved]')).toBeAttached();
  await page.reload();
  await expect(scoreboard.getByRole('button', { name: /to the baseline$/ }).first()).toBeVisible();
  await expect(
    page.getByRole('img', { name: /Pressure of all lanes/ }).locator('path[stroke-opacity="0.3"]'),
  ).toBeAttached();
});

test('what the lanes came to is kept by itself once they rest, and says so', async ({ page }) => {
  await start(page);
  await openSample(page, /Message cap|Task lost/);
  await page.getByText('Compare', { exact: true }).click();
  await page.getByRole('tab', { name: 'Runs' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1, { timeout: 60_000 });
  await expect(list(page)).toContainText('automatic');
  expect(await violations(page)).toEqual([]);
});

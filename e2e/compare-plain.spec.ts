/** The comparison says what is so: one amount in one form, no two lanes that look alike, and nothing out of sight without a sign. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdBack } from './held-requests';
import { conversation, openSample, settled, start, upload } from './support';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const lanes = (page: Page) => page.getByRole('region', { name: 'Lanes', exact: true });
const scoreboard = (page: Page) => page.getByRole('region', { name: 'Scoreboard' });

async function withLanes(page: Page, ...systems: string[]): Promise<void> {
  await start(page);
  await openSample(page, /double postings/);
  for (const system of systems) {
    await button(page, 'Add a lane').click();
    await button(page, system).click();
  }
}

test('the bill of a lane reads the same on the scoreboard and in the table of costs', async ({ page }) => {
  await withLanes(page, 'Message cap', 'Three phases');
  const rows = scoreboard(page).getByRole('row');
  await expect(rows).toHaveCount(4);
  const cells = scoreboard(page).getByRole('button', { name: /^Bill: \$/ });
  await expect(cells).toHaveCount(3);
  const amounts = (await cells.allTextContents()).map((text) => text.replace(/^[▲▼]/, ''));
  await page.getByRole('tab', { name: 'Bill', exact: true }).click();
  const costs = page.getByRole('table', { name: 'Cost of each lane' }).locator('tbody tr td:nth-child(2)');
  await expect(costs).toHaveText(amounts);
});

test('a taken colour says whose it is, and choosing it swaps the two', async ({ page }) => {
  await withLanes(page, 'Message cap');
  const marks = lanes(page).locator('li svg line');
  const dashes = () => marks.evaluateAll((all) => all.map((one) => one.outerHTML));
  await expect(marks).toHaveCount(2);
  const before = await dashes();
  expect(new Set(before).size).toBe(2);
  await button(page, 'What to do with Managed window').click();
  await button(page, 'orange, of Message cap: the two swap').click();
  await expect.poll(dashes).toEqual([...before].reverse());
  await expect(button(page, 'blue, of Message cap: the two swap')).toBeVisible();
});

test('what a list of lanes has open closes on Escape and on a click elsewhere, which still does what it is for', async ({
  page,
}) => {
  await withLanes(page, 'Message cap');
  const add = button(page, 'Add a lane');
  await add.click();
  await expect(button(page, 'Rolling summary')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Rolling summary')).toHaveCount(0);
  await expect(add).toBeFocused();

  const name = lanes(page).getByRole('textbox', { name: 'Name' });
  await button(page, 'What to do with Managed window').click();
  await expect(name).toBeVisible();
  await add.click();
  await expect(name).toHaveCount(0);
  await button(page, 'What to do with Managed window').click();
  await expect(button(page, 'Rolling summary')).toHaveCount(0);
  await expect(name).toBeVisible();
  const other = lanes(page).getByRole('button', { name: /^Message cap/ });
  await other.click();
  await expect(name).toHaveCount(0);
  await expect(other).toHaveAttribute('aria-current', 'true');
});

test('as published and as it was are one click; full lists say why there is no more', async ({ page }) => {
  await withLanes(page);
  const past = button(page, 'Compare the tuned lane with itself as it was');
  await expect(past).toBeDisabled();
  await button(page, 'Compare the tuned lane with itself as published').click();
  await expect(scoreboard(page).getByRole('rowheader')).toHaveText(['Managed window', 'Managed window, as published']);
  await button(page, '32k').click();
  await past.click();
  await expect(scoreboard(page).getByRole('rowheader').nth(1)).toHaveText('Managed window, before');
  for (const system of ['Message cap', 'Rolling summary', 'Three phases', 'Context manager', 'No memory system']) {
    await button(page, 'Add a lane').click();
    await button(page, system).click();
  }
  await expect(past).toBeDisabled();
  await expect(past).toHaveAttribute('title', /^There are eight lanes/);
  await button(page, 'What to do with Message cap').click();
  await expect(lanes(page).getByText('eight lanes are the most')).toBeVisible();
});

test('a table that goes on to the right says so until its end is in sight', async ({ page }) => {
  await withLanes(page, 'Message cap');
  const sign = scoreboard(page).locator('[data-more-columns] span');
  await expect(sign).toBeVisible();
  // Numbers that come meanwhile can make the table wider than it was when it was scrolled to its end.
  await expect(async () => {
    await scoreboard(page).evaluate((region) => {
      region.scrollLeft = region.scrollWidth;
    });
    await expect(sign).toBeHidden({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
});

test('of a message whose text has not come nothing is said', async ({ page }) => {
  const letGo = await holdBack(page, 'rows');
  await start(page);
  await upload(page, { name: 'long.json', text: conversation(60, 6000) });
  await settled(page);
  const list = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(list.locator('.line-through').first()).toBeAttached();
  await expect(list.getByText('(no text)')).toHaveCount(0);
  await letGo();
  await expect(list.getByText(/TASK: find out|Step \d+: reading/).first()).toBeVisible();
});

test.describe('820 × 1180', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('a tall screen has the scoreboard under the maps', async ({ page }) => {
    await start(page);
    await openSample(page, /double postings/);
    await page.getByRole('banner').getByText('Compare', { exact: true }).click();
    await expect(page.getByRole('img', { name: /^Survival under/ }).first()).toBeInViewport();
    await expect(scoreboard(page).getByRole('table')).toBeInViewport();
  });
});

test.describe('390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a step that was taken back is taken again from the header', async ({ page }) => {
    await start(page);
    await openSample(page, /double postings/);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('button', { name: 'Redo', exact: true })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

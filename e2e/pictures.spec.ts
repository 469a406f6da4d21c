/** The pictures of the README, taken from the production build: `npm run pictures` writes them, every other run makes sure that they can be. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openSample, replayed, start } from './support';

const FOLDER = 'e2e/pictures';
const WRITES = process.env.PICTURES === 'write';

interface Picture {
  name: string;
  theme: 'light' | 'dark';
  size: { width: number; height: number };
  arrange: (page: Page) => Promise<void>;
}

const WIDE = { width: 1440, height: 900 };

async function incident(page: Page): Promise<void> {
  await openSample(page, /double postings/);
  await page.keyboard.press('Home');
  for (let event = 0; event < 9; event++) await page.keyboard.press(']');
  await replayed(page);
  await expect(page.locator('[data-curve]')).toBeVisible();
}

async function compared(page: Page): Promise<void> {
  await openSample(page, /double postings/);
  for (const lane of ['This lane, as published against guarded', 'Message cap', 'Rolling summary']) {
    await page.getByRole('button', { name: 'Add a lane', exact: true }).click();
    await page.getByRole('button', { name: lane, exact: true }).click();
  }
  const rows = page.getByRole('region', { name: 'Scoreboard' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.and(page.locator('[aria-busy=true]'))).toHaveCount(0);
}

/** The page once it stands still: fonts, canvases and what is fetched late are there. */
async function stillPicture(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  let before = await page.screenshot();
  await expect(async () => {
    const now = await page.screenshot();
    const isStill = now.equals(before);
    before = now;
    expect(isStill).toBe(true);
  }).toPass({ intervals: [300], timeout: 30_000 });
  return before;
}

const PICTURES: readonly Picture[] = [
  { name: 'workbench-light', theme: 'light', size: WIDE, arrange: incident },
  { name: 'workbench-dark', theme: 'dark', size: WIDE, arrange: incident },
  { name: 'compare-light', theme: 'light', size: WIDE, arrange: compared },
  { name: 'start-light', theme: 'light', size: WIDE, arrange: async () => undefined },
  { name: 'phone-dark', theme: 'dark', size: { width: 390, height: 844 }, arrange: incident },
];

for (const { name, theme, size, arrange } of PICTURES) {
  test(`picture: ${name}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await start(page);
    await arrange(page);
    const picture = await stillPicture(page);
    const path = join(FOLDER, `${name}.png`);
    if (WRITES) await writeFile(path, picture);
    // A page that failed to draw is one colour, which packs into next to nothing.
    expect(picture.length).toBeGreaterThan(30_000);
    expect(existsSync(path), `${path} is missing: npm run pictures`).toBe(true);
    const readme = await readFile('README.md', 'utf8');
    expect(readme, `the README does not show ${path}`).toContain(path);
  });
}

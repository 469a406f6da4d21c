/** The library by hand and by keys: found, renamed, tagged, removed and taken back, emptied, out and in as one file; and axe on it. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { field, settled, start } from './support';
import { violations } from './violations';

const scenarios = (page: Page) => page.getByRole('list', { name: 'Scenarios' });
const rows = (page: Page) => scenarios(page).getByRole('listitem');
const row = (page: Page, title: RegExp) => rows(page).filter({ hasText: title });
/** The tab of the trash with so much in it: it is read anew by itself after a removal. */
const trashTab = (page: Page, things: number) => page.getByRole('tab', { name: new RegExp(`^Trash ?${things}$`) });

async function toStart(page: Page): Promise<void> {
  await page.getByTitle('Back to the start page').click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
}

async function keepTwo(page: Page): Promise<void> {
  await start(page);
  for (const title of [/Task lost/, /Cut JSON/]) {
    await page.locator('main').getByRole('button', { name: title }).first().click();
    await settled(page);
    await toStart(page);
  }
  await expect(rows(page)).toHaveCount(2);
}

test('a scenario is renamed, tagged, duplicated, removed and taken back by keys alone', async ({ page }) => {
  await keepTwo(page);
  const first = row(page, /Cut JSON/);
  await expect(first.locator('svg path[stroke="var(--accent)"]')).toBeAttached();
  await first.locator('[data-open]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, /Task lost/).locator('[data-open]')).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.type('The ledger');
  await page.keyboard.press('Enter');
  const ledger = row(page, /The ledger/);
  await expect(ledger.locator('[data-open]')).toBeFocused();
  await ledger.getByRole('button', { name: /^Tags of/ }).press('Enter');
  await page.keyboard.type('payments, to show');
  await page.keyboard.press('Enter');
  await expect(ledger).toContainText('#payments#to-show');
  await ledger.getByRole('button', { name: /^Duplicate/ }).press('Enter');
  await expect(row(page, /The ledger \(copy\)/)).toBeVisible();

  await row(page, /Cut JSON/)
    .locator('[data-open]')
    .focus();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(2);
  await expect(trashTab(page, 1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('tab', { name: /^Trash/ }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
});

test('what was removed lies in the trash, comes back from it, and goes for good when asked twice', async ({ page }) => {
  await keepTwo(page);
  await row(page, /Task lost/)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('tab', { name: /^Trash/ }).click();
  const trash = page.getByRole('list', { name: 'Trash' });
  await expect(trash).toContainText('with its transcript');
  await trash.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('tab', { name: /^Scenarios/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('tab', { name: 'Trash', exact: true })).toBeVisible();
  await row(page, /Task lost/)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(rows(page)).toHaveCount(1);
  await trashTab(page, 1).click();
  await expect(trash).toContainText('with its transcript');
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
});

test('what is open is closed before it is removed, and does not come back by itself', async ({ page }) => {
  await keepTwo(page);
  await row(page, /Task lost/)
    .locator('[data-open]')
    .click();
  await settled(page);
  await field(page, 'window').fill('9000');
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('y');
  const dialog = page.getByRole('dialog', { name: 'Library' });
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Task lost' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  // Everything is written in turn: when a later change is saved, nothing of what was removed is still under way.
  await row(page, /Cut JSON/)
    .locator('[data-open]')
    .click();
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await field(page, 'window').fill('9000');
  await settled(page);
  await toStart(page);
  await page.reload();
  await expect(row(page, /Cut JSON/)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('the whole library goes out as a file and comes into another browser', async ({ page, browser, baseURL }) => {
  await keepTwo(page);
  await page.getByRole('tab', { name: 'Room and copies' }).click();
  await expect(page.getByRole('region', { name: 'Room' })).toContainText(/kept: transcripts/);
  await page.getByRole('button', { name: 'Keep it safe' }).click();
  await expect(page.getByRole('region', { name: 'Persistence' })).toContainText(/browser (keeps|did not agree)/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export library' }).click(),
  ]);
  await expect(page.getByText(/4 records are in palimpsest-library/)).toBeVisible();
  const path = await download.path();
  await page.getByLabel('Library file').setInputFiles(path);
  await expect(page.getByText('0 added, 4 already here')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Trash, room and copies' }).click();
  await other.getByRole('tab', { name: 'Room and copies' }).click();
  await other.getByLabel('Library file').setInputFiles(path);
  await expect(other.getByText('4 added, 0 already here')).toBeVisible();
  await other.getByRole('tab', { name: /^Scenarios/ }).click();
  await row(other, /Task lost/)
    .locator('[data-open]')
    .click();
  await settled(other);
  await elsewhere.close();
});

test('a file that is no library is refused in words', async ({ page }) => {
  await keepTwo(page);
  await page.getByRole('tab', { name: 'Room and copies' }).click();
  await page
    .getByLabel('Library file')
    .setInputFiles({ name: 'x.jsonl', mimeType: 'application/json', buffer: Buffer.from('{"a":1}\n') });
  await expect(page.getByRole('region', { name: 'Library' }).getByRole('alert')).toContainText(
    'no library of Palimpsest',
  );
});

test('five hundred scenarios are listed at once, searched by tag, and only those in sight are drawn', async ({
  page,
}) => {
  await keepTwo(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('palimpsest');
        request.onsuccess = () => {
          const database = request.result;
          const writing = database.transaction(['scenarios', 'edits'], 'readwrite');
          const store = writing.objectStore('scenarios');
          const all = store.getAll();
          all.onsuccess = () => {
            for (let number = 0; number < 500; number++) {
              const id = `many-${number}`;
              store.put({
                ...all.result[0],
                id,
                title: `Scenario ${number}`,
                tags: number % 50 === 0 ? ['fifty'] : [],
              });
              writing.objectStore('edits').put({ scenario: id, edited: {} });
            }
          };
          writing.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  await expect(page.getByRole('tab', { name: /^Scenarios ?502$/ })).toBeVisible();
  await expect(rows(page).nth(5)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(40);
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('#fifty');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('nothing of the kind');
  await expect(page.getByText('Nothing is called that.')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('axe finds nothing in the library and the note of what is stored where', async ({ page }) => {
      await keepTwo(page);
      await row(page, /Cut JSON/)
        .getByRole('button', { name: /^Remove/ })
        .click();
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
      await expect(rows(page)).toHaveCount(1);
      expect(await violations(page), 'scenarios').toEqual([]);
      await trashTab(page, 1).click();
      await expect(page.getByRole('list', { name: 'Trash' })).toContainText('Cut JSON');
      expect(await violations(page), 'trash').toEqual([]);
      await page.getByRole('tab', { name: /^Room/ }).click();
      await expect(page.getByRole('region', { name: 'Room' })).toContainText(/kept: transcripts/);
      expect(await violations(page), 'room').toEqual([]);
      await page.getByRole('button', { name: 'What is stored where' }).click();
      await expect(page.getByRole('dialog')).toContainText('palimpsest:last-open');
      expect(await violations(page), 'stored where').toEqual([]);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('tab', { name: /^Scenarios/ }).click();
      await expect(rows(page)).toHaveCount(1);
      expect(await violations(page), 'narrow').toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
    });
  });
}

/** Storage that is of another version, broken or missing: rows 12 to 14 of the faults, in a real browser. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, field, settled, start, upload } from './support';

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
/** FAULTS row 12, from when the storage is asked for: how long the code is on its way is the network's. */
const SOON = { timeout: 2000 };

/** Hears in a page, from its start on, when it first asks for the storage and when it first shows some words. */
async function hearWords(page: Page, words: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    const heard = { asked: Number.NaN, told: Number.NaN };
    Object.assign(window, { heard });
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...how) {
      if (Number.isNaN(heard.asked)) heard.asked = performance.now();
      return open.apply(this, how);
    };
    new MutationObserver(() => {
      if (Number.isNaN(heard.told) && document.body?.textContent.includes(wanted)) heard.told = performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, words);
  return async () => {
    await expect(notices(page).getByText(words)).toBeVisible();
    const { asked, told } = await page.evaluate(() => Reflect.get(window, 'heard') as { asked: number; told: number });
    return told - asked;
  };
}

/** A page of the same origin without the application in it. */
async function besides(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/theme.js');
  return other;
}

/** Opens the database in a version and keeps it open, whatever others ask for. */
function holdVersion(page: Page, version: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('palimpsest', wanted);
        request.onsuccess = () => {
          Reflect.set(window, 'held', request.result);
          resolve(request.result.version);
        };
        request.onerror = () => reject(request.error);
      }),
    version,
  );
}

test('an old tab makes way for a newer version within two seconds, and says so (row 12)', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'mine.json', text: conversation(20) });
  await settled(page);
  const other = await besides(page);
  const before = Date.now();
  expect(await holdVersion(other, 99)).toBe(99);
  await expect(notices(page).getByText('A newer version of Palimpsest was opened in another tab.')).toBeVisible(SOON);
  expect(Date.now() - before).toBeLessThan(2500);
  await field(page, 'window').fill('16000');
  await expect(page.locator('[data-saving=failed]')).toBeAttached();
  await expect(notices(page).getByRole('button', { name: 'Export this work' })).toBeVisible();
});

test('data of a newer version is explained within two seconds, left alone, and work goes on in memory (row 12)', async ({
  page,
}) => {
  await start(page);
  await upload(page, { name: 'mine.json', text: conversation(20) });
  await settled(page);
  await page.close();
  const context = page.context();
  const other = await context.newPage();
  await other.goto('/theme.js');
  await holdVersion(other, 99);
  const old = await context.newPage();
  const told = await hearWords(old, 'written by a newer version of Palimpsest');
  await old.goto('/');
  expect(await told()).toBeLessThan(SOON.timeout);
  await openInMemory(old);
  const left = await other.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const held = Reflect.get(window, 'held') as IDBDatabase;
        const request = held.transaction('transcripts').objectStore('transcripts').count();
        request.onsuccess = () => resolve(request.result);
      }),
  );
  expect(left).toBe(1);
});

test('an older version that another tab holds open is explained within two seconds (row 12)', async ({ page }) => {
  const other = await besides(page);
  expect(await holdVersion(other, 1)).toBe(1);
  const told = await hearWords(page, 'Another tab keeps an older version of Palimpsest open.');
  await page.goto('/');
  expect(await told()).toBeLessThan(SOON.timeout);
  await openInMemory(page);
});

test('broken records are put aside with their reason, come out as they are, and the others open (row 13)', async ({
  page,
}) => {
  await start(page);
  await upload(page, { name: 'good.json', text: conversation(10) });
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').locator('input').fill('Back to the start page');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('palimpsest');
        request.onsuccess = () => {
          const database = request.result;
          const writing = database.transaction(['transcripts', 'scenarios'], 'readwrite');
          const original = new Blob(['the bytes of my file']);
          writing.objectStore('transcripts').put({ id: 'torn', name: 'torn.json', original, messages: 'many' });
          writing.objectStore('scenarios').put({ id: 'empty', lanes: null });
          writing.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  await page.getByRole('tab', { name: /^Broken/ }).click();
  const broken = page.getByRole('list', { name: 'Broken records' });
  await expect(broken.getByRole('listitem')).toHaveCount(2);
  await expect(broken).toContainText('title is missing');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    broken.getByRole('button', { name: 'Download transcripts torn as it is' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('torn.json');
  expect(await readFile(await download.path(), 'utf8')).toBe('the bytes of my file');
  await broken.getByRole('button', { name: 'Remove scenarios empty for good' }).click();
  await expect(broken.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('tab', { name: /^Scenarios/ }).click();
  await page.getByRole('list', { name: 'Scenarios' }).locator('[data-open]').click();
  await settled(page);
});

const REFUSALS: { [how: string]: () => void } = {
  'is missing': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  throws: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  },
};

for (const [how, refuse] of Object.entries(REFUSALS)) {
  test(`where IndexedDB ${how}, everything works in memory under a banner that stays (row 14)`, async ({ page }) => {
    await page.addInitScript(refuse);
    await page.goto('/');
    const banner = notices(page).getByText('kept only until this tab closes');
    await expect(banner).toBeVisible();
    await openInMemory(page);
    await field(page, 'window').fill('16000');
    await expect(page.locator('[data-saving=memory]')).toBeAttached();
    await page.waitForTimeout(500);
    await expect(banner).toBeVisible();
    await expect(page.locator('[data-saving=saved]')).toHaveCount(0);
  });
}

/** A sample that is opened where nothing can be saved. */
async function openInMemory(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Task lost/ }).click();
  await expect(page.getByRole('region', { name: 'Result' }).getByText('Peak')).toBeVisible();
}

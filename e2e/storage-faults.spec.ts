/** Storage that is of another version, broken or missing: rows 12 to 14 of the faults, in a real browser. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, field, replayed, settled, start, upload } from './support';

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
/** Milliseconds, FAULTS row 12, from when the storage is asked for: how long the code is on its way is the network's. */
const SOON = 2000;

/**
 * Hears in a page, from its start on, when it first asks for the storage and when it first shows some words. Resolves to the
 * milliseconds between, or to those since another page asked, by the clocks of the pages: how late we look is no matter.
 */
async function hearWords(page: Page, words: string): Promise<(since?: number) => Promise<number>> {
  await page.addInitScript((wanted) => {
    const heard = { asked: Number.NaN, told: Number.NaN };
    Object.assign(window, { heard });
    const now = () => performance.timeOrigin + performance.now();
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...how) {
      if (Number.isNaN(heard.asked)) heard.asked = now();
      return open.apply(this, how);
    };
    new MutationObserver(() => {
      if (Number.isNaN(heard.told) && document.body?.textContent.includes(wanted)) heard.told = now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, words);
  return async (since) => {
    await expect(notices(page).getByText(words)).toBeVisible();
    const { asked, told } = await page.evaluate(() => Reflect.get(window, 'heard') as { asked: number; told: number });
    return told - (since ?? asked);
  };
}

/** A page of the same origin without the application in it. */
async function besides(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/theme.js');
  return other;
}

/** Opens the database in a version and keeps it open, whatever others ask for. Resolves to when that was asked for. */
async function holdVersion(page: Page, version: number): Promise<number> {
  const held = await page.evaluate(
    (wanted) =>
      new Promise<{ asked: number; version: number }>((resolve, reject) => {
        const asked = performance.timeOrigin + performance.now();
        const request = indexedDB.open('palimpsest', wanted);
        request.onsuccess = () => {
          Reflect.set(window, 'held', request.result);
          resolve({ asked, version: request.result.version });
        };
        request.onerror = () => reject(request.error);
      }),
    version,
  );
  expect(held.version).toBe(version);
  return held.asked;
}

test('an old tab makes way for a newer version within two seconds, and says so (row 12)', async ({ page }) => {
  const told = await hearWords(page, 'A newer version of Palimpsest was opened in another tab.');
  await start(page);
  await upload(page, { name: 'mine.json', text: conversation(20) });
  await settled(page);
  const other = await besides(page);
  expect(await told(await holdVersion(other, 99))).toBeLessThan(SOON);
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
  expect(await told()).toBeLessThan(SOON);
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
  await holdVersion(other, 1);
  const told = await hearWords(page, 'Another tab keeps an older version of Palimpsest open.');
  await page.goto('/');
  expect(await told()).toBeLessThan(SOON);
  await openInMemory(page);
});

test('broken records are put aside with their reason, come out as they are, and the others open (row 13)', async ({
  page,
}) => {
  await start(page);
  await upload(page, { name: 'good.json', text: conversation(10) });
  await settled(page);
  await page.getByTitle('Back to the start page').click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
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
    await replayed(page);
    // The page's own timer: every write that was put off by less has had its turn then, however slow the page is.
    await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 1000)));
    await expect(page.locator('[data-saving=memory]')).toBeAttached();
    await expect(banner).toBeVisible();
    await expect(page.locator('[data-saving=saved]')).toHaveCount(0);
  });
}

/** A sample that is opened where nothing can be saved. */
async function openInMemory(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Task lost/ }).click();
  await expect(page.getByRole('region', { name: 'Result' }).getByText('Peak')).toBeVisible();
}

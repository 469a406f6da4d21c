/** What was said to be saved is there again, and what could not be saved is said: rows 8, 9 and 11 to 14 of the faults. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, field, figure, replayed, settled, start, upload } from './support';

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

async function openOwn(page: Page): Promise<void> {
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(60) });
  await settled(page);
}

/** Everything that the page says of saving, from now on. */
async function hearSaving(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(window, 'said', said);
    const observer = new MutationObserver(() => {
      said.push(document.querySelector('[data-saving]')?.getAttribute('data-saving') ?? '');
    });
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-saving'] });
  });
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[]);
}

test('two tabs change the same scenario: both are kept, and the second is marked as a copy (row 8)', async ({
  page,
  context,
}) => {
  await openOwn(page);
  const other = await context.newPage();
  await other.goto('/');
  await settled(other);
  await field(page, 'window').fill('16000');
  await settled(page);
  await expect(notices(other).getByRole('alert')).toContainText('Changed in another tab');
  await field(other, 'window').fill('32000');
  await expect(notices(other).getByRole('alert')).toContainText('Kept as a copy');
  await settled(other);

  await page.keyboard.press('Escape');
  await page.reload();
  await settled(page);
  await expect(field(page, 'window')).toHaveValue('16,000');
  await other.reload();
  await settled(other);
  await expect(field(other, 'window')).toHaveValue('32,000');
  await other.locator('body').press('y');
  const list = other.getByRole('dialog', { name: 'Library' }).getByRole('list', { name: 'Scenarios' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: 'conflict copy' })).toHaveCount(1);
});

const setFull = (page: Page, full: boolean) => page.evaluate((on) => Reflect.set(window, 'full', on), full);

test('what another tab deletes for good while it is open here is stored again, and said', async ({ page, context }) => {
  await openOwn(page);
  const other = await context.newPage();
  await other.goto('/');
  await settled(other);
  await other.getByTitle('Back to the start page').click();
  const library = other.getByRole('region', { name: 'Library' });
  await library.getByRole('button', { name: /^Remove / }).click();
  await library.getByRole('tab', { name: /^Trash/ }).click();
  await library.getByRole('button', { name: 'Empty the trash' }).click();
  await library.getByRole('button', { name: 'Delete for good' }).click();
  await expect(notices(page).getByRole('alert')).toContainText('Deleted in another tab');
  await page.keyboard.press('Escape');
  await field(page, 'window').fill('16000');
  await settled(page);
  await page.reload();
  await settled(page);
  await expect(field(page, 'window')).toHaveValue('16,000');
});

test('no room for a change: never said to be saved, an export is offered, and saved once there is room (row 9)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...input: Parameters<typeof put>) {
      if (Reflect.get(window, 'full')) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.apply(this, input);
    };
  });
  await openOwn(page);
  const said = await hearSaving(page);
  await setFull(page, true);
  await field(page, 'window').fill('16000');
  const notice = notices(page).getByRole('alert');
  await expect(notice).toContainText('Not saved');
  await expect(notice).toContainText('no room left');
  await expect(page.locator('[data-saving=failed]')).toHaveText('Not saved');
  await field(page, 'window').fill('24000');
  await replayed(page);
  await expect(figure(page, 'Compactions')).not.toHaveText('0');
  await expect(notice).toContainText('Not saved');
  // What is kept of the result has been tried too: from here on nothing is tried again by itself.
  await expect(page.locator('[data-saving=failed]')).toBeAttached();
  expect(await said()).not.toContain('saved');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    notice.getByRole('button', { name: 'Export this work' }).click(),
  ]);
  const written = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(written.transcript.messages).toHaveLength(JSON.parse(conversation(60)).messages.length);
  expect(JSON.stringify(written.lanes)).toContain('24000');
  const [library] = await Promise.all([
    page.waitForEvent('download'),
    notice.getByRole('button', { name: 'Export library' }).click(),
  ]);
  expect(await readFile(await library.path(), 'utf8')).toContain('export-incident.json');

  await setFull(page, false);
  await notice.getByRole('button', { name: 'Save again' }).click();
  await settled(page);
  await expect(notice).toBeHidden();
  await page.reload();
  await settled(page);
  await expect(field(page, 'window')).toHaveValue('24,000');
});

test('no room for a file, found by the browser as the transaction ends: said, exported, and saved later (row 9)', async ({
  page,
}) => {
  await start(page);
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100_000 });
  await upload(page, { name: 'large.json', text: conversation(400, 5600) });
  // With all that is kept of the result: what is written later would try again what failed, and there would be room for it.
  await replayed(page);
  const notice = notices(page).getByRole('alert');
  await expect(notice).toContainText('Not saved');
  await expect(page.locator('[data-saving=failed]')).toBeAttached();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    notice.getByRole('button', { name: 'Export this work' }).click(),
  ]);
  const written = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(written.transcript.messages.length).toBeGreaterThan(1200);
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await notice.getByRole('button', { name: 'Save again' }).click();
  await settled(page);
  await page.reload();
  await settled(page);
});

/** Lets the test end the page's workers, and counts the replays that they are asked for. */
async function holdWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    const replays: string[] = [];
    Reflect.set(window, 'workers', workers);
    Reflect.set(window, 'replays', replays);
    window.Worker = class extends Worker {
      constructor(...input: ConstructorParameters<typeof Worker>) {
        super(...input);
        workers.push(this);
      }
      override postMessage(message: { name?: string }, ...rest: never[]): void {
        if (message.name === 'replay') replays.push(message.name);
        super.postMessage(message, ...rest);
      }
    };
  });
}

/** What the page has put off until then has had its turn, however slow it is: the timer is one of its own. */
const letTimersRun = (page: Page, milliseconds: number) =>
  page.evaluate((wait) => new Promise<void>((done) => setTimeout(done, wait)), milliseconds);

const replays = (page: Page) => page.evaluate(() => (Reflect.get(window, 'replays') as string[]).length);

/** Runs in the page. */
const ENDS: { [how: string]: () => void } = {
  'runs out of memory': () => {
    const [worker] = Reflect.get(window, 'workers') as Worker[];
    worker?.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory.' }));
  },
  'never answers again': () => (Reflect.get(window, 'workers') as Worker[])[0]?.terminate(),
};

for (const [how, end] of Object.entries(ENDS)) {
  test(`an engine that ${how}: said, the work saved, nothing replayed by itself, and a way on (row 11)`, async ({
    page,
  }) => {
    await holdWorkers(page);
    await openOwn(page);
    await page.evaluate(end);
    await field(page, 'window').fill('16000');
    const notice = notices(page).getByRole('alert').filter({ hasText: 'The engine' });
    await expect(notice).toBeVisible();
    await expect(notice).toContainText('Your work is saved.');
    await expect(page.locator('[data-saving=saved]')).toBeAttached();
    const asked = await replays(page);
    await letTimersRun(page, 1500);
    expect(await replays(page)).toBe(asked);
    await expect(figure(page, 'Compactions')).toHaveText('0');

    await notice.getByRole('button', { name: 'Start again and replay' }).click();
    await expect(figure(page, 'Compactions')).not.toHaveText('0');
    await expect(notice).toBeHidden();
    await field(page, 'window').fill('128000');
    await expect(figure(page, 'Compactions')).toHaveText('0');
    await settled(page);
  });
}

test('a tab that ended in a long replay does not begin it again by itself (row 11)', async ({ page, watch }) => {
  watch.allow(/page crashed/);
  await holdWorkers(page);
  await openOwn(page);
  await page.evaluate(ENDS['never answers again'] as () => void);
  await field(page, 'window').fill('16000');
  await expect(page.locator('[data-saving=saved]')).toBeAttached();
  // The note has left the tab that will end once another one reads it.
  const other = await page.context().newPage();
  await other.goto('/theme.js');
  await expect.poll(() => other.evaluate(() => localStorage.getItem('palimpsest:busy'))).not.toBeNull();
  await other.close();
  const session = await page.context().newCDPSession(page);
  const crash = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crash;

  const next = await page.context().newPage();
  await next.goto('/');
  await expect(notices(next).getByRole('alert')).toContainText('Not opened by itself');
  await next.getByRole('list', { name: 'Scenarios' }).locator('[data-open]').click();
  await settled(next);
  await expect(field(next, 'window')).toHaveValue('16,000');
});

/** A newcomer's way: load, see, tune, close the tab, come back and find it all. */
import { expect, test } from './fixtures';
import { conversation, field, figure, openSample, replayed, settled, start, upload } from './support';

test('a sample opens in one click and shows where it is compacted', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('INC-2291');
  await expect(page.getByRole('img', { name: /Pressure over \d+ model calls/ })).toBeVisible();
  expect(Number(await figure(page, 'Compactions').textContent())).toBeGreaterThan(2);
  await expect(figure(page, 'Task')).toHaveText('kept');
});

test('a file of one’s own is replayed, tuned, and there again after the tab was closed', async ({ page, context }) => {
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(60) });
  await settled(page);
  await expect(figure(page, 'Compactions')).toHaveText('0');

  await field(page, 'window').fill('16k');
  await expect(page.getByText('16,000 × 0.70 − 4,000 = 7,200')).toBeVisible();
  await expect(figure(page, 'Compactions')).not.toHaveText('0');
  await replayed(page);
  const before = await figure(page, 'Compactions').textContent();

  const slider = page.getByRole('slider', { name: 'Compact at, slider' });
  await slider.focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowLeft');
  await expect(field(page, 'compactAt')).toHaveValue('0.50');
  await expect(figure(page, 'Compactions')).not.toHaveText(before ?? '');
  await replayed(page);
  const tuned = await figure(page, 'Compactions').textContent();
  await page.getByRole('button', { name: 'Previous call', exact: false }).click();
  const call = await page
    .getByText(/^Call \d+$/)
    .first()
    .textContent();
  await settled(page);
  await page.close();

  const again = await context.newPage();
  await again.goto('/');
  await settled(again);
  await expect(field(again, 'window')).toHaveValue('16,000');
  await expect(field(again, 'compactAt')).toHaveValue('0.50');
  await expect(figure(again, 'Compactions')).toHaveText(tuned ?? '');
  await expect(again.getByText(call ?? '', { exact: true }).first()).toBeVisible();
});

test('a compaction shows what stood before, what stands now, and why', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(60) });
  await settled(page);
  await field(page, 'window').fill('16000');
  const decision = page
    .getByRole('region', { name: 'Decisions' })
    .getByRole('button', { name: /compacted/ })
    .first();
  await decision.click();
  const panel = page.getByRole('region', { name: 'Decision', exact: true });
  await expect(panel).toContainText(/pressure 0\.\d\d > 0\.70; oldest unpinned span: messages \d+-\d+/);
  await expect(panel).toContainText('Stood before');
  await expect(panel).toContainText('earlier messages compacted');
  await panel
    .getByRole('button', { name: /assistant/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText('read_log');
});

test('a truncation shows the text that fell out', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(4, 2800) });
  await settled(page);
  await field(page, 'maxToolTokens').fill('100');
  await page
    .getByRole('region', { name: 'Decisions' })
    .getByRole('button', { name: /truncated/ })
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Decision', exact: true });
  await expect(panel.getByText(/characters that the model never sees/)).toBeVisible();
  await expect(panel.locator('ins')).toContainText('characters dropped');
});

test('a message pinned by hand stays in the window', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(60) });
  await settled(page);
  await field(page, 'window').fill('16000');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('button', { name: /^2\s*assistant/ })).toContainText('in S1');
  await messages.getByRole('button', { name: /^2\s*assistant/ }).click();
  await page
    .getByRole('region', { name: 'Message', exact: true })
    .getByRole('button', { name: 'Pin', exact: true })
    .click();
  await page.getByRole('tab', { name: 'Window' }).click();
  await expect(messages.getByRole('button', { name: /^2\s*assistant/ })).toContainText('pinned: by hand');
  await expect(messages.getByRole('button', { name: /^3\s*tool/ })).toContainText('pinned: with message 2, by hand');
});

test('settings that cannot work are explained where they are made, and the last result stays', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(60) });
  await settled(page);
  await field(page, 'window').fill('16000');
  await expect(figure(page, 'Compactions')).not.toHaveText('0');
  await replayed(page);
  const good = await figure(page, 'Compactions').textContent();

  await field(page, 'reserveCompletion').fill('13000');
  await expect(page.locator('[data-parameter=reserveCompletion]')).toContainText('16,000 × 0.70 − 13,000 = −1,800');
  await expect(page.getByText('this is the last result that could')).toBeVisible();
  await expect(figure(page, 'Compactions')).toHaveText(good ?? '');
  await field(page, 'reserveCompletion').fill('4000');

  await field(page, 'evictAt').fill('0.5');
  await expect(page.locator('[data-parameter=evictAt]')).toContainText(
    'Eviction at 0.50 comes before compaction at 0.70',
  );
  await field(page, 'evictAt').fill('0.9');
  await expect(page.getByText('this is the last result that could')).toBeHidden();

  await field(page, 'keepRecent').fill('150');
  await expect(page.getByText(/nothing is left to take/).first()).toBeVisible();
});

test('sent tokens are counted exactly and drawn beside the pressure', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(20) });
  await settled(page);
  await page.getByLabel('Show in the chart').check();
  await expect(page.getByRole('region', { name: 'Pressure' })).toContainText(/Sent tokens \(o200k_base\)/, {
    timeout: 60_000,
  });
  await expect(figure(page, 'Sent')).toHaveText(/^\d{1,3}(,\d{3})*$|^\d+\.\d\d M$/);
});

test('a setting that cannot work survives a reload with its explanation, beside the last good result', async ({
  page,
}) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(60) });
  await settled(page);
  await field(page, 'window').fill('16000');
  await expect(figure(page, 'Compactions')).not.toHaveText('0');
  await replayed(page);
  const good = await figure(page, 'Compactions').textContent();
  // The good result is kept before the bad setting is made: it is written from when the lists show it.
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /^2\s*assistant/ }),
  ).toContainText('in S1');
  await settled(page);
  await field(page, 'reserveCompletion').fill('20000');
  await expect(page.getByText('this is the last result that could')).toBeVisible();
  await settled(page);
  await page.reload();
  await settled(page);
  await expect(field(page, 'reserveCompletion')).toHaveValue('20,000');
  await expect(page.getByText('this is the last result that could')).toBeVisible();
  await expect(figure(page, 'Compactions')).toHaveText(good ?? '');
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
});

/** Bill, probes and counters of a comparison in a real browser: what is changed is taken, what fails leads to its call. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, openSample, settled, start, upload } from './support';

async function judged(page: Page, tab: 'Bill' | 'Probes' | 'Counters' | 'Windows') {
  await start(page);
  await openSample(page, /double postings/);
  await page.getByRole('button', { name: 'Add a lane', exact: true }).click();
  await page.getByRole('button', { name: 'Message cap', exact: true }).click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  return page.getByRole('tabpanel', { name: tab });
}

const cost = (page: Page, lane: string) =>
  page
    .getByRole('table', { name: 'Cost of each lane' })
    .getByRole('row', { name: new RegExp(`^${lane} `) })
    .getByRole('cell')
    .first();

test('a price, a model and a cache change the bill, and each is one step back', async ({ page }) => {
  const panel = await judged(page, 'Bill');
  await expect(cost(page, 'Message cap')).toHaveText(/^\$/);
  // Amounts beside each other have the same digits: this one's depend on the other.
  await expect(cost(page, 'Managed window')).toHaveText(/^\$/);
  const first = (await cost(page, 'Message cap').textContent()) ?? '';
  await expect(panel.getByText(/From call \d+ on the window slides/)).toBeVisible();

  await panel.getByRole('button', { name: 'Numbers' }).click();
  const input = panel.getByLabel('Input', { exact: true });
  await input.fill('6');
  await input.press('Enter');
  await expect(cost(page, 'Message cap')).not.toHaveText(first);
  await panel.getByRole('button', { name: 'Input: back to its default, 3' }).click();
  await expect(cost(page, 'Message cap')).toHaveText(first);

  await panel.getByLabel('Cache', { exact: true }).selectOption({ label: 'No cache' });
  const row = page.getByRole('table', { name: 'Cost of each lane' }).getByRole('row', { name: /^Message cap/ });
  await expect(cost(page, 'Message cap')).not.toHaveText(first);
  await expect(row.getByText('0.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(cost(page, 'Message cap')).toHaveText(first);

  const model = panel.getByRole('combobox', { name: 'Model whose prices are taken' });
  await model.click();
  await model.fill('gpt-4o');
  await expect(panel.getByText(/^From @pydantic\/genai-prices .* 20\d\d-\d\d-\d\d/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Cache', { exact: true })).toHaveValue('openai');
  await expect(cost(page, 'Message cap')).not.toHaveText(first);
});

test('what a number of the bill does not take is said beside it, and what stood before stays', async ({ page }) => {
  const panel = await judged(page, 'Bill');
  await panel.getByRole('button', { name: 'Numbers' }).click();
  const least = panel.getByLabel('Least length', { exact: true });
  await expect(least).toHaveValue('1,024');
  // Key by key: its beginning, 1, would be taken.
  await least.click();
  await page.keyboard.type('1.5');
  const word = panel.getByText(
    '“1.5” is no whole number. Allowed is a whole number from 0 to 100,000,000. 1,024 stays.',
  );
  await expect(word).toBeVisible();
  await expect(least).toHaveAttribute('aria-invalid', 'true');
  await expect(least).toHaveAccessibleDescription(/^“1.5” is no whole number/);
  await page.keyboard.press('Tab');
  await expect(least).toHaveValue('1,024');
  await expect(word).toBeVisible();
  await least.fill('2048');
  await expect(word).toBeHidden();
  await expect(panel.getByText('Set here; 1,024 otherwise.')).toBeVisible();
  await panel.getByLabel('Input', { exact: true }).fill('-3');
  await expect(
    panel.getByText('“-3” is too little. Allowed is a number from 0 to 1,000,000. 3.00 stays.'),
  ).toBeVisible();
});

test('a compaction leads to its call, with when it pays back', async ({ page }) => {
  const panel = await judged(page, 'Bill');
  const table = panel.getByRole('table', { name: 'Compactions of Managed window' });
  await expect(table.getByRole('row').nth(1)).toContainText(/pay(s)? back|pays at once|never/);
  const call = table.getByRole('button', { name: /^call \d+/ }).first();
  const name = (await call.textContent()) ?? '';
  await call.click();
  // The chip of the cursor, not the button that leads there.
  const charts = page.getByRole('region', { name: 'Curves of the lanes' });
  await expect(charts.getByText(name, { exact: true })).toBeVisible();
  await expect(panel.getByRole('img', { name: /^Cost so far/ })).toBeVisible();
  await expect(panel.getByText('What a replay cannot show.')).toBeVisible();
});

test('probes are written, judged, changed and removed; a failure leads to the loss', async ({ page }) => {
  const panel = await judged(page, 'Probes');
  await panel.getByRole('button', { name: 'Add probe', exact: true }).click();
  const form = panel.getByRole('form', { name: 'New probe' });
  await form.getByLabel('What must be known').selectOption({ label: 'Expression' });
  await form.getByRole('textbox', { name: 'Expression' }).fill('(?=x)y');
  await expect(form.getByRole('status')).toContainText('A lookahead or lookbehind cannot be matched in linear time');
  await expect(form.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await form.getByLabel('What must be known').selectOption({ label: 'Text' });
  await form.getByRole('textbox', { name: 'Text' }).fill('INC-2291');
  await form.getByRole('checkbox', { name: 'Word for word' }).check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();

  const table = panel.getByRole('table', { name: 'Probes by lane' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('button', { name: /in Managed window: held/ })).toBeVisible();

  // The task, as the transcript suggests it, is what a cap of messages loses.
  const task = panel.getByRole('button', { name: /^Add the probe message \d+ at the end/ });
  await task.click();
  await expect(table.getByRole('row')).toHaveCount(3);
  const lost = table.getByRole('button', { name: /^message \d+ in Message cap: lost, gone at call \d+/ });
  const call = /call (\d+)$/.exec((await lost.getAttribute('aria-label')) ?? '')?.[1];
  await lost.click();
  await expect(panel.getByRole('status').filter({ hasText: 'Not known at call' })).toContainText(
    `It went at call ${call}`,
  );
  await expect(page.getByText(`call ${call}`, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lanes' }).locator('[aria-current="true"]')).toHaveText(/Message cap/);

  await table
    .getByRole('rowheader', { name: /^“INC-2291”/ })
    .getByRole('button')
    .click();
  const change = panel.getByRole('form', { name: 'Probe', exact: true });
  await change.getByRole('textbox', { name: 'Text' }).fill('never said by anybody');
  await change.getByRole('button', { name: 'Change' }).click();
  await expect(
    table.getByRole('button', { name: /never said by anybody” in Managed window: not said yet/ }),
  ).toBeVisible();
  await table.getByRole('button', { name: /^Remove the probe “never said/ }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(table.getByRole('row')).toHaveCount(3);
});

test('a message is made a probe where it is read, and the way leads to the lanes', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  await page.getByRole('region', { name: 'Messages', exact: true }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Must survive', exact: true }).click();
  await expect(page.getByText('It is a probe of the comparison.')).toBeVisible();
  await page.getByRole('button', { name: 'See who keeps it' }).click();
  const table = page.getByRole('table', { name: 'Probes by lane' });
  await expect(table.getByRole('button', { name: /^message \d+ in Managed window: / })).toBeVisible();
});

test('every counter is held against the yardstick, and what it moves in the tuned lane is told', async ({ page }) => {
  const panel = await judged(page, 'Counters');
  const totals = panel.getByRole('table', { name: /^The whole transcript under every counter/ });
  await expect(totals.getByRole('rowheader').first()).toHaveText(/^Characters ÷ 4/);
  await expect(totals.getByRole('row', { name: /^Characters ÷ 4/ })).toContainText(/−\d+\.\d\s%/);
  await expect(totals.getByRole('row', { name: /^o200k_base/ })).toContainText('0.0 %');
  await expect(totals.getByRole('row', { name: /^gpt2/ })).toContainText('%', { timeout: 60_000 });
  await expect(panel.getByRole('table', { name: /^Tool results/ }).getByRole('row', { name: /^bash/ })).toContainText(
    '%',
  );
  const moves = panel.getByRole('table', { name: 'The tuned lane under other counters' });
  const exact = moves.getByRole('row', { name: /^o200k_base/ });
  await expect(exact.getByRole('button').first()).toBeVisible({ timeout: 60_000 });
  await exact.getByRole('button').first().click();
  await expect(exact.getByRole('button').first()).toHaveAttribute('aria-current', 'true');
});

test('a jump says which lanes act and leads to a pair that shows it; hidden lanes are not compared', async ({
  page,
}) => {
  const panel = await judged(page, 'Windows');
  await page.getByRole('button', { name: 'Add a lane', exact: true }).click();
  await page.getByRole('button', { name: 'Three phases', exact: true }).click();
  await page.getByRole('button', { name: /^First differ at call 2 / }).click();
  const charts = page.getByRole('region', { name: 'Curves of the lanes' });
  await expect(charts.getByText('One lane acts here: Three phases', { exact: true })).toBeVisible();
  await expect(panel.getByText(/policy tokens against 6 messages · 6 messages alike in both$/)).toBeVisible();
  await panel.getByRole('button', { name: 'Hold Managed window against Three phases' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'only in Managed window' }).first()).toBeVisible();

  const same = charts.getByText(/^First differ|do the same/);
  await page.keyboard.press('Shift+H');
  await expect(panel.getByLabel('Left lane').getByRole('option')).toHaveText(['Message cap']);
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await expect(same.first()).toBeVisible();
  for (const name of ['Message cap', 'Three phases']) {
    await page.getByRole('button', { name: `What to do with ${name}` }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(same).toHaveCount(0);
  }
  for (const layout of ['Stack', 'Overlay']) {
    await charts.getByText(layout, { exact: true }).click();
    await expect(charts.getByText('All lanes are hidden. Show one from its menu in the list of lanes.')).toBeVisible();
  }
  await expect(panel.getByText(/^All lanes are hidden\. Show two/)).toBeVisible();
});

test('every difference between two windows is in the list: one stop of the Tab key, walked with keys, counted right', async ({
  page,
}) => {
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(150, 140) });
  await settled(page);
  await page.getByRole('button', { name: 'Add a lane', exact: true }).click();
  await page.getByRole('button', { name: 'Message cap', exact: true }).click();
  await page.getByRole('tab', { name: 'Windows', exact: true }).click();
  const list = page.getByRole('region', { name: 'Differences between the windows' });
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1');
  const count = Number(await rows.first().getAttribute('aria-setsize'));
  expect(count).toBeGreaterThan(380);
  expect(await rows.count()).toBeLessThan(60);
  await expect(list.locator('[tabindex="0"]')).toHaveCount(1);
  await page.getByLabel('Right lane').focus();
  await page.keyboard.press('Tab');
  await expect(rows.first().getByRole('button')).toBeFocused();
  await page.keyboard.press('End');
  const last = list.locator(`[aria-posinset="${count}"]`);
  await expect(last.getByRole('button')).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(list.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(list.locator('[aria-posinset="2"]').getByRole('button')).toBeFocused();
  const message = (await list.locator('[aria-posinset="2"]').textContent())?.match(/\d+/)?.[0];
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Inspector' }).getByText(`Message ${message}`)).toBeVisible();
});

test('every call behind a number is reached, and nothing moves for it', async ({ page }) => {
  await judged(page, 'Bill');
  await page.getByRole('tab', { name: 'Scoreboard' }).click();
  const rows = page.getByRole('region', { name: 'Scoreboard' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await rows
    .filter({ has: page.getByRole('rowheader', { name: 'Message cap' }) })
    .getByRole('button', { name: /^Cache breaks: 38/ })
    .click();
  const foot = page.getByRole('status').filter({ hasText: 'Cache breaks' });
  await expect(foot.getByRole('button', { name: 'Show 26 more' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const height = () => foot.evaluate((one) => Math.round(one.getBoundingClientRect().height));
  const closed = await height();
  await foot.getByRole('button', { name: 'Show 26 more' }).focus();
  await page.keyboard.press('Enter');
  await expect(foot.getByRole('button')).toHaveCount(38);
  await expect(foot.getByRole('button').nth(12)).toBeFocused();
  expect(await height()).toBe(closed);
});

test('on a narrow screen nothing but tables is wider than the screen', async ({ page }) => {
  await judged(page, 'Bill');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('button', { name: 'Judge' })
    .or(page.getByRole('tab', { name: 'Judge' }))
    .first()
    .click();
  const contents = {
    Bill: page.getByRole('table', { name: 'Cost of each lane' }).getByRole('row', { name: /^Message cap/ }),
    Probes: page.getByRole('button', { name: /^Add the probe / }),
    Counters: page.getByRole('table', { name: /^The whole transcript/ }).getByRole('row', { name: /^Characters.*−\d/ }),
  };
  for (const [tab, content] of Object.entries(contents)) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(content.first()).toBeAttached();
    const panel = page.getByRole('tabpanel', { name: tab });
    await expect(async () => {
      const { width, beyond } = await panel.evaluate((one) => ({
        width: one.getBoundingClientRect().width,
        beyond: one.scrollWidth - one.clientWidth,
      }));
      expect(width).toBeLessThanOrEqual(390);
      expect(beyond).toBe(0);
    }).toPass({ timeout: 30_000 });
  }
});

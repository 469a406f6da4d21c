/** The pressure chart by hand and by key: handles, zoom, composition, marks and the table. */

import { axisWords, chart, ground, openConversation, placeOf } from './chart-support';
import { expect, test } from './fixtures';
import { field, openSample, settled, start } from './support';

test('a threshold is dragged in the chart, follows the hand, and Escape takes it back', async ({ page }) => {
  await openConversation(page);
  const handle = page.locator('[data-line=compactAt]');
  const box = await placeOf(handle);
  const curve = await page.locator('[data-curve]').getAttribute('d');
  await page.mouse.move(box.x + 20, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 50, { steps: 6 });
  await expect(field(page, 'compactAt')).not.toHaveValue('0.70');
  await expect(page.locator('[data-curve]')).not.toHaveAttribute('d', curve ?? '');
  // Those that make room for it glide.
  const labels = chart(page).locator('[data-picture-label]');
  await expect(async () => {
    const tops = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().top));
    tops.sort((a, b) => a - b);
    for (let at = 1; at < tops.length; at++) expect((tops[at] ?? 0) - (tops[at - 1] ?? 0)).toBeGreaterThanOrEqual(18);
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(field(page, 'compactAt')).toHaveValue('0.70');
  await page.mouse.up();
  await expect(field(page, 'compactAt')).toHaveValue('0.70');

  // A whole drag is one step.
  const again = await placeOf(handle);
  await page.mouse.move(again.x + 20, again.y + 9);
  await page.mouse.down();
  await page.mouse.move(again.x + 20, again.y + 60, { steps: 12 });
  await page.mouse.up();
  await expect(field(page, 'compactAt')).not.toHaveValue('0.70');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'compactAt')).toHaveValue('0.70');
});

test('a handle is moved by keys, finely and coarsely, and keeps the order of thresholds', async ({ page }) => {
  await openConversation(page);
  const handle = chart(page).getByRole('slider', { name: 'Compact at, in the chart' });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'compactAt')).toHaveValue('0.69');
  await page.keyboard.press('PageDown');
  await expect(field(page, 'compactAt')).toHaveValue('0.59');
  await page.keyboard.press('End');
  await expect(handle).not.toHaveAttribute('aria-valuenow', '0.59');
  const highest = Number(await handle.getAttribute('aria-valuenow'));
  expect(highest).toBeLessThanOrEqual(0.9);
  await expect(page.getByText('Compact at must')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(field(page, 'compactAt')).toHaveValue('0.70');
});

test('a stretch is chosen with Shift and shared by chart, strip and map; a double click shows all', async ({
  page,
}) => {
  await openConversation(page);
  const reset = chart(page).getByRole('button', { name: 'All calls' });
  await expect(reset).toBeHidden();
  const surface = await page.locator('[data-surface=pressure]').boundingBox();
  if (!surface) throw new Error('There is no chart.');
  const table = chart(page).getByRole('table');
  await expect(table).toContainText('81 calls in sight');
  await page.keyboard.down('Shift');
  await page.mouse.move(surface.x + 120, surface.y + 60);
  await page.mouse.down();
  await page.mouse.move(surface.x + 260, surface.y + 70, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(reset).toBeVisible();
  await expect(page.getByRole('slider', { name: 'First call in sight' })).toBeVisible();
  await expect(table).not.toContainText('81 calls in sight');

  // The thumb stands under the cursor's line wherever it is.
  await page.mouse.click(surface.x + 150, surface.y + 100);
  await page.getByRole('slider', { name: 'First call in sight' }).focus();
  await page.keyboard.press('Escape');
  await expect(reset).toBeHidden();
  const chip = chart(page).getByText(/^call \d+$/);
  const thumb = page.getByRole('slider', { name: 'Model call', exact: true });
  const middle = async (place: typeof chip) => {
    const box = await place.boundingBox();
    return box ? box.x + box.width / 2 : Number.NaN;
  };
  expect(Math.abs((await middle(chip)) - (await middle(thumb)))).toBeLessThan(1.5);
});

test('the wheel zooms with Ctrl, and keys do without a mouse', async ({ page }) => {
  await openConversation(page);
  const reset = chart(page).getByRole('button', { name: 'All calls' });
  const surface = await page.locator('[data-surface=pressure]').boundingBox();
  if (!surface) throw new Error('There is no chart.');
  await page.mouse.move(surface.x + 200, surface.y + 80);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect(reset).toBeVisible();
  await page.getByRole('slider', { name: 'Model call', exact: true }).focus();
  await page.keyboard.press('0');
  await expect(reset).toBeHidden();
  await page.keyboard.press('+');
  await expect(reset).toBeVisible();
});

test('the window is shown by role, and events are read and chosen by key', async ({ page }) => {
  await openConversation(page);
  await chart(page).getByRole('button', { name: 'By role' }).click();
  await expect(chart(page).getByText('tool results', { exact: true })).toBeVisible();
  const events = chart(page).getByRole('listbox', { name: /Events in the chart/ });
  await events.focus();
  const first = await events.getByRole('option').textContent();
  await page.keyboard.press('ArrowRight');
  await expect(events.getByRole('option')).not.toHaveText(first ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Decision', exact: true })).toBeVisible();
});

test('a line that is an amount is dragged too: the target of three phases, in tokens', async ({ page }) => {
  await openConversation(page);
  await page.getByLabel('Memory system', { exact: true }).selectOption('three-phase');
  const handle = chart(page).getByRole('slider', { name: 'Target, in the chart' });
  await expect(handle).toHaveAttribute('aria-valuenow', '900');
  // In the unit of the settings.
  await expect(handle).toHaveText('target900');
  await expect(field(page, 'targetLimit')).toHaveValue('900');
  await settled(page);
  const box = await placeOf(handle);
  await page.mouse.move(box.x + 20, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(900);
});

test('the same settings give the same axis, whatever was dragged before', async ({ page }) => {
  await openConversation(page);
  const before = await axisWords(page);
  const box = await placeOf(page.locator('[data-line=ratio]'));
  await page.mouse.move(box.x + 20, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y - 30, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => axisWords(page)).not.toEqual(before);
  await page.keyboard.press('Control+z');
  await expect(field(page, 'ratio')).toHaveValue('0.70');
  await expect.poll(() => axisWords(page)).toEqual(before);
});

test('settings that cannot work leave the lines of what is drawn', async ({ page }) => {
  await openConversation(page);
  // As shares of the height, which the words above the chart may change.
  const lines = () =>
    ground(page)
      .locator('path')
      .evaluateAll((paths) => {
        const heights = paths.map((path) => Number(/^M[\d.]+ ([\d.]+)H/.exec(path.getAttribute('d') ?? '')?.[1]));
        const [foot = 1, ...rest] = heights;
        return rest.filter(Number.isFinite).map((y) => ((foot - y) / (foot - 12)).toFixed(2));
      });
  const before = await lines();
  expect(before).toHaveLength(3);
  await field(page, 'window').fill('4000');
  await expect(page.locator('[data-line=window]')).toHaveAttribute('aria-valuenow', '4000');
  expect(await lines()).toEqual(before);
});

test('by role the axis is linear, and the switch says why', async ({ page }) => {
  await openConversation(page);
  const log = chart(page).getByRole('button', { name: 'Log', exact: true });
  const linear = await axisWords(page);
  await log.click();
  await expect.poll(() => axisWords(page)).not.toEqual(linear);
  await chart(page).getByRole('button', { name: 'By role' }).click();
  await expect(log).toHaveAttribute('aria-disabled', 'true');
  await expect(log).toHaveAttribute('title', /linear/);
  await expect.poll(() => axisWords(page)).toEqual(linear);
  await chart(page).getByRole('button', { name: 'Tokens' }).click();
  await expect(log).toHaveAttribute('aria-pressed', 'true');
});

test('handles are targets for a finger, and their amount stays beside the plot', async ({ page }) => {
  await openConversation(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const handle = page.locator('[data-line=compactAt]');
  await expect.poll(async () => (await handle.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(24);
  const box = await placeOf(handle);
  expect(box.width).toBeGreaterThanOrEqual(40);
  await page.mouse.move(box.x + 24, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 24, box.y + 30, { steps: 4 });
  const words = handle.getByText(/^[\d,]+$/);
  const surface = await page.locator('[data-surface=pressure]').boundingBox();
  const told = await words.boundingBox();
  if (!surface || !told) throw new Error('There is no amount.');
  // The surface reaches six pixels past the plot.
  expect(told.x).toBeGreaterThanOrEqual(surface.x + surface.width - 6);
  await page.mouse.up();
});

test('how to zoom is said in the chart and in the help', async ({ page }) => {
  await openConversation(page);
  await expect(chart(page).getByText('Shift + drag to zoom')).toBeVisible();
  await page.getByRole('slider', { name: 'Model call', exact: true }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText(/drag across chart or map/)).toBeVisible();
});

test('misses are marks of the chart: in its key, among its events, and they lead to what was missed', async ({
  page,
}) => {
  await start(page);
  await openSample(page, /double postings/);
  await expect(chart(page).getByText('19 misses')).toBeVisible();
  const events = chart(page).getByRole('listbox', { name: /^Events in the chart/ });
  await events.focus();
  await events.press('End');
  await expect(events.getByRole('option')).toHaveText('Call 71: 3 facts were used after they were gone.');
  await events.press('Enter');
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts.getByRole('status')).toHaveText(/^3 missed at call 71:/);
  await expect(page.getByRole('slider', { name: 'Model call' })).toHaveAttribute('aria-valuenow', '71');

  // While others are being read, these are faint, and no longer among what can be chosen. What is short is noted as it comes.
  const key = chart(page).locator('.of-result', { hasText: /miss/ });
  await expect(key).toHaveAttribute('aria-busy', 'false');
  const noted = await key.evaluateHandle((element) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(element.getAttribute('aria-busy'))).observe(element, {
      attributeFilter: ['aria-busy'],
    });
    return seen;
  });
  await field(page, 'compactAt').fill('0.5');
  await field(page, 'compactAt').press('Enter');
  await expect.poll(async () => (await noted.jsonValue()).slice(0, 2)).toEqual(['true', 'false']);
  await expect(key).toHaveAttribute('aria-busy', 'false');
  await expect(key).not.toHaveText('19 misses');
});

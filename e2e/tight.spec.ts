/** Heads where room is short: nothing leaves its pane at any width, nothing moves when a curve is added, and what is cut can be had. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, openSample, replayed, settled, start, upload } from './support';

const WIDTHS = [320, 360, 390, 520, 640, 768, 820, 1024, 1100, 1180, 1280, 1340, 1440];

/** What stands in the heads of the charts outside their panes. */
function strays(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out: string[] = [];
    for (const pane of document.querySelectorAll('section[aria-label=Pressure], section[aria-label=Survival]')) {
      const { left, right } = pane.getBoundingClientRect();
      for (const one of pane.querySelectorAll('header :is(button, select, [data-entry])')) {
        const box = one.getBoundingClientRect();
        if (box.width > 1 && getComputedStyle(one).visibility !== 'hidden' && (box.left < left || box.right > right)) {
          out.push(
            `${one.textContent || one.getAttribute('aria-label')}: ${box.left} to ${box.right}, not ${left} to ${right}`,
          );
        }
      }
    }
    return out;
  });
}

test('the heads of the charts stay in their panes from 320 to 1440, with every curve on', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'long.json', text: conversation(30, 2800) });
  await settled(page);
  const head = page.getByRole('region', { name: 'Pressure' }).locator('header');
  for (const sent of [false, true]) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
      // The layout of its width has come when its bar of regions has, or has gone.
      await expect(page.getByRole('navigation', { name: 'Regions' })).toHaveCount(width < 1100 ? 1 : 0);
      await expect(head).toBeVisible();
      await expect.poll(() => strays(page), { message: `${width} wide` }).toEqual([]);
    }
    if (!sent) {
      const before = await head.boundingBox();
      await page.keyboard.press('s');
      await expect(head.getByRole('button', { name: /^sent \(/ })).toHaveAttribute('aria-pressed', 'true');
      await replayed(page);
      expect(await head.boundingBox()).toEqual(before);
    }
  }
});

test('the heads of the charts stay in their panes where panels leave them least', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await start(page);
  await upload(page, { name: 'long.json', text: conversation(30, 2800) });
  await settled(page);
  await page.keyboard.press('s');
  const inspector = page.getByRole('separator', { name: 'Width of the inspector' });
  await inspector.focus();
  await page.keyboard.press('End');
  await expect
    .poll(async () => (await page.getByRole('region', { name: 'Pressure' }).boundingBox())?.width)
    .toBeLessThan(450);
  await expect.poll(() => strays(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Save the chart' })).toBeInViewport({ ratio: 1 });
});

test('entries of the key that find no room are counted and shown', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await openSample(page, /coding agent fixes double postings/);
  await page.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Preset: Small model, 8k' });
  await replayed(page);
  const inspector = page.getByRole('separator', { name: 'Width of the inspector' });
  await inspector.focus();
  await page.keyboard.press('End');
  const chart = page.getByRole('region', { name: 'Pressure' });
  await chart.getByRole('button', { name: 'By role' }).click();
  const more = chart.getByRole('button', { name: /more in the key: / });
  /** How many entries of the key stand under its line. */
  const under = () =>
    chart.locator('header > :last-child [data-entry]').evaluateAll((entries) => {
      const places = entries.map((entry) => entry.getBoundingClientRect()).filter(({ height }) => height > 0);
      return places.filter(({ top }) => top >= (places[0]?.bottom ?? 0)).length;
    });
  // The parts come with what works them out, misses are known last, and what finds no room is told a frame later.
  await expect(chart.locator('header .of-result', { hasText: /miss/ })).toHaveAttribute('aria-busy', 'false');
  await expect(chart.locator('header').getByText('tool results', { exact: true })).toBeAttached();
  await expect.poll(async () => (await more.textContent()) === `+${await under()}`).toBe(true);
  const plot = await chart.locator('header + div').boundingBox();
  const hidden = ((await more.getAttribute('title')) ?? '').split('\n');
  expect(hidden).toHaveLength(await under());
  await more.click();
  const last = chart.locator('header [data-entry]').last();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(hidden.length).toBeGreaterThan(0);
  expect(await chart.locator('header + div').boundingBox()).toEqual(plot);
  await page.keyboard.press('Escape');
  await expect(more).toHaveText(`+${hidden.length}`);
});

test('by role the key names what there is, and schemas where there are some', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'long.json', text: conversation(6) });
  await settled(page);
  const chart = page.getByRole('region', { name: 'Pressure' });
  await chart.getByRole('button', { name: 'By role' }).click();
  for (const present of ['system', 'user', 'assistant', 'tool results']) {
    await expect(chart.locator('header').getByText(present, { exact: true })).toBeVisible();
  }
  for (const absent of ['schemas', 'summaries']) {
    await expect(chart.locator('header').getByText(absent, { exact: true })).toHaveCount(0);
  }
});

test('a tablet says how many messages there are, and the buttons of a message share a line', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'long.json', text: conversation(30) });
  await settled(page);
  for (const width of [768, 820, 1024]) {
    await page.setViewportSize({ width, height: 1000 });
    const pill = page.getByRole('banner').getByRole('button', { name: /messages/ });
    await expect(pill).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
    await expect.poll(() => pill.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  }
  await page.keyboard.press('5');
  await page.getByRole('region', { name: 'Inspector' }).locator('[data-row]').first().click();
  const survive = page.getByRole('button', { name: /^Must survive/ });
  const pin = page.getByRole('button', { name: 'Pin all like this' });
  // The one is fetched, and has its line for itself until the other is there.
  await expect(survive).toBeVisible();
  await expect(pin).toBeVisible();
  await expect(async () => expect((await pin.boundingBox())?.y).toBe((await survive.boundingBox())?.y)).toPass({
    timeout: 30_000,
  });
});

/** What of the pressure chart can be saved: as a picture, or its numbers, of all calls or of those in sight. */

import { chart, openConversation, saveChart } from './chart-support';
import { expect, test } from './fixtures';
import { holdBack } from './held-requests';
import { conversation, start, upload } from './support';

test('the chart is saved as SVG that stands by itself, as PNG and as CSV', async ({ page }) => {
  await openConversation(page);
  const svg = await saveChart(page, 'Save as SVG');
  expect(svg.name).toMatch(/-pressure\.svg$/);
  const text = svg.bytes.toString();
  expect(text).toMatch(/^<svg /);
  expect(text).not.toMatch(/var\(|class=|href|url\((?!#)/);
  expect(text).toContain('compact .70');
  // As in the app: a window above the axis says so, and the key has the marks themselves.
  expect(text).toContain('window 16k ↑');
  expect(text).toMatch(/<path transform="translate\([^>]*stroke="[^>]*\/><text [^>]*>\d+ compactions</);
  expect(text).toContain(await page.evaluate(() => getComputedStyle(document.body).fontFamily.split(',')[0] ?? ''));
  const png = await saveChart(page, 'Save as PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  const csv = (await saveChart(page, 'Save numbers as CSV')).bytes.toString();
  expect(csv.split('\r\n')).toHaveLength(83);
  expect(csv).toContain('compacted 1');
  // The sent curve is not shown, and its numbers are there.
  await expect(chart(page).getByRole('button', { name: 'sent' })).toHaveAttribute('aria-pressed', 'false');
  const [head = '', ...rows] = csv.trimEnd().split('\r\n');
  const sent = head.split(',').findIndex((name) => name.startsWith('sent_tokens_'));
  for (const row of rows) expect(Number(row.split(',')[sent])).toBeGreaterThan(0);
});

test('of a part of the calls, the key and what is saved count what is in sight', async ({ page }) => {
  await openConversation(page);
  const [, all] = /(\d+) compactions/.exec((await chart(page).textContent()) ?? '') ?? [];
  await page.getByRole('slider', { name: 'Model call', exact: true }).focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  const entry = chart(page).getByText(new RegExp(`^\\d+ of ${all} compactions$`));
  await expect(entry).toBeVisible();
  await expect(entry).toHaveAttribute('title', /in sight, at calls \d+ to \d+\./);
  const words = (await entry.textContent()) ?? '';
  expect(Number.parseInt(words, 10)).toBeLessThan(Number(all));
  const svg = (await saveChart(page, 'Save as SVG')).bytes.toString();
  expect(svg).toContain(`>${words}<`);
  const [, first, last] = /calls (\d+) to (\d+) of 81</.exec(svg) ?? [];
  // The numbers are of all calls, or of those in sight: the menu says which.
  expect(
    (await saveChart(page, 'Save numbers as CSV all 81 calls')).bytes.toString().trimEnd().split('\r\n'),
  ).toHaveLength(82);
  const part = await saveChart(page, `Save numbers in sight as CSV calls ${first} to ${last}`);
  expect(part.name).toMatch(new RegExp(`-pressure-calls-${first}-to-${last}\\.csv$`));
  const calls = part.bytes
    .toString()
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => Number.parseInt(row, 10));
  expect(calls).toHaveLength(Number(last) - Number(first) + 1);
  expect([calls[0], calls.at(-1)]).toEqual([Number(first), Number(last)]);
});

test('numbers that are not there yet are waited for, and that is said', async ({ page }) => {
  const letGo = await holdBack(page, 'recall');
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(80) });
  await expect(page.locator('[data-curve]')).toBeVisible();
  const saved = saveChart(page, 'Save numbers as CSV');
  const word = chart(page).getByText('Saved as soon as everything is counted');
  await expect(word).toBeVisible();
  await letGo();
  expect((await saved).bytes.toString()).toMatch(/^call,.*misses/);
  await expect(word).toHaveCount(0);
});

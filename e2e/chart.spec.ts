/** The chart under the hand: thresholds dragged in it, by keys too; zoom, log, composition; and what it is saved as. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { conversation, field, figure, openSample, settled, start, upload } from './support';

test('a threshold is dragged in the chart: setting, curve and figures follow, and one step undoes it', async ({
  page,
}) => {
  await start(page);
  await openSample(page, /double postings/);
  const before = Number(await figure(page, 'Compactions').textContent());
  const handle = page.getByRole('slider', { name: 'Compact at, in the chart' });
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle is not drawn.');
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++) await page.mouse.move(box.x + 8, box.y + 8 + 4 * step);
  await page.mouse.up();
  await expect(field(page, 'compactAt')).not.toHaveValue('0.70');
  const value = Number(await field(page, 'compactAt').inputValue());
  expect(value).toBeGreaterThan(0.3);
  expect(value).toBeLessThan(0.6);
  await expect(async () => {
    expect(Number(await figure(page, 'Compactions').textContent())).toBeGreaterThan(before);
  }).toPass();
  await page.keyboard.press('Control+z');
  await expect(field(page, 'compactAt')).toHaveValue('0.70');
  await expect(figure(page, 'Compactions')).toHaveText(String(before));
});

test('the same by keys, and Escape puts it back', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(40) });
  await settled(page);
  const handle = page.getByRole('slider', { name: 'Evict at, in the chart' });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await expect(field(page, 'evictAt')).not.toHaveValue('0.90');
  await expect(handle).toHaveAttribute('aria-valuenow', /^0\.\d+$/);
  await page.keyboard.press('Escape');
  await expect(field(page, 'evictAt')).toHaveValue('0.90');
});

test('a limit that is a line itself is dragged too: three-phase’s target in tokens', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(40) });
  await settled(page);
  await page.getByLabel('Memory system', { exact: true }).selectOption('three-phase');
  await settled(page);
  const handle = page.getByRole('slider', { name: 'Target, in the chart' });
  const before = Number(await handle.getAttribute('aria-valuenow'));
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle is not drawn.');
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 8, box.y + 28, { steps: 5 });
  await page.mouse.up();
  await expect(async () => {
    expect(Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(before);
  }).toPass();
});

test('zoom is shared by chart and map, and ends where it began', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  const axis = () => page.getByRole('region', { name: 'Pressure' }).locator('svg text').allTextContents();
  const all = await axis();
  await page.keyboard.press('Home');
  await page.keyboard.press('+');
  await expect.poll(axis).not.toEqual(all);
  await page.keyboard.press('0');
  await expect.poll(axis).toEqual(all);
  await page.getByRole('button', { name: 'log' }).click();
  await expect.poll(axis).toContain('.05');
  await page.getByRole('button', { name: 'by role' }).click();
  await expect(page.getByText('tool results', { exact: true })).toBeVisible();
});

test('recorded usage and compactions of a file are drawn', async ({ page }) => {
  const file = readFileSync('test/fixtures/transcripts/claude-compaction.jsonl');
  await start(page);
  await upload(page, { name: 'session.jsonl', text: file });
  const picker = page.getByRole('dialog', { name: 'Which conversation?' });
  await picker.getByRole('button').nth(1).click();
  await settled(page);
  await expect(page.getByRole('button', { name: 'recorded', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('recorded compaction', { exact: false }).first()).toBeVisible();
});

test('the chart is saved as SVG, PNG and CSV', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  const save = async (form: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('combobox', { name: 'Export the chart' }).selectOption(form);
    return readFileSync(await (await download).path());
  };
  const svg = (await save('svg')).toString('utf8');
  expect(svg).toMatch(/^<svg [^>]*xmlns=/);
  expect(svg).not.toContain('var(--');
  const png = await save('png');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.length).toBeGreaterThan(5_000);
  const csv = (await save('csv')).toString('utf8').trim().split('\n');
  expect(csv).toHaveLength(76);
  expect(csv[0]).toBe('call,before_message,policy_tokens,pressure,limit,sent_tokens,recorded_input_tokens,events');
});

/** What the file recorded, over the pressure chart: drawn, read, hidden, and cut where it is far over what is tuned. */

import { readFile } from 'node:fs/promises';
import { axisWords, chart, placeOf } from './chart-support';
import { expect, test } from './fixtures';
import { field, replayed, settled, start, upload } from './support';

test('what the file recorded is drawn, read and hidden', async ({ page }) => {
  await start(page);
  const text = await readFile('test/fixtures/transcripts/claude-compaction.jsonl');
  await upload(page, { name: 'session.jsonl', text });
  await page.getByRole('dialog', { name: 'Which conversation?' }).getByRole('button').nth(1).click();
  await settled(page);
  const recorded = chart(page).getByRole('button', { name: 'recorded', exact: true });
  await expect(recorded).toHaveAttribute('aria-pressed', 'true');
  const column = chart(page).getByRole('columnheader', { name: 'Recorded input tokens' });
  await expect(column).toBeAttached();
  await recorded.click();
  await expect(recorded).toHaveAttribute('aria-pressed', 'false');
  await expect(column).toHaveCount(0);
});

/** A session of `turns` short turns, recorded with far more tokens than its words have. */
function recordedSession(turns: number): string {
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: [{ type: 'text', text: `Look at shelf ${turn}. ${'The ledger is on it. '.repeat(12)}` }] },
    {
      role: 'assistant',
      content: [{ type: 'text', text: `Shelf ${turn} is in order.` }],
      usage: { input_tokens: 90_000 + 1000 * turn, output_tokens: 9 },
    },
  ]).flat();
  return JSON.stringify({ model: 'claude-sonnet-4', system: 'You keep the books.', messages });
}

test('a large recording is cut at the top, so that a small window can be tuned beside it', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'books.json', text: recordedSession(30) });
  await settled(page);
  await field(page, 'window').fill('8000');
  await replayed(page);
  const chip = chart(page).locator('[data-picture-label="recorded to 119k ↑"]');
  await expect(chip).toBeVisible();
  const cut = await axisWords(page);
  expect(cut.every((amount) => !amount.endsWith('k') || Number.parseFloat(amount) <= 12)).toBe(true);

  // On a logarithmic axis there is room for both; hidden, it is not told.
  const log = chart(page).getByRole('button', { name: 'Log', exact: true });
  await log.click();
  await expect(chip).toHaveCount(0);
  await expect.poll(() => axisWords(page)).toContain('100k');
  await log.click();
  await expect(chip).toBeVisible();
  const recorded = chart(page).getByRole('button', { name: 'recorded', exact: true });
  await recorded.click();
  await expect(chip).toHaveCount(0);
  await recorded.click();
  await expect.poll(() => axisWords(page)).toEqual(cut);

  // The hand that moves a threshold does not move the axis, and the same settings have the same one.
  const box = await placeOf(page.locator('[data-line=compactAt]'));
  await page.mouse.move(box.x + 20, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 40, { steps: 6 });
  await expect(field(page, 'compactAt')).not.toHaveValue('0.70');
  await replayed(page);
  expect(await axisWords(page)).toEqual(cut);
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await expect(field(page, 'compactAt')).toHaveValue('0.70');
  await expect.poll(() => axisWords(page)).toEqual(cut);
});

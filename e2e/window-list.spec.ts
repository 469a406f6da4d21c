/** The window's list by key: one stop, and a focus that outlives what it stands on. */
import { expect, test } from './fixtures';
import { openSample, start } from './support';

test('the window is one stop: arrows go from message to message, and the focus stays while the window changes', async ({
  page,
}) => {
  await start(page);
  await openSample(page, /double postings/);
  const list = page.getByRole('region', { name: 'Messages', exact: true });
  const row = (place: number) => list.locator(`[data-row="${place}"]`);
  await expect(row(0)).toBeVisible();
  await expect(list.locator('[data-row][tabindex="0"]')).toHaveCount(1);
  await row(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(row(2)).toBeFocused();
  await expect(list.locator('[data-row][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('End');
  const last = list.locator('[data-row]:focus');
  await expect(last).toBeVisible();
  await expect(last).not.toHaveAttribute('data-row', '2');
  await page.keyboard.press('Home');
  await expect(row(0)).toBeFocused();

  // Another window under the hand: what stood is gone, what was the last row is no more.
  await page.keyboard.press('End');
  await expect(last).not.toHaveAttribute('data-row', '0');
  const call = page.getByRole('region', { name: 'Inspector' }).getByText(/^Call \d+$/);
  const before = await call.textContent();
  await page.keyboard.press('[');
  await expect(call).not.toHaveText(before ?? '');
  await expect(last).toBeVisible();
  // The call and its rows come as one: where the focus is now, it stays.
  const place = Number(await last.getAttribute('data-row'));
  await page.keyboard.press('ArrowUp');
  await expect(row(place - 1)).toBeFocused();
});

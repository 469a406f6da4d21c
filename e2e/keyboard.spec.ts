/** A whole session without a mouse: open, look, tune, pin, search, edit, undo, export, and always a visible focus. */
import { expect, test } from './fixtures';
import { figure, settled, start } from './support';

test('from the sample to the export, by keys alone', async ({ page }) => {
  await start(page);
  const sample = page.getByRole('button', { name: /double postings/ });
  for (let press = 0; press < 20; press++) {
    if (await sample.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(sample).toBeFocused();
  await page.keyboard.press('Enter');
  await settled(page);

  // To an event and its change, call by call.
  const call = page.getByRole('region', { name: 'Inspector' }).getByText(/^Call \d+$/);
  await page.keyboard.press('Home');
  await expect(call).toHaveText('Call 1');
  await page.keyboard.press(']');
  await expect(call).not.toHaveText('Call 1');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('End');

  // A command by its name.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Command' });
  await expect(palette).toBeFocused();
  await palette.fill('guards off');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('button', { name: /^Undo: \d guards$/ })).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();

  // Search, look at what was found, pin it.
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search the transcript' })).toBeFocused();
  await page.keyboard.type('runbook');
  await expect(page.getByText(/^\d+ of 277 messages$/)).toBeVisible();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('listbox', { name: 'Messages of the transcript' });
  await expect(rows).toBeFocused();
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Note. ');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: /^Undo: Edit message \d+$/ })).toBeEnabled();
  await settled(page);

  // Help, and out of it again with the focus where it was.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // Export.
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Export or copy' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).focus();
  await page.keyboard.press('Enter');
  await download;
  await page.keyboard.press('Escape');
  await expect(figure(page, 'Task')).toHaveText('kept');
});

test('every stop of the Tab key can be seen, and the way round comes back', async ({ page }) => {
  await start(page);
  await page.getByRole('button', { name: /double postings/ }).click();
  await settled(page);
  const seen = new Set<string>();
  for (let press = 0; press < 160; press++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return null;
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(activeElement);
      const parent = activeElement.parentElement ? getComputedStyle(activeElement.parentElement).borderColor : '';
      const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent?.slice(0, 40) ?? '';
      const box = activeElement.getBoundingClientRect();
      return {
        id: `${activeElement.tagName} ${name} ${activeElement.id}`,
        marked: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || borderColor !== parent,
        sized: box.width > 0 && box.height > 0,
      };
    });
    if (!stop) break;
    expect(stop, stop.id).toMatchObject({ marked: true, sized: true });
    if (seen.has(stop.id) && seen.size > 30 && press > 100) break;
    seen.add(stop.id);
  }
  expect(seen.size).toBeGreaterThan(25);
});

test('panels take more room by keys, and remember it', async ({ page }) => {
  await start(page);
  await page.getByRole('button', { name: /double postings/ }).click();
  await settled(page);
  const splitter = page.getByRole('separator', { name: 'Width of the inspector' });
  const before = Number(await splitter.getAttribute('aria-valuenow'));
  await splitter.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 32));
  await page.reload();
  await settled(page);
  await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 32));
});

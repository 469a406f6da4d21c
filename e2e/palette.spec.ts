/** The palette has every command: files of the chart, the map's filter, windows, presets, panels, and places by number. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, field, settled, start, upload } from './support';

async function open(page: Page): Promise<void> {
  await start(page);
  await upload(page, { name: 'long.json', text: conversation(30, 2800) });
  await settled(page);
}

/** Types into the palette and takes the first choice, which is to be called that. */
async function run(page: Page, query: string, label: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('combobox', { name: 'Command' });
  await expect(palette).toBeFocused();
  await palette.fill(query);
  await expect(page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()).toHaveText(label);
  await page.keyboard.press('Enter');
}

for (const form of ['svg', 'png', 'csv']) {
  test(`the chart is saved as ${form}, and the focus is on its button`, async ({ page }) => {
    await open(page);
    const saved = page.waitForEvent('download');
    await run(page, form, new RegExp(`Export the chart as ${form.toUpperCase()}$`));
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`-pressure\\.${form}$`));
    await expect(page.getByRole('button', { name: 'Save the chart' })).toBeFocused();
  });
}

test('a number is a call or a message', async ({ page }) => {
  await open(page);
  await run(page, '17', /Go to call 17$/);
  await expect(page.getByText(/^Call 17 of/)).toBeVisible();
  await run(page, 'message 8', /Go to message 8$/);
  await expect(page.getByRole('heading', { name: /^Message 8/ })).toBeVisible();
  await run(page, 'go to call', /Go to call…$/);
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveValue('Go to call ');
  await page.keyboard.type('900');
  await expect(page.getByText(/^There are calls 1 to \d+\.$/)).toBeVisible();
});

test('settings: a window, a preset, any field, a rule', async ({ page }) => {
  await open(page);
  await run(page, 'window of 16k', /Window of 16k tokens$/);
  await expect(field(page, 'window')).toHaveValue('16,000');
  await run(page, 'preset small', /Preset: Small model, 8k$/);
  await expect(field(page, 'window')).toHaveValue('8,000');
  await run(page, 'window of a model', /Window of a model…$/);
  await expect(page.getByRole('combobox', { name: 'Window of a model' })).toBeFocused();
  await page.keyboard.press('Escape');
  await run(page, 'set compact at', /Set: Compact at$/);
  await expect(field(page, 'compactAt')).toBeFocused();
  await run(page, 'add rule', /Add a pin rule$/);
  await expect(page.locator('[data-parameter=pinRules] input:focus')).toBeVisible();
});

test('chart, map and panels', async ({ page }) => {
  await open(page);
  await run(page, 'filter map tool', /Filter the map by role: tool$/);
  const tools = page
    .getByRole('group', { name: 'Roles on the map' })
    .getByRole('button', { name: 'tool', exact: true });
  await expect(tools).toHaveAttribute('aria-pressed', 'true');
  await expect(tools).toBeFocused();
  await run(page, 'window as json', /Window as JSON$/);
  await expect(page.getByRole('region', { name: 'Window as JSON' })).toBeVisible();
  await run(page, 'compare calls', /Compare with another call$/);
  await expect(page.getByRole('textbox', { name: 'From call' })).toBeFocused();
  await run(page, 'pin all like', /Pin all like message \d+$/);
  await expect(page.getByRole('menu')).toBeVisible();
});

/** A whole session without a mouse: open, look, tune, pin, search, edit, undo, export, and always a visible focus. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { field, figure, openSample, settled, start } from './support';

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
  // Until it is made there is nothing to download, and the button takes no focus.
  await expect(page.getByRole('button', { name: 'Download' })).toBeEnabled();
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

test('a list of events is one stop: arrows, Home and End move in it, Enter shows the change', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  await page.getByRole('tab', { name: /^Events/ }).focus();
  await page.keyboard.press('Tab');
  const rows = page.getByRole('region', { name: 'Decisions' }).getByRole('button');
  await expect(rows.and(page.locator('[tabindex="0"]'))).toHaveCount(1);
  await expect(rows.and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(page.locator('[data-row="0"]:focus')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row="1"]:focus')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.locator('[data-row="1"]:focus')).toHaveCount(0);
  await expect(rows.and(page.locator(':focus'))).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Decision', exact: true })).toBeVisible();
  await expect(rows.and(page.locator(':focus'))).toHaveCount(1);
});

test('a pin rule is added, left and deleted by keys, and the focus is always somewhere', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  const add = page.getByRole('button', { name: 'Add a rule' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Contains').fill('runbook');
  await expect(
    page.getByText(/^Fits \d+ messages?; pins \d+ at call \d+; holds \d+, [\d,]+ tokens with/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Enter');
  const rule = page.getByRole('button', { name: '“runbook”', exact: true });
  await expect(rule).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete “runbook”' }).focus();
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();
});

test('“Pin all like this” is a menu, and what it added is told where the hand is', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  await page.keyboard.press('End');
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: /^\d+ user/ })
    .first()
    .click();
  const button = page.getByRole('button', { name: 'Pin all like this' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const items = page.getByRole('menu', { name: 'Pin all like this' }).getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const every = items.filter({ hasText: 'Every user message' });
  await expect(every).toContainText(/pins \d+ at call/);
  const told = (await every.locator('span').textContent()) ?? '';
  while (!(await every.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  const said = page.getByRole('status').filter({ hasText: 'Rule added: Every user message' });
  await expect(said).toContainText(told);
  await expect(said).toContainText(/\d+ compactions? → \d+|calls? differs?/);
  await expect(page.locator('[data-rule]').last()).toBeInViewport();
});

test('the next miss is shown where it is listed, with where the fact came from', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  await page.keyboard.press('Home');
  const misses = page.getByRole('tab', { name: /^Facts\s?\d+ miss/ });
  await expect(misses).toHaveText(/19 misses/);
  await page.getByRole('button', { name: '16k', exact: true }).click();
  // Those of this window, not of the one before: the list changes under whoever reads it earlier.
  await expect(misses).not.toHaveText(/19 misses/);
  await page.keyboard.press('.');
  const row = page.getByRole('region', { name: 'Misses' }).locator('[aria-current]').first();
  await expect(row).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: /issed at call \d+: ./ })).toBeVisible();
  const source = row.getByRole('button', { name: /^from (user|assistant|tool|system) message \d+$/ });
  const number = /\d+/.exec((await source.textContent()) ?? '')?.[0];
  await source.click();
  await expect(page.getByRole('heading', { name: `Message ${number}` })).toBeVisible();
});

test('what is no number is refused beside its field, and settings that cannot run show no effect', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  const keep = field(page, 'keepRecent');
  const before = await keep.inputValue();
  for (const [text, reason] of [
    ['abc', /“abc” is not a number\. Give one from \d+ to [\d,]+/],
    ['', /An empty field is not a number\./],
  ] as const) {
    await keep.fill(text);
    await page.keyboard.press('Enter');
    await expect(keep).toHaveValue(before);
    await expect(keep).toHaveAttribute('aria-invalid', 'true');
    await expect(keep).toHaveAccessibleDescription(reason);
  }
  await field(page, 'compactAt').fill('0.5');
  const effect = page.locator('[data-parameter=compactAt]').getByText(/→ \d+|calls? differs?/);
  await expect(effect).toBeVisible();
  await field(page, 'compactAt').fill('0.95');
  await expect(page.locator('[data-parameter]').getByRole('alert').first()).toBeVisible();
  await expect(effect).toBeHidden();
});

/** Holds back every script that the page asks for from now on; what it returns lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('a search that is typed before its panel has come goes into its field, and is no command', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  const release = await holdScripts(page);
  await page.keyboard.press('/');
  await page.keyboard.type('export');
  release();
  await expect(page.getByRole('searchbox', { name: 'Search the transcript' })).toHaveValue('export');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a command that is typed before the list of commands has come is run', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  const release = await holdScripts(page);
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('keyboard help');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});

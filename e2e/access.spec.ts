/** Everybody can use it: no violation that axe knows on any screen, and the keyboard reaches everything. */
import { expect, test } from './fixtures';
import { arrived, conversation, field, openSample, settled, start, upload } from './support';
import { violations } from './violations';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('every screen is free of violations', async ({ page }) => {
      await start(page);
      expect(await violations(page)).toEqual([]);
      await openSample(page, /double postings/);
      expect(await violations(page)).toEqual([]);
      await page
        .getByRole('region', { name: 'Decisions' })
        .getByRole('button', { name: /compacted/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: 'Decision', exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('tab', { name: 'Message' }).click();
      await arrived(page.getByRole('tabpanel', { name: 'Message' }));
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: /OpenAI Chat Completions/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: /^Rename / })).toBeAttached();
      expect(await violations(page)).toEqual([]);
    });

    test('errors are free of violations', async ({ page }) => {
      await start(page);
      await upload(page, { name: 'page.json', text: '<html></html>' });
      await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await upload(page, { name: 'good.json', text: conversation(10) });
      await settled(page);
      await field(page, 'reserveCompletion').fill('128000');
      await expect(page.locator('[data-parameter=reserveCompletion] [role=alert]')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('a narrow screen is free of violations', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await start(page);
      expect(await violations(page)).toEqual([]);
      await openSample(page, /double postings/);
      const regions = page.getByRole('navigation', { name: 'Regions' });
      for (const [region, panels] of [
        ['Timeline', ['Events', 'Findings', 'Map']],
        ['Inspect', ['Window', 'Changes', 'Message']],
        ['Tune', ['Settings', 'Transcript']],
      ] as const) {
        await regions.getByRole('button', { name: region }).click();
        for (const name of panels) {
          await page.getByRole('tab', { name }).click();
          await arrived(page.getByRole('tabpanel', { name }));
          expect(await violations(page), name).toEqual([]);
        }
      }
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    });
  });
}

test('the calls are stepped by key, and a field keeps its keys', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(30) });
  await settled(page);
  const call = page
    .locator('main')
    .getByText(/^Call \d+$/)
    .first();
  await expect(call).toHaveText('Call 31');
  await page.keyboard.press('ArrowLeft');
  await expect(call).toHaveText('Call 30');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(call).toHaveText('Call 20');
  await page.keyboard.press('Home');
  await expect(call).toHaveText('Call 1');
  await page.keyboard.press('End');
  await expect(call).toHaveText('Call 31');
  await field(page, 'window').focus();
  await page.keyboard.press('ArrowLeft');
  await field(page, 'window').blur();
  await page.keyboard.press('ArrowLeft');
  // One step, which is not the field's.
  await expect(call).toHaveText('Call 30');
});

test('a dialog keeps the focus and gives it back', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(5) });
  await settled(page);
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest('dialog') !== null;
    });
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

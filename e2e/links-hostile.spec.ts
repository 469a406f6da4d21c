/** Links of strangers: broken, overfull or prying ones end in a word, and every dialog of links can be used by everybody. */
import { deflateSync } from 'node:zlib';
import { expect, test } from './fixtures';
import { FILE, follow, packed, preview, refusal, shareDialog } from './links-support';
import { field, settled, start, upload } from './support';
import { violations } from './violations';

const scenario = { palimpsest: 1, lanes: [{ system: 'none' }] };
const HOSTILE: [what: string, fragment: string, said: RegExp][] = [
  ['cut off', packed({ kind: 'settings', scenario }).slice(0, -9), /damaged or cut off/],
  ['a bomb', `#p1.${deflateSync(Buffer.alloc(16 * 1024 * 1024)).toString('base64url')}`, /unpacks to more than 8 MiB/],
  ['a newer version', '#p99.eJxx', /version 99/],
  ['no JSON', `#p1.${deflateSync('<img src=x onerror=alert(1)>').toString('base64url')}`, /no JSON/],
  ['wrong types', packed({ kind: 'settings', scenario: { ...scenario, lanes: 7 } }), /not a list/],
  ['an unknown kind', packed({ kind: '<b>all</b>', scenario }), /no kind of link/],
  ['a stranger’s letters', '#p1.eJ€€', /cannot stand in a link/],
];

test('a hostile link ends in a clear word, with the present work untouched and the address clean', async ({ page }) => {
  await start(page);
  await upload(page, FILE);
  await settled(page);
  await field(page, 'window').fill('16000');
  await page.keyboard.press('Enter');
  await settled(page);
  for (const [what, fragment, said] of HOSTILE) {
    await follow(page, fragment);
    await expect(refusal(page), what).toContainText(said);
    await expect(refusal(page), what).toContainText('What is open here is as it was.');
    await expect.poll(() => new URL(page.url()).hash, what).toBe('');
    await refusal(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(field(page, 'window'), what).toHaveValue('16,000');
  }
  await page.goto(HOSTILE[1]?.[1] ?? '');
  await expect(refusal(page)).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an endpoint, a key, unknown fields and markup in a link are left out, and said', async ({ page }) => {
  await start(page);
  const lane = {
    system: 'managed-window',
    name: '<img src="https://evil.example/x.png">',
    config: { window: 8000, endpoint: 'https://evil.example/' },
    summarizer: { kind: 'llm', url: 'https://evil.example/v1', key: 'sk-stolen' },
  };
  await follow(
    page,
    packed({ kind: 'settings', apiKey: 'sk-x', scenario: { ...scenario, lanes: [lane], onload: 'x' } }),
  );
  await expect(preview(page)).toContainText('<img src="https://evil.example/x.png">');
  const left = preview(page).getByRole('list', { name: 'Left out, or surprising' });
  for (const place of ['apiKey', 'onload', 'lanes[0].summarizer', 'endpoint']) await expect(left).toContainText(place);
  await expect(preview(page)).not.toContainText('sk-');
  await expect(preview(page)).toContainText('window 8000');
  await expect(preview(page).locator('img')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the dialogs of links are free of violations, wide and narrow', async ({ page }) => {
      await start(page);
      await upload(page, FILE);
      await settled(page);
      await page.keyboard.press('k');
      const dialog = shareDialog(page);
      /** A narrow page has this bar, a wide one has not. */
      const regions = page.locator('nav[aria-label=Regions]');
      await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
      expect(await violations(page), 'settings').toEqual([]);
      const link = new URL(await dialog.getByRole('textbox', { name: /^The link, / }).inputValue()).hash;
      await dialog.getByText('With the transcript', { exact: true }).click();
      await dialog.getByText('Secrets replaced').click();
      await expect(dialog.getByRole('heading', { name: 'Replaced' })).toBeVisible();
      await expect(dialog.getByRole('textbox', { name: /^The link, / })).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(regions).toBeVisible();
      expect(await violations(page), 'transcript').toEqual([]);
      await page.keyboard.press('Escape');
      await follow(page, link);
      await expect(preview(page)).toContainText('is the one it was made for');
      expect(await violations(page), 'preview').toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(regions).toBeHidden();
      await follow(page, `${link.slice(0, -9)}`);
      await expect(refusal(page)).toBeVisible();
      expect(await violations(page), 'refused').toEqual([]);
      await page.keyboard.press('Escape');
      await follow(page, packed({ kind: 'settings', fingerprint: 'a'.repeat(22), messages: 9, scenario }));
      await preview(page).getByRole('button', { name: 'Wait for the transcript' }).click();
      await expect(page.getByRole('region', { name: 'Settings of a link' })).toBeVisible();
      expect(await violations(page), 'waiting').toEqual([]);
    });
  });
}

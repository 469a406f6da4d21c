/** Links: what goes out is listed, what comes in is previewed, nothing present is ever lost, and nothing is asked of any server. */
import { deflateSync, inflateSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, test, watchContext } from './fixtures';
import { conversation, field, settled, start, upload } from './support';

const FILE = { name: 'export.json', text: conversation(20) };

const shareDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Share' });
const preview = (page: Page): Locator => page.getByRole('dialog', { name: 'A link was opened' });
const refusal = (page: Page): Locator => page.getByRole('dialog', { name: 'The link cannot be opened' });

/** Opens the share dialog and gives back the link as it would be copied. */
async function linkOf(page: Page, kind?: 'Structure only' | 'With the transcript'): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = shareDialog(page);
  if (kind) await dialog.getByText(kind, { exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'What goes out' })).toContainText(
    kind === 'With the transcript' ? 'The transcript:' : kind ? 'filler' : 'Settings only',
  );
  const link = await dialog.getByRole('textbox', { name: /^The link, / }).inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return link;
}

/** Another browser, which has nothing of ours; its faults fail the test as the first one's do. */
async function stranger(browser: Browser, link: string): Promise<{ page: Page; done: () => Promise<void> }> {
  const context = await browser.newContext();
  const watch = await watchContext(context, new URL(link).origin);
  const page = await context.newPage();
  const done = async () => {
    expect(watch.faults()).toEqual([]);
    await context.close();
  };
  return { page, done };
}

async function openLibrary(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('library');
  await page.keyboard.press('Enter');
}

const packed = (value: unknown) => `#p1.${deflateSync(JSON.stringify(value)).toString('base64url')}`;
const unpacked = (link: string) =>
  inflateSync(Buffer.from(link.slice(link.indexOf('#p1.') + 4), 'base64url')).toString('utf8');

/** As a person comes to it: an address typed, or a link pressed in the page that is open. */
async function follow(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

test('settings go out without a word of the transcript, and the other side puts them on the same file', async ({
  page,
  browser,
}) => {
  await start(page);
  await upload(page, FILE);
  await settled(page);
  await field(page, 'window').fill('16000');
  await page.keyboard.press('Enter');
  await settled(page);
  const link = await linkOf(page);
  const said = unpacked(link);
  for (const word of ['staging', 'TASK', 'nightly', 'read_log', 'lock wait', 'replica', '/var/log']) {
    expect(said, word).not.toContain(word);
  }
  expect(said).toContain('"window":16000');

  const { page: other, done } = await stranger(browser, link);
  await other.goto(link);
  await expect(preview(other)).toContainText('window 16000');
  await expect(preview(other)).toContainText('Open the file it was made for (66 messages)');
  await preview(other).getByRole('button', { name: 'Wait for the transcript' }).click();
  expect(new URL(other.url()).hash).toBe('');
  await upload(other, { name: 'other.json', text: conversation(3) });
  await settled(other);
  await expect(field(other, 'window')).toHaveValue('128,000');
  const waiting = other.getByRole('region', { name: 'Settings of a link' });
  await expect(waiting).toContainText('wait for the transcript');
  await expect(waiting.getByRole('button', { name: 'Open the file' })).toBeVisible();
  await upload(other, { name: 'renamed.json', text: FILE.text });
  await expect(waiting).toContainText('they are on it');
  await expect(field(other, 'window')).toHaveValue('16,000');
  await other.getByRole('button', { name: 'Undo: Settings of a link' }).click();
  await expect(field(other, 'window')).toHaveValue('128,000');
  await done();
});

test('a link beside present work: declined it leaves everything, accepted it is a scenario of its own', async ({
  page,
}) => {
  await start(page);
  await upload(page, FILE);
  await settled(page);
  await field(page, 'window').fill('16000');
  await page.keyboard.press('Enter');
  const link = new URL(await linkOf(page)).hash;
  await field(page, 'window').fill('32000');
  await page.keyboard.press('Enter');
  await settled(page);

  await follow(page, link);
  await expect(preview(page)).toContainText('is the one it was made for');
  await preview(page).getByRole('button', { name: 'Leave it' }).click();
  await expect(field(page, 'window')).toHaveValue('32,000');
  expect(new URL(page.url()).hash).toBe('');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(field(page, 'window')).toHaveValue('32,000');

  await follow(page, link);
  await preview(page).getByRole('button', { name: 'Apply here, as one step' }).click();
  await expect(field(page, 'window')).toHaveValue('16,000');
  await page.getByRole('button', { name: 'Undo: Settings of a link' }).click();
  await expect(field(page, 'window')).toHaveValue('32,000');
  await settled(page);

  await follow(page, link);
  await preview(page).getByRole('button', { name: 'New scenario on this transcript' }).click();
  await expect(field(page, 'window')).toHaveValue('16,000');
  await settled(page);
  await openLibrary(page);
  const kept = page.getByRole('dialog').getByText('66 messages');
  await expect(kept).toHaveCount(2);
  await page.getByRole('dialog').locator('[data-open]').last().click();
  await expect(field(page, 'window')).toHaveValue('32,000');
});

test('a transcript goes out with secrets replaced and opens as a scenario of its own', async ({ page, browser }) => {
  await start(page);
  const secret = { role: 'user', content: 'Mail ada@lovelace.dev about it.' };
  const { messages } = JSON.parse(FILE.text) as { messages: object[] };
  await upload(page, { name: 'mail.json', text: JSON.stringify({ messages: [...messages, secret] }) });
  await settled(page);
  await page.keyboard.press('k');
  const dialog = shareDialog(page);
  await dialog.getByText('With the transcript', { exact: true }).click();
  await dialog.getByText('Secrets replaced').click();
  await expect(dialog.getByRole('list', { name: 'Replacements' })).toContainText('ada@lovelace.dev');
  const link = await dialog.getByRole('textbox', { name: /^The link, / }).inputValue();
  expect(unpacked(link)).toContain('lock wait');
  expect(unpacked(link)).not.toContain('lovelace');
  const { page: other, done } = await stranger(browser, link);
  await start(other);
  await upload(other, { name: 'mine.json', text: conversation(3) });
  await settled(other);
  await other.goto(link);
  await expect(preview(other)).toContainText(/67 messages, [\d,]+ tokens/);
  await preview(other).getByRole('button', { name: 'Open as a new scenario' }).click();
  await expect(other.getByRole('button', { name: /67 messages/ })).toBeVisible();
  await settled(other);
  await openLibrary(other);
  await expect(other.getByRole('dialog').getByText('11 messages')).toBeVisible();
  await done();
});

test('the address changes on Share only, and a pasted link is previewed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await start(page);
  await upload(page, FILE);
  await settled(page);
  const before = page.url();
  const slider = page.locator('[data-parameter=window] input[type=range]').first();
  await slider.focus();
  for (let press = 0; press < 8; press++) await page.keyboard.press('ArrowLeft');
  await settled(page);
  expect(page.url()).toBe(before);
  await page.keyboard.press('k');
  const dialog = shareDialog(page);
  await expect(dialog.getByRole('img', { name: /^QR code of the link/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(page.url()).toBe(before);
  await dialog.getByRole('button', { name: 'Put it in the address bar' }).click();
  expect(page.url()).toBe(copied);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await page.getByRole('textbox', { name: 'Transcript text' }).fill(` ${copied}\n`);
  await page.getByRole('button', { name: 'Open the pasted text' }).click();
  await expect(preview(page)).toBeVisible();
});

test('what is too large for a link is said, with a file and with the settings alone', async ({ page }) => {
  await start(page);
  const messages: object[] = [];
  let seed = 7;
  for (let index = 0; index < 300; index++) {
    let content = '';
    while (content.length < 400) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      content += `${seed.toString(36)} `;
    }
    messages.push({ role: index % 2 === 0 ? 'user' : 'assistant', content });
  }
  await upload(page, { name: 'large.json', text: JSON.stringify(messages) });
  await settled(page);
  await page.keyboard.press('k');
  const dialog = shareDialog(page);
  await dialog.getByText('With the transcript', { exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'Too large for a link' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy the link' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save a scenario file' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.palimpsest\.json$/);
  await dialog.getByRole('button', { name: 'Settings with the fingerprint' }).click();
  await expect(dialog.getByRole('textbox', { name: /^The link, / })).toBeVisible();
});

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
      const violations = async () => {
        const { violations: found } = await new AxeBuilder({ page }).analyze();
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
      };
      await start(page);
      await upload(page, FILE);
      await settled(page);
      await page.keyboard.press('k');
      const dialog = shareDialog(page);
      await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
      expect(await violations(), 'settings').toEqual([]);
      const link = new URL(await dialog.getByRole('textbox', { name: /^The link, / }).inputValue()).hash;
      await dialog.getByText('With the transcript', { exact: true }).click();
      await dialog.getByText('Secrets replaced').click();
      await expect(dialog.getByRole('textbox', { name: /^The link, / })).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await violations(), 'transcript').toEqual([]);
      await page.keyboard.press('Escape');
      await follow(page, link);
      await expect(preview(page)).toContainText('is the one it was made for');
      expect(await violations(), 'preview').toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await follow(page, `${link.slice(0, -9)}`);
      await expect(refusal(page)).toBeVisible();
      expect(await violations(), 'refused').toEqual([]);
      await page.keyboard.press('Escape');
      await follow(page, packed({ kind: 'settings', fingerprint: 'a'.repeat(22), messages: 9, scenario }));
      await preview(page).getByRole('button', { name: 'Wait for the transcript' }).click();
      await expect(page.getByRole('region', { name: 'Settings of a link' })).toBeVisible();
      expect(await violations(), 'waiting').toEqual([]);
    });
  });
}

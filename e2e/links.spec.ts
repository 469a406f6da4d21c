/** Links between two browsers: what goes out is listed, what comes in is previewed, and nothing present is ever lost. */
import { expect, test } from './fixtures';
import { FILE, follow, linkOf, openLibrary, preview, shareDialog, stranger, unpacked } from './links-support';
import { pressed } from './passing';
import { conversation, field, settled, start, upload } from './support';

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
  const structure = unpacked(await linkOf(page, 'Structure only'));
  for (const word of ['staging', 'nightly', 'lock wait', '/var/log']) expect(structure, word).not.toContain(word);

  const { page: other, done } = await stranger(browser, link);
  await other.goto(link);
  await expect(preview(other)).toContainText('window 16000');
  await expect(preview(other)).toContainText('Open the file it was made for (66 messages)');
  await preview(other).getByRole('button', { name: 'Wait for the transcript' }).click();
  await expect.poll(() => new URL(other.url()).hash).toBe('');
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
  await expect.poll(() => new URL(page.url()).hash).toBe('');
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
  await pressed(dialog.getByRole('button', { name: 'Copy the link' }), dialog, 'Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(page.url()).toBe(before);
  await dialog.getByRole('button', { name: 'Put it in the address bar' }).click();
  await expect.poll(() => page.url()).toBe(copied);
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

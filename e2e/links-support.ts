/** What the tests of links share: the dialogs, making and taking apart links, and following one as a person does. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, watchContext } from './fixtures';
import { conversation } from './support';

export const FILE = { name: 'export.json', text: conversation(20) };

export const shareDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Share' });
export const preview = (page: Page): Locator => page.getByRole('dialog', { name: 'A link was opened' });
export const refusal = (page: Page): Locator => page.getByRole('dialog', { name: 'The link cannot be opened' });

/** Opens the share dialog and gives back the link as it would be copied. */
export async function linkOf(page: Page, kind?: 'Structure only' | 'With the transcript'): Promise<string> {
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
export async function stranger(browser: Browser, link: string): Promise<{ page: Page; done: () => Promise<void> }> {
  const context = await browser.newContext();
  const watch = await watchContext(context, new URL(link).origin);
  const page = await context.newPage();
  const done = async () => {
    expect(watch.faults()).toEqual([]);
    await context.close();
  };
  return { page, done };
}

export async function openLibrary(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('library');
  await page.keyboard.press('Enter');
}

export const packed = (value: unknown) => `#p1.${deflateSync(JSON.stringify(value)).toString('base64url')}`;
export const unpacked = (link: string) =>
  inflateSync(Buffer.from(link.slice(link.indexOf('#p1.') + 4), 'base64url')).toString('utf8');

/** As a person comes to it: an address typed, or a link pressed in the page that is open. */
export async function follow(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

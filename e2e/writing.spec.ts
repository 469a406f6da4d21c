/** Writing: messages put in anywhere, calls with their results, tools in a form, and copies for code and for a shell. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { pressed } from './passing';
import { settled, start, upload } from './support';

const CHAT = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Where is the export log? Mail ada@lovelace.dev.' },
  { role: 'assistant', content: 'In /var/log/export.log.' },
];

async function openTranscript(page: Page, value: unknown): Promise<void> {
  await start(page);
  await upload(page, { name: 'mine.json', text: JSON.stringify(value) });
  await settled(page);
  await page.getByRole('tab', { name: 'Transcript' }).click();
}

const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Messages of the transcript' }).getByRole('option');

test('a message is inserted above and below another, by key and by hand, each undone by its name', async ({ page }) => {
  await openTranscript(page, CHAT);
  const rows = rowsOf(page);
  await rows.nth(1).click();
  await page.keyboard.press('b');
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await expect(page.getByText('between 1 and 2')).toBeVisible();
  await text.fill('Let me look.');
  await page.keyboard.press('Control+Enter');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Let me look.');
  await expect(page.getByRole('listbox', { name: 'Messages of the transcript' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Message at hand' }).getByText('Message 2')).toBeVisible();

  await page.getByRole('combobox', { name: 'Insert a message' }).selectOption('message above');
  await text.fill('And the rotated ones?');
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('user');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows.nth(2)).toContainText('And the rotated ones?');
  await expect(rows).toHaveCount(5);
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Undo: Add message 2' }).click();
  await expect(rows).toHaveCount(3);
});

test('a draft stays while another panel is looked at, and a selection follows the messages it is of', async ({
  page,
}) => {
  await openTranscript(page, CHAT);
  const rows = rowsOf(page);
  await rows.nth(0).click();
  await page.keyboard.press('a');
  await page.getByRole('textbox', { name: 'Text' }).fill('Half a thought');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await rows.nth(0).click();
  await page.keyboard.press('Space');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(rows.nth(1)).toContainText('Be brief.');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(rows.nth(2)).toContainText('Be brief.');
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
});

test('a call and its result are written from nothing, as a chat is', async ({ page }) => {
  await start(page);
  await page.getByRole('button', { name: 'Write a new one' }).click();
  const composer = page.getByRole('textbox', { name: 'New message' });
  await composer.fill('Read the log.');
  await composer.press('Control+Enter');
  await expect(composer).toHaveValue('');
  await page.getByRole('button', { name: 'Tool call' }).click();
  await expect(page.getByText('A call names no tool.')).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Tool' })
    .or(page.getByRole('combobox', { name: 'Tool' }))
    .fill('read_log');
  await page.getByRole('textbox', { name: 'Arguments' }).fill('{"path": "export.log"}');
  await expect(page.getByText('A call names no tool.')).toBeHidden();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(composer).toHaveAttribute('placeholder', 'Write the result of read_log');
  await composer.fill('02:10 lock wait');
  await composer.press('Control+Enter');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Undo: Add the result of read_log' })).toBeEnabled();
  await expect(composer).toHaveAttribute('placeholder', 'Write the next message of the assistant');
  // The window is read after the problems have been: by then one would be said.
  await expect(page.getByRole('region', { name: 'Messages', exact: true })).toContainText('02:10 lock wait');
  await expect(page.getByText(/problem/)).toHaveCount(0);
});

test('tools are added, changed and removed in a form; mistakes stand at their line, and the tokens follow', async ({
  page,
}) => {
  await openTranscript(page, CHAT);
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Tool schemas' });
  await dialog.getByRole('button', { name: 'Add a tool' }).click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('read log');
  await expect(dialog.getByText(/up to 64 letters/)).toBeVisible();
  await name.fill('read_log');
  await expect(dialog.getByText(/up to 64 letters/)).toBeHidden();
  await dialog
    .getByRole('textbox', { name: 'Description' })
    .fill('Reads a log from its end, line by line. '.repeat(20));
  const parameters = dialog.getByRole('textbox', { name: 'Parameters' });
  await parameters.fill('{\n  "type": "object",\n  "properties": {,}\n}');
  await expect(dialog.getByRole('status', { name: 'Mistakes' })).toContainText('line 3');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await parameters.fill('{"type": "object", "properties": {"path": {"type": "string"}}}');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo: Add the tool read_log' })).toBeEnabled();
  await settled(page);
  await expect(page.getByText(/tool schemas \d/).first()).toBeVisible();

  await page.getByRole('button', { name: '1 tool', exact: true }).click();
  await expect(name).toHaveValue('read_log');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(name).toHaveValue('read_log_2');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('Tool 1 of 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Undo: Remove the tool read_log' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Add tools' })).toBeVisible();
});

test('copied as messages and as a command for a shell, with secrets replaced where that is asked for', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTranscript(page, [...CHAT, { role: 'user', content: 'Go on.', priority: 'high' }]);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export or copy' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByText('Messages', { exact: true }).click();
  await pressed(dialog.getByRole('button', { name: 'Copy messages' }), dialog, 'Copied');
  expect(JSON.parse(await copied())).toHaveLength(4);

  await dialog.getByText('cURL', { exact: true }).click();
  await expect(dialog.getByText('Left out: the priority of 1 message.')).toBeVisible();
  await dialog.getByText('Anthropic Messages').click();
  await dialog.getByText('Secrets replaced').click();
  await expect(dialog.getByText('1 will be replaced')).toBeVisible();
  await pressed(dialog.getByRole('button', { name: 'Copy as cURL' }), dialog, 'Copied');
  const command = await copied();
  expect(command).toContain("curl 'https://api.anthropic.com/v1/messages'");
  expect(command).toContain('$ANTHROPIC_API_KEY');
  expect(command).not.toContain('lovelace');
  await dialog.getByText('Markdown', { exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible();
});

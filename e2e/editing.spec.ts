/** Editing: written like a chat, changed one by one and many at once, mended, taken back, and the original still there. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, settled, start, upload } from './support';

const ROWS = { name: 'Messages of the transcript' };

async function openTranscript(page: Page, messages: object[]): Promise<void> {
  await start(page);
  await upload(page, { name: 'mine.json', text: JSON.stringify(messages) });
  await settled(page);
  await page.getByRole('tab', { name: 'Transcript' }).click();
}

const CHAT = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Where is the export log?' },
  { role: 'assistant', content: 'In /var/log/export.log.' },
  { role: 'user', content: 'And the rotated ones?' },
];

test('a transcript is written from nothing, as a chat is', async ({ page }) => {
  await start(page);
  await page.getByRole('button', { name: 'Write a new one' }).click();
  await expect(page.getByText('Nothing is written yet.')).toBeVisible();
  const composer = page.getByRole('textbox', { name: 'New message' });
  for (const text of ['What is 6 times 7?', '42.', 'And 7 times 8?']) {
    await composer.fill(text);
    await composer.press('Control+Enter');
    await expect(composer).toHaveValue('');
  }
  const rows = page.getByRole('listbox', ROWS).getByRole('option');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('assistant');
  await expect(page.getByRole('region', { name: 'Result' }).getByText('3 messages')).toBeVisible();
  await settled(page);
  await page.reload();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await expect(rows).toHaveCount(3);
});

test('messages are edited, split, merged, moved and deleted; every step is undone by its name, also after a reload', async ({
  page,
}) => {
  await openTranscript(page, CHAT);
  const rows = page.getByRole('listbox', ROWS).getByRole('option');
  await rows.nth(2).dblclick();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('In /var/log/export.log. Rotated daily.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rows.nth(2)).toContainText('Rotated daily.');

  await rows.nth(2).dblclick();
  await text.focus();
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(24, 24));
  await page.getByRole('button', { name: 'Split at the cursor' }).click();
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(3)).toContainText('Rotated daily.');

  await rows.nth(2).click();
  await rows.nth(3).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect(rows).toHaveCount(4);

  await page.getByRole('listbox', ROWS).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(2)).toContainText('And the rotated ones?');
  await page.keyboard.press('Delete');
  await expect(rows).toHaveCount(3);
  await settled(page);

  await page.reload();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: /^Undo: Delete message 2$/ }).click();
  await expect(rows).toHaveCount(4);
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: /^Undo: / }).click();
  await expect(rows.nth(2)).toContainText('In /var/log/export.log.');
  await expect(rows.nth(2)).not.toContainText('Rotated');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  // Every step is taken back by now: on the way there the messages looked like this once before.
  await expect(page.getByRole('banner').getByText('edited')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByRole('banner').getByText('edited')).toHaveCount(1);
  await expect(rows.nth(2)).toContainText('Rotated daily.');
});

test('a broken pair is found and mended, and a call’s arguments are checked as they are typed', async ({ page }) => {
  const call = { id: 'c1', type: 'function', function: { name: 'read_log', arguments: '{"path": "a"}' } };
  await openTranscript(page, [
    { role: 'user', content: 'Read it.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'user', content: 'Well?' },
  ]);
  await page.getByRole('button', { name: /1 problem/ }).click();
  await page.getByRole('button', { name: 'Add an empty result' }).click();
  await expect(page.getByRole('button', { name: /1 problem/ })).toBeHidden();
  const rows = page.getByRole('listbox', ROWS).getByRole('option');
  await expect(rows).toHaveCount(4);
  await rows.nth(1).dblclick();
  await page.getByRole('textbox', { name: 'Arguments' }).fill('{"path": ');
  await expect(page.getByText(/The arguments of read_log are no JSON/).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Arguments' }).fill('{"path": "b"}');
  await expect(page.getByText(/are no JSON/)).toHaveCount(0);
});

test('many messages at once: searched, filtered, selected, changed', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(30) });
  await settled(page);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search the transcript' });
  await expect(search).toBeFocused();
  await search.fill('lock wait');
  await expect(page.getByText('60 of 98 messages')).toBeVisible();
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('user');
  await expect(page.getByText('0 of 98 messages')).toBeVisible();
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('tool');
  await search.press('Enter');
  await page.keyboard.press('Control+a');
  await expect(page.getByText('60 selected')).toBeVisible();
  await page.getByRole('combobox', { name: 'Set on all selected' }).selectOption('priority: low');
  await expect(page.getByRole('button', { name: 'Undo: Set priority: low on 60 messages' })).toBeEnabled();
});

test('keys that come before the search has answered are for what it finds', async ({ page }) => {
  await page.clock.install();
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(30) });
  await settled(page);
  const search = page.getByRole('searchbox', { name: 'Search the transcript' });
  const role = page.getByRole('combobox', { name: 'Role', exact: true });
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await role.selectOption('user');
  await expect(page.getByText('7 of 98 messages')).toBeVisible();

  // The page's timers stand still: the worker is not asked before all keys have been pressed.
  await page.clock.pauseAt(Date.now() + 600_000);
  await search.fill('Step');
  await role.selectOption('assistant');
  await search.press('Enter');
  for (const key of ['Control+a', 'Delete']) await page.keyboard.press(key);
  await expect(page.getByText('7 of 98 messages')).toBeVisible();
  await expect(page.getByText('7 selected')).toHaveCount(0);
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Undo: Delete 30 messages' })).toBeEnabled();
  await expect(page.getByText('0 of 68 messages')).toBeVisible();

  // For a search that is another one by now, they are let go.
  await page.getByRole('button', { name: 'Undo: Delete 30 messages' }).click();
  await expect(page.getByText('30 of 98 messages')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_200_000);
  await search.fill('Step 1');
  await search.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await page.keyboard.type('2');
  await page.clock.resume();
  await expect(page.getByText('1 of 98 messages')).toBeVisible();
  // Keys are done in order: had everything been selected, this would take it back.
  await search.press('Enter');
  await page.keyboard.press(' ');
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('keys that come faster than the edits they ask for are done one after the other', async ({ page }) => {
  await openTranscript(page, CHAT);
  const rows = page.getByRole('listbox', ROWS).getByRole('option');
  await page.getByRole('listbox', ROWS).focus();
  // One at the heels of the other, as a page that was busy gets them: rendering comes between them, no answer does.
  const pressed = (keys: { key: string; altKey?: boolean; ctrlKey?: boolean }[]) =>
    page.evaluate(async (all) => {
      for (const one of all) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...one, bubbles: true, cancelable: true }),
        );
        await Promise.resolve();
      }
    }, keys);
  await pressed([
    { key: 'End' },
    { key: 'ArrowUp', altKey: true },
    { key: 'ArrowUp', altKey: true },
    { key: 'ArrowUp', altKey: true },
  ]);
  await expect(rows.nth(0)).toContainText('And the rotated ones?');
  await pressed([{ key: 'Home' }, { key: 'Delete' }, { key: 'Delete' }]);
  await expect(rows).toHaveCount(CHAT.length - 2);
  await pressed([{ key: 'Delete' }, { key: 'z', ctrlKey: true }]);
  await expect(page.getByRole('button', { name: /^Redo: Delete message 0$/ })).toBeEnabled();
  await expect(rows).toHaveCount(CHAT.length - 2);
});

test('as JSON: a mistake is told at its line, and a good text becomes one step', async ({ page }) => {
  await openTranscript(page, CHAT);
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const area = page.getByRole('textbox', { name: 'Transcript as JSON' });
  const good = await area.inputValue();
  await area.fill(good.replace('"user"', '"usr"'));
  await expect(page.getByRole('status', { name: 'Mistakes' })).toContainText('line 7');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await area.fill(good.replace('"Be brief."', '"Be brief.'));
  await expect(page.getByRole('status', { name: 'Mistakes' })).toContainText('line 5');
  await area.fill(good.replace('Be brief.', 'Be exact.'));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('listbox', ROWS).getByRole('option').first()).toContainText('Be exact.');
  await expect(page.getByRole('button', { name: 'Undo: Edit as JSON' })).toBeEnabled();
});

test('the original stays, byte for byte, and the edited transcript is exported', async ({ page }) => {
  await openTranscript(page, CHAT);
  await page.getByRole('listbox', ROWS).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export or copy' });
  await expect(dialog.getByText('3 messages')).toBeVisible();
  const original = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Original file' }).click();
  expect(readFileSync(await (await original).path(), 'utf8')).toBe(JSON.stringify(CHAT));
  const edited = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const text = readFileSync(await (await edited).path(), 'utf8');
  const value = JSON.parse(text) as { messages: object[] };
  expect(value.messages).toEqual(CHAT.slice(0, 3));
  await dialog.getByRole('radio', { name: 'Markdown' }).check();
  // In the place of the file before, which had these words too.
  await expect(dialog.getByRole('button', { name: 'Copy as Markdown' })).toBeEnabled();
  await expect(dialog.getByText('In /var/log/export.log.')).toBeVisible();
});

test('undo under a message that is being written says so, and shows what stands there', async ({ page }) => {
  await openTranscript(page, CHAT);
  const rows = page.getByRole('listbox', ROWS).getByRole('option');
  const text = page.getByRole('textbox', { name: 'Text' });
  await rows.nth(2).dblclick();
  await text.fill('Nowhere.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await rows.nth(2).dblclick();
  await text.fill('Half a thought');
  await page.getByRole('button', { name: 'Undo: Edit message 2' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'message 2 is another one now' })).toBeVisible();
  await expect(text).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Show what is there now' }).click();
  await expect(text).toHaveValue('In /var/log/export.log.');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

test('a result says that its tool failed, and the export carries it', async ({ page }) => {
  const call = { id: 'c1', type: 'function', function: { name: 'read_log', arguments: '{}' } };
  await openTranscript(page, [
    { role: 'user', content: 'Read it.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'No such file.' },
  ]);
  await page.getByRole('listbox', ROWS).getByRole('option').nth(2).dblclick();
  await page.getByRole('checkbox', { name: 'The tool failed' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('listbox', ROWS).focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export or copy' });
  await dialog.getByRole('radio', { name: 'Anthropic Messages' }).check();
  await expect(dialog.getByText('"is_error":true')).toBeVisible();
});

test('on a phone the messages have the height, and the report is within reach', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(10) });
  await settled(page);
  await page.getByRole('navigation', { name: 'Regions' }).getByRole('button', { name: 'Tune' }).click();
  await page.getByRole('tab', { name: /Transcript/ }).click();
  const list = page.getByRole('listbox', ROWS);
  await expect(list.getByRole('option').first()).toBeVisible();
  await expect.poll(() => list.evaluate((one) => one.clientHeight)).toBeGreaterThan(300);
  await page.getByRole('button', { name: 'How it was read' }).click();
  await expect(page.getByRole('dialog', { name: 'How the file was read' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const right = async () => {
    const commands = await page.getByRole('button', { name: 'All commands' }).boundingBox();
    return (commands?.x ?? 999) + (commands?.width ?? 0);
  };
  await expect.poll(right).toBeLessThanOrEqual(390);
});

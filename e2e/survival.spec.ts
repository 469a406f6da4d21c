/** The survival map: hovered, clicked, filtered, and walked through by key. */

import { expect, test } from './fixtures';
import { conversation, field, settled, start, upload } from './support';

async function open(page: import('@playwright/test').Page): Promise<void> {
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(80) });
  await settled(page);
  await field(page, 'window').fill('16000');
  await settled(page);
}

const map = (page: import('@playwright/test').Page) => page.getByRole('region', { name: 'Survival' });

test('a message is explained under the pointer and shown by a click', async ({ page }) => {
  await open(page);
  const surface = await page.locator('[data-surface=survival]').boundingBox();
  if (!surface) throw new Error('There is no map.');
  await page.mouse.move(surface.x + surface.width * 0.8, surface.y + 40);
  await expect(map(page).getByText(/^Message \d+$/)).toBeVisible();
  await expect(map(page).getByText(/At call \d+: summarised since call \d+/)).toBeVisible();
  const message = await map(page)
    .getByText(/^Message \d+$/)
    .textContent();
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText(new RegExp(`${message}\\b`, 'i'));
});

test('it shows only the messages of a role or a tool', async ({ page }) => {
  await open(page);
  const picture = map(page).getByRole('img', { name: /Survival of/ });
  await expect(picture).toHaveAccessibleName(/Survival of 258 messages/);
  await map(page).getByRole('button', { name: 'user', exact: true }).click();
  await expect(picture).toHaveAccessibleName(/Survival of 17 messages/);
  await map(page).getByRole('button', { name: 'All messages' }).click();
  await map(page).getByRole('combobox', { name: 'Tool on the map' }).selectOption('read_log');
  await expect(picture).toHaveAccessibleName(/Survival of 240 messages/);
  await map(page).getByRole('button', { name: 'tool', exact: true }).click();
  await expect(picture).toHaveAccessibleName(/Survival of 160 messages/);
});

test('it is walked through by key: message by message, call by call', async ({ page }) => {
  await open(page);
  const cells = map(page).getByRole('listbox', { name: /Survival by message and call/ });
  await cells.focus();
  const cell = cells.getByRole('option');
  await expect(cell).toHaveText(/Message 0, system, call 81: verbatim since call 1/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowLeft');
  await expect(cell).toHaveText(/Message 11, \w+, call 80: summarised since call \d+/);
  await page.keyboard.press('Home');
  await expect(cell).toHaveText(/Message 11, \w+, call 1: not there yet, comes at call \d+/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Call 1', { exact: true }).first()).toBeVisible();
});

/** A comparison leaves as a scenario file and comes back as the same comparison, in the page and on the command line, by the same names. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, settled, start, upload } from './support';

const NAMES = ['Managed window', 'Managed window, as published', 'Ours', 'No memory system'];
const scenario = {
  palimpsest: 1,
  title: 'Four of them',
  counter: 'chars4',
  lanes: [
    { system: 'managed-window', config: { window: 8000 } },
    { system: 'managed-window', config: { window: 8000 }, guards: false },
    { name: 'Ours', system: 'message-cap', config: { maxMessages: 12 } },
    { system: 'none' },
  ],
  probes: [{ id: 'p1', at: 'end', text: 'nightly export' }],
  prices: { cache: { writeMultiplier: 0 }, assumedGapSeconds: 60 },
  transcript: JSON.parse(conversation(40)),
};

const scoreboard = (page: Page) => page.getByRole('region', { name: 'Scoreboard' });
const names = (page: Page) => scoreboard(page).getByRole('table').getByRole('rowheader');

/** Opens a scenario file and shows its lanes side by side. */
async function opened(page: Page, text: string): Promise<void> {
  await start(page);
  await upload(page, { name: 'four.palimpsest.json', text });
  await settled(page);
  await page.keyboard.press('c');
  await expect(names(page)).toHaveText(NAMES);
}

async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; path: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), path, text: await readFile(path, 'utf8') };
}

const board = (page: Page, format: 'JSON' | 'CSV' | 'Markdown') =>
  saved(page, () => page.getByRole('button', { name: `Save as ${format}` }).click());

/** A board without the one figure that depends on the machine. */
function comparable(text: string) {
  const { figures, lanes, ...rest } = JSON.parse(text);
  return {
    ...rest,
    figures: figures.filter(({ id }: { id: string }) => id !== 'computeMs'),
    lanes: lanes.map(({ figures: { computeMs: _, ...of }, ...lane }: { figures: Record<string, unknown> }) => ({
      ...lane,
      figures: of,
    })),
  };
}

test('a scenario that is exported opens as the same comparison, and compare prints the same scoreboard', async ({
  page,
}, info) => {
  await opened(page, JSON.stringify(scenario));
  const foot = scoreboard(page).getByText(/^Tokens in chars4\./);
  await expect(foot).toContainText('Changed here: write multiplier 0, assumed gap 60 s.');
  await expect(foot).toContainText('every gap between them is taken as 60 s.');
  const before = comparable((await board(page, 'JSON')).text);
  expect(before.lanes.map(({ lane }: { lane: string }) => lane)).toEqual(NAMES);

  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export or copy' });
  await dialog.getByRole('radio', { name: 'Palimpsest scenario' }).check();
  await expect(dialog.getByText('4 lanes · 1 probe · the prices · the counter chars4')).toBeVisible();
  await expect(dialog.getByText('Everything comes through: opened again, it is the same scenario.')).toBeVisible();
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  expect(file.name).toBe('Four-of-them.palimpsest.json');
  await page.keyboard.press('Escape');

  const command = ['lib/cli/palimpsest.mjs', 'compare', '-', '--format', 'json'];
  const running = promisify(execFile)(process.execPath, command, { maxBuffer: 1e8 });
  running.child.stdin?.end(file.text);
  expect(comparable((await running).stdout)).toEqual(before);

  const other = await (await page.context().browser())?.newContext({ baseURL: info.project.use.baseURL ?? '' });
  const again = await other?.newPage();
  if (!again) throw new Error('no second browser');
  await opened(again, file.text);
  expect(comparable((await board(again, 'JSON')).text)).toEqual(before);
  await other?.close();
});

test('lanes are shared under the names that are seen, and hidden ones are named where they are left out', async ({
  page,
}) => {
  await opened(page, JSON.stringify(scenario));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const lines = page.getByRole('dialog', { name: 'Share' }).getByRole('list', { name: 'What goes out' });
  for (const name of NAMES) await expect(lines.getByText(`Lane ${name}:`)).toBeVisible();
  await page.keyboard.press('Escape');
  // Keys are the dialog's until it is gone.
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Shift+H');
  await expect(names(page)).toHaveText(NAMES.slice(1));
  for (const format of ['JSON', 'CSV', 'Markdown'] as const) expect((await board(page, format)).text).toMatch(/hidden/);
  expect(JSON.parse((await board(page, 'JSON')).text).hidden).toEqual(['Managed window']);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export or copy' });
  await dialog.getByRole('radio', { name: 'Palimpsest scenario' }).check();
  await expect(dialog.getByText('1 hidden lane goes along and is in sight when it is opened again.')).toBeVisible();
});

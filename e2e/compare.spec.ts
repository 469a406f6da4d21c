/** Lanes side by side in a real browser: added, tuned, judged, held against each other, taken back; and by keys alone. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { arrived, openSample, start } from './support';
import { violations } from './violations';

const addLane = (page: Page) => page.getByRole('button', { name: 'Add a lane', exact: true });
const scoreboard = (page: Page) => page.getByRole('region', { name: 'Scoreboard' }).getByRole('table');

async function compare(page: Page): Promise<void> {
  await start(page);
  await openSample(page, /double postings/);
  await addLane(page).click();
  await page.getByRole('button', { name: 'This lane, as published against guarded' }).click();
  await addLane(page).click();
  await page.getByRole('button', { name: 'Message cap', exact: true }).click();
  await expect(scoreboard(page).getByRole('row')).toHaveCount(4);
}

test('three lanes are scored, sorted, and a number leads to its calls', async ({ page }) => {
  await compare(page);
  const table = scoreboard(page);
  await expect(table.getByRole('rowheader')).toHaveText([
    'Managed window',
    'Managed window, as published',
    'Message cap',
  ]);
  const sort = table.getByRole('columnheader').getByRole('button', { name: 'Messages lost', exact: true });
  await sort.click();
  await expect(table.getByRole('rowheader').first()).toHaveText('Managed window');
  await sort.click();
  await expect(table.getByRole('rowheader').first()).toHaveText('Message cap');
  const breaks = table.getByRole('row', { name: /^Message cap/ }).getByRole('button', { name: /^Cache breaks: \d+/ });
  await breaks.click();
  const foot = page.getByRole('status').filter({ hasText: 'Cache breaks' });
  await expect(foot).toContainText('Message cap');
  const link = foot.getByRole('button').first();
  const call = (await link.textContent()) ?? '';
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'true');
  expect(Number(call)).toBeGreaterThan(0);
  await expect(page.getByText('What a replay cannot show.')).toBeVisible();
});

test('a changed setting redraws its lane only, and undo takes lanes back by name', async ({ page }) => {
  await compare(page);
  const cell = (lane: RegExp) =>
    scoreboard(page)
      .getByRole('row', { name: lane })
      .getByRole('button', { name: /^Sent: / });
  const before = await cell(/^Managed window/)
    .first()
    .textContent();
  await page.getByRole('button', { name: '32k', exact: true }).click();
  await expect(cell(/^Managed window/).first()).not.toHaveText(before ?? '');
  await page.keyboard.press('Control+z');
  await expect(cell(/^Managed window/).first()).toHaveText(before ?? '');
  await page.keyboard.press('Control+z');
  await expect(scoreboard(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Redo: Add a lane: Message cap' })).toBeEnabled();
});

test('an edit of the transcript is replayed by every lane, and nothing blinks meanwhile', async ({ page }) => {
  await compare(page);
  const rows = scoreboard(page).getByRole('row');
  await expect(scoreboard(page).locator('tr[aria-busy=true]')).toHaveCount(0);
  const sent = scoreboard(page).getByRole('button', { name: /^Sent: / });
  const before = await sent.allTextContents();
  // The curves are drawn by themselves, later than the rows.
  await expect(page.locator('[data-strand]')).toHaveCount(3);
  await page.evaluate(() => {
    const least = { strands: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };
    Object.assign(window, { least });
    const look = () => {
      least.strands = Math.min(least.strands, document.querySelectorAll('[data-strand]').length);
      least.rows = Math.min(least.rows, document.querySelectorAll('[aria-label=Scoreboard] tbody tr').length);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('listbox', { name: 'Messages of the transcript' }).getByRole('option').nth(1).click();
  await page.keyboard.press('Delete');
  const amounts = (texts: string[]) => texts.map((text) => text.replace(/\D/g, ''));
  // The marks of best and worst go before new numbers come: only these count, of lanes that wait for nothing.
  await expect(async () => {
    const now = amounts(await sent.allTextContents());
    for (const [place, amount] of amounts(before).entries()) expect(now[place]).not.toBe(amount);
    await expect(scoreboard(page).locator('tr[aria-busy=true]')).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Control+z');
  await expect(sent).toHaveText(before);
  await expect(rows).toHaveCount(4);
  expect(await page.evaluate(() => Reflect.get(window, 'least'))).toEqual({ strands: 3, rows: 3 });
});

test('a lane whose worker hangs says so beside it, the others go on, and it is restarted', async ({ page }) => {
  test.slow();
  // The first replay of a lane that a worker is asked for never gets there, nor does anything after it.
  await page.addInitScript(() => {
    const real = window.Worker;
    let isHung = false;
    window.Worker = class extends real {
      isDeaf = false;
      override postMessage(message: { name?: string }, ...rest: never[]) {
        if (!isHung && message?.name === 'laneRun') {
          isHung = true;
          this.isDeaf = true;
        }
        if (!this.isDeaf) super.postMessage(message, ...rest);
      }
    };
  });
  await start(page);
  await openSample(page, /double postings/);
  await addLane(page).click();
  await page.getByRole('button', { name: 'Message cap', exact: true }).click();
  const lanes = page.getByRole('region', { name: 'Lanes' });
  await expect(scoreboard(page).getByRole('rowheader')).toHaveCount(1);
  await expect(lanes.getByRole('alert')).toHaveText(/^No answer for 12 seconds\./, { timeout: 30_000 });
  await lanes.getByRole('button', { name: /^Restart / }).click();
  await expect(scoreboard(page).getByRole('rowheader')).toHaveText(['Managed window', 'Message cap']);
  await expect(lanes.getByRole('alert')).toHaveCount(0);
});

test('two windows are held against each other at the call where lanes part', async ({ page }) => {
  await compare(page);
  // Where all three part; the first two part much later, and that stands until the third has been held against them.
  await page.getByRole('button', { name: /^First differ at call 11 / }).click();
  await page.getByRole('tab', { name: 'Windows' }).click();
  await page.getByLabel('Right lane').selectOption({ label: 'Message cap' });
  const next = page.getByRole('button', { name: 'Next difference' });
  for (let step = 0; step < 20 && (await next.isEnabled()); step++) await next.click();
  const rows = page.getByRole('region', { name: 'Differences between the windows' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expect(rows.filter({ hasText: 'only in Managed window' }).first()).toBeVisible();
});

test('the scoreboard goes out as CSV, Markdown, JSON and a picture', async ({ page }) => {
  await compare(page);
  for (const [label, ending] of [
    ['CSV', 'csv'],
    ['Markdown', 'md'],
    ['JSON', 'json'],
    ['PNG', 'png'],
  ]) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save as ${label}` }).click();
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`scoreboard\\.${ending}$`));
  }
});

test('lanes come back after a reload, with the comparison in sight', async ({ page }) => {
  await compare(page);
  await expect(page.locator('[data-saving="saved"]')).toBeVisible();
  await page.reload();
  await expect(scoreboard(page).getByRole('row')).toHaveCount(4);
});

test('by keys alone: compare, walk the lanes, hide one, tune again', async ({ page }) => {
  await compare(page);
  const lanes = page.getByRole('region', { name: 'Lanes' });
  await page.keyboard.press('c');
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('Shift+L');
  await expect(lanes.locator('[aria-current="true"]')).toHaveText(/Managed window, as published/);
  await page.keyboard.press('Shift+H');
  await expect(scoreboard(page).getByRole('row')).toHaveCount(3);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the comparison, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await compare(page);
    expect(await violations(page), 'Scoreboard').toEqual([]);
    for (const tab of ['Bill', 'Probes', 'Counters', 'Windows']) {
      await page.getByRole('tab', { name: tab }).click();
      await arrived(page.getByRole('tabpanel', { name: tab }));
      expect(await violations(page, 'section[aria-label="Judgements"]'), tab).toEqual([]);
    }
  });
}

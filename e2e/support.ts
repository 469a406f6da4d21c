/** What the end-to-end tests share: opening files and samples, and reading what the page shows. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

export interface Upload {
  name: string;
  text: string | Buffer;
}

/** Opens the page and waits until it can take a file. */
export async function start(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
}

/** Gives a file to the picker, on the start page or in the dialog that is open. */
export async function upload(page: Page, { name, text }: Upload): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.isBuffer(text) ? text : Buffer.from(text) });
}

/** Opens a built-in sample by a part of its title and waits for its result. */
export async function openSample(page: Page, title: RegExp): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  await settled(page);
}

/** What the page says is still to come, all read at one moment: nothing where the result stands with all that is read of it. */
function outstanding(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const strip = document.querySelector('section[aria-label=Result]');
    const terms = Array.from(strip?.querySelectorAll('dt') ?? []);
    const isShown = terms[0]?.checkVisibility({ visibilityProperty: true }) === true;
    const sent = terms.find((term) => term.textContent === 'Sent')?.nextElementSibling;
    return [
      ...(isShown ? [] : ['the result']),
      ...(sent?.textContent === '–' ? ['sent tokens'] : []),
      ...Array.from(document.querySelectorAll('[aria-busy=true]'), (part) => `busy: ${part.outerHTML.slice(0, 200)}`),
    ];
  });
}

const unsaved = (page: Page): Promise<string[]> =>
  page
    .locator('[data-saving]')
    .evaluateAll((marks) => (marks.some((mark) => mark.dataset.saving === 'saved') ? [] : ['saving']));

/** A page that is just being loaded is asked again. */
async function nothingOf(read: () => Promise<string[]>): Promise<void> {
  await expect(async () => expect(await read(), 'Still to come.').toEqual([])).toPass({
    intervals: [20, 50, 100],
    timeout: 60_000,
  });
}

/**
 * Waits until a result of the settings as they are now stands, with all that is read of it later (the windows, the findings,
 * the misses, what is sent), and everything is saved. A file that is opened over another one is to be waited for first, by its name.
 */
export async function settled(page: Page): Promise<void> {
  // A result is saved once it is shown: what is saved before that is not all there is.
  await nothingOf(async () => [...(await outstanding(page)), ...(await unsaved(page))]);
}

/** Waits until the result is the one of the settings as they are now, with all that is read of it later. */
export async function replayed(page: Page): Promise<void> {
  await nothingOf(() => outstanding(page));
}

/** Waits for what is in a panel, which may still have to be fetched when its tab is pressed. */
export async function arrived(panel: Locator): Promise<void> {
  await expect(panel).toHaveText(/\S/, { useInnerText: true });
}

/** A figure of the strip at the foot, by its label. */
export function figure(page: Page, label: string) {
  return page
    .getByRole('region', { name: 'Result' })
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .locator('dd');
}

/** The number field of a parameter. */
export function field(page: Page, parameter: string) {
  return page.locator(`[data-parameter=${parameter}] input[type=text]`);
}

/** A conversation with tool floods, small enough to write down: `turns` user turns with two calls each. */
export function conversation(turns: number, characters = 400): string {
  const messages: object[] = [
    { role: 'system', content: 'You look after the staging cluster.' },
    { role: 'user', content: 'TASK: find out why the nightly export stops at 02:10.' },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const ids = [`call_${turn}_a`, `call_${turn}_b`];
    messages.push({
      role: 'assistant',
      content: `Step ${turn}: reading two logs.`,
      tool_calls: ids.map((id) => ({
        id,
        type: 'function',
        function: { name: 'read_log', arguments: JSON.stringify({ path: `/var/log/export-${turn}.log` }) },
      })),
    });
    for (const id of ids) {
      messages.push({
        role: 'tool',
        tool_call_id: id,
        content: `${id}: ${'lock wait on table exports; '.repeat(characters / 28)}`,
      });
    }
    if (turn % 5 === 4) messages.push({ role: 'user', content: 'No, not the replica. Use the primary instead.' });
  }
  return JSON.stringify({ messages });
}

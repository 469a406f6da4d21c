/**
 * `npm run bench:lanes`: eight lanes in a real browser on the production build: from a slider's input to its lane's painted curve,
 * and to the last of all eight curves from a change of the yardstick, which measures their runs anew, and from an edit of the
 * transcript that is taken back and made again, which replays all of them.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.mjs';
import { SITE } from '../../lib/site/build.mjs';
import { serveSite } from '../../lib/site/serve.mjs';
import { session } from './sessions';

const LANES = ['Three phases', 'Rolling summary', 'Context manager', 'Message cap', 'Managed window', 'Managed window'];

async function openEight(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.locator('input[type=file]').first().setInputFiles(path);
  await page.getByRole('region', { name: 'Result' }).getByText('Peak').waitFor({ timeout: 120_000 });
  const add = page.getByRole('button', { name: 'Add a lane', exact: true });
  for (const lane of ['This lane, as published against guarded', ...LANES]) {
    await add.click();
    // The choices stand before the lanes, which may have the same names.
    const choices = page.getByRole('region', { name: 'Lanes' }).getByRole('list').first();
    await choices.getByRole('button', { name: lane, exact: true }).click();
  }
  await page.getByTitle('under the one yardstick').click();
  await page.waitForFunction(() => document.querySelectorAll('[data-strand]').length === 8, undefined, {
    timeout: 180_000,
  });
  await page.waitForTimeout(4000);
}

/** One of the first messages goes, so that every call after it is another one. */
async function deleteMessage(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('listbox', { name: 'Messages of the transcript' }).getByRole('option').nth(1).click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: /^Undo: Delete message/ }).waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.waitForTimeout(4000);
}

/** Runs `change` again and again; each waits until as many curves as are wanted have been painted anew. */
async function time(
  page: Page,
  change: 'slider' | 'yardstick' | 'edit',
  curves: number,
  moves: number,
): Promise<number[]> {
  return page.evaluate(
    async ([what, wanted, count]) => {
      const chart = document.querySelector('section[aria-label="Curves of the lanes"]');
      const slider = document.querySelector<HTMLInputElement>('[data-parameter=compactAt] input[type=range]');
      const yardstick = document.querySelector<HTMLSelectElement>('select[data-yardstick]');
      if (!chart || !slider || !yardstick) throw new Error('The comparison is not there.');
      const paths = () =>
        new Map(
          [...chart.querySelectorAll('[data-strand]')].map((one) => [
            one.getAttribute('data-strand'),
            one.getAttribute('d'),
          ]),
        );
      const put = (element: HTMLElement, prototype: object, value: string, event: string) => {
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
        element.dispatchEvent(new Event(event, { bubbles: true }));
      };
      const times: number[] = [];
      for (let move = 0; move < count; move++) {
        const before = paths();
        const changed = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            let anew = 0;
            for (const [id, d] of paths()) if (d && before.get(id) !== d) anew++;
            if (anew < wanted) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(chart, { subtree: true, childList: true, attributes: true, attributeFilter: ['d'] });
        });
        const started = performance.now();
        if (what === 'edit') {
          const key = { key: move % 2 === 0 ? 'z' : 'Z', ctrlKey: true, shiftKey: move % 2 === 1, bubbles: true };
          document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        } else if (what === 'slider')
          put(slider, HTMLInputElement.prototype, String(350 + ((move * 37) % 300)), 'input');
        else put(yardstick, HTMLSelectElement.prototype, move % 2 === 0 ? 'chars4' : 'o200k_base', 'change');
        await changed;
        await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, what === 'slider' ? 120 : 2500));
      }
      return times;
    },
    [change, curves, moves] as const,
  );
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number;
  return `median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms`;
}

const found = await findBrowser();
const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'));
const server = await serveSite({ folder: SITE, port: 0 });
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...(process.env as Record<string, string>), ...found.env },
  chromiumSandbox: false,
  args: ['--disable-background-networking', '--no-first-run', ...(found.source === 'npm' ? ['--no-zygote'] : [])],
});
try {
  for (const messages of [2000, 20_000]) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // The loader names functions through a helper that pages do not have.
    await page.addInitScript('globalThis.__name = (one) => one');
    await page.goto(server.url);
    const file = join(folder, `${messages}.json`);
    await writeFile(file, JSON.stringify(session(messages)));
    await openEight(page, file);
    await time(page, 'slider', 1, 5);
    const one = await time(page, 'slider', 1, messages > 2000 ? 12 : 40);
    // Both counters have counted once before it is timed.
    await time(page, 'yardstick', 8, 2);
    const all = await time(page, 'yardstick', 8, messages > 2000 ? 4 : 10);
    await deleteMessage(page);
    await time(page, 'edit', 8, 2);
    const edits = await time(page, 'edit', 8, messages > 2000 ? 4 : 10);
    console.log(`eight lanes, ${messages} messages`);
    console.log(`  a slider to its lane's curve   ${spread(one)}`);
    console.log(`  the yardstick to all curves    ${spread(all)} (wanted at 2,000: under 150)`);
    console.log(`  an edit to all curves          ${spread(edits)} (wanted at 2,000: under 150)`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
}

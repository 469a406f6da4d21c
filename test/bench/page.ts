/** `npm run bench:page`: measures the production build in a real browser: from a slider's input to the painted curve, and the longest task while a file loads. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.mjs';
import { SITE } from '../../lib/site/build.mjs';
import { serveSite } from '../../lib/site/serve.mjs';
import { agentTexts } from './agent-texts';

interface PageFigures {
  /** Milliseconds from a slider's input event to the frame that shows its curve, 95th percentile, at 2,000 messages. */
  sliderP95: number;
  sliderMedian: number;
  moves: number;
  /** Milliseconds of the longest task of the main thread while a 20 MB file loads. */
  longestTask: number;
  /** Milliseconds from the file's choice to its first curve. */
  loadMs: number;
}

/** A conversation of tool groups as JSON lines; deterministic. */
function transcript(messages: number, characters: number): string {
  const texts = agentTexts(messages * characters);
  const lines: string[] = [
    JSON.stringify({ role: 'system', content: 'You look after a billing service.' }),
    JSON.stringify({ role: 'user', content: 'TASK: find out why invoices are posted twice.' }),
  ];
  for (let at = 0; lines.length < messages; at++) {
    const text = texts[at % texts.length] as string;
    const id = `call_${at}`;
    const call = { id, type: 'function', function: { name: 'read_file', arguments: `{"path":"src/${at}.ts"}` } };
    lines.push(JSON.stringify({ role: 'assistant', content: `Step ${at}.`, tool_calls: [call] }));
    lines.push(JSON.stringify({ role: 'tool', tool_call_id: id, content: text }));
    if (at % 40 === 39)
      lines.push(JSON.stringify({ role: 'user', content: 'No, not that one. Look at the worker instead.' }));
  }
  return lines.join('\n');
}

/** Through a file on the disk, as a user would: handing over bytes would keep the page busy with unpacking them. */
async function openFile(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('region', { name: 'Result' }).getByText('Peak').waitFor({ timeout: 120_000 });
}

/** Moves a slider again and again; each move waits for the frame in which the result of its own settings was painted. */
async function moveSlider(page: Page, moves: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('[data-parameter=compactAt] input[type=range]');
    const chart = document.querySelector('section[aria-label=Pressure]');
    if (!slider || !chart) throw new Error('The workbench is not there.');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const times: number[] = [];
    for (let move = 0; move < count; move++) {
      const changed = new Promise<void>((resolve) => {
        const observer = new MutationObserver((records) => {
          const drawn = records.some((record) => record.attributeName === 'd' || record.type === 'childList');
          if (!drawn) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(chart, { subtree: true, childList: true, attributes: true, attributeFilter: ['d'] });
      });
      const started = performance.now();
      set?.call(slider, String(350 + ((move * 37) % 300)));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await changed;
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return times;
  }, moves);
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number;
}

async function benchPage(): Promise<PageFigures> {
  const found = await findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'));
  const server = await serveSite({ folder: SITE, port: 0 });
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    chromiumSandbox: false,
    args: ['--disable-background-networking', '--no-first-run'],
  });
  try {
    const viewport = { width: 1440, height: 900 };
    const page = await browser.newPage({ viewport });
    await page.goto(server.url);
    const small = join(folder, 'two-thousand.jsonl');
    await writeFile(small, transcript(2000, 700));
    await openFile(page, small);
    await page.waitForTimeout(1500);
    await moveSlider(page, 10);
    const times = await moveSlider(page, 100);

    const fresh = await browser.newPage({ viewport });
    await fresh.addInitScript(() => {
      const tasks: number[] = [];
      Reflect.set(window, 'longTasks', tasks);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    await fresh.goto(server.url);
    await fresh.getByRole('button', { name: 'Choose a file' }).waitFor();
    await fresh.waitForTimeout(1500);
    const large = join(folder, 'large.jsonl');
    await writeFile(large, transcript(25_000, 1500));
    await fresh.evaluate(() => (Reflect.get(window, 'longTasks') as number[]).splice(0));
    const started = performance.now();
    await openFile(fresh, large);
    const loadMs = performance.now() - started;
    await fresh.waitForTimeout(1000);
    const tasks = await fresh.evaluate(() => Reflect.get(window, 'longTasks') as number[]);
    let longestTask = 0;
    for (const task of tasks) longestTask = Math.max(longestTask, task);
    return {
      sliderP95: percentile(times, 0.95),
      sliderMedian: percentile(times, 0.5),
      moves: times.length,
      longestTask,
      loadMs,
    };
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

const figures = await benchPage();
const fixed = (value: number) => `${value.toFixed(1)} ms`;
console.log(`slider's input to the painted curve, 2,000 messages, ${figures.moves} moves`);
console.log(`  median ${fixed(figures.sliderMedian)}, 95th percentile ${fixed(figures.sliderP95)} (wanted: under 50)`);
console.log('a file of 20 MB, 25,000 messages');
console.log(
  `  longest task ${fixed(figures.longestTask)} (wanted: under 100), first curve after ${fixed(figures.loadMs)}`,
);

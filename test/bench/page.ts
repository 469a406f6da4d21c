/**
 * `npm run bench:page`: measures the production build in a real browser: from a slider's or a handle's input to the painted curve,
 * frames while the pointer moves over chart and map, and the longest task while a file loads.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.mjs';
import { SITE } from '../../lib/site/build.mjs';
import { serveSite } from '../../lib/site/serve.mjs';
import { agentTexts } from './agent-texts';
import { benchMap } from './map-bench';

/** Milliseconds, each from an input event to the frame that shows what came of it. */
interface HandFigures {
  messages: number;
  /** A slider, to its curve. */
  slider: number[];
  /** A handle dragged in the chart, to the frame that shows it there, and to its curve. */
  handle: { label: number[]; curve: number[] };
  /** The pointer over the chart and over the map: from its move to its frame, and from frame to frame. */
  pointer: { chart: Frames; map: Frames };
}

interface Frames {
  paints: number[];
  longTasks: number;
}

interface PageFigures {
  hands: HandFigures[];
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
    const path = () => chart.querySelector('[data-curve]')?.getAttribute('d');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const times: number[] = [];
    for (let move = 0; move < count; move++) {
      const before = path();
      const changed = new Promise<void>((resolve) => {
        // The chart library may draw a new element in the place of the old one.
        const observer = new MutationObserver(() => {
          if (path() === before) return;
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

/** Watches what the pointer's next move leads to; `moved` answers with the milliseconds to the frames that show it. */
async function watchMoves(page: Page): Promise<void> {
  await page.evaluate(() => {
    const painted = () =>
      new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
    const changed = (chart: Element, selector: string, attribute: string) =>
      new Promise<void>((resolve) => {
        const now = () => chart.querySelector(selector)?.getAttribute(attribute);
        const before = now();
        const observer = new MutationObserver(() => {
          if (now() === before) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(chart, { subtree: true, childList: true, attributes: true, attributeFilter: [attribute] });
      });
    Reflect.set(
      window,
      'nextMove',
      () =>
        new Promise<number>((resolve) =>
          document.addEventListener('pointermove', (event) => painted().then((now) => resolve(now - event.timeStamp)), {
            capture: true,
            once: true,
          }),
        ),
    );
    Reflect.set(window, 'nextDrag', async (parameter: string) => {
      const chart = document.querySelector('section[aria-label=Pressure]');
      if (!chart) throw new Error('There is no chart.');
      const started = new Promise<number>((resolve) =>
        document.addEventListener('pointermove', (event) => resolve(event.timeStamp), { capture: true, once: true }),
      );
      const label = changed(chart, `[data-line=${parameter}]`, 'aria-valuenow').then(painted);
      const drawn = changed(chart, '[data-curve]', 'd').then(painted);
      return { label: (await label) - (await started), curve: (await drawn) - (await started) };
    });
  });
}

/** Drags the handle of a threshold up and down; each move waits for the frame in which the curve of its own settings was painted. */
async function dragHandle(page: Page, moves: number): Promise<HandFigures['handle']> {
  const handle = page.locator('[data-line=compactAt]');
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is no handle.');
  const x = box.x + 20;
  const y = box.y + 9;
  await page.mouse.move(x, y);
  await page.mouse.down();
  const figures: HandFigures['handle'] = { label: [], curve: [] };
  for (let move = 0; move < moves; move++) {
    const waiting = page.evaluate(() =>
      (Reflect.get(window, 'nextDrag') as (name: string) => Promise<{ label: number; curve: number }>)('compactAt'),
    );
    await page.waitForTimeout(30);
    await page.mouse.move(x, y + 4 + ((move * 23) % 60));
    const { label, curve } = await waiting;
    figures.label.push(label);
    figures.curve.push(curve);
    await page.waitForTimeout(60);
  }
  await page.mouse.up();
  return figures;
}

/** Moves the pointer over a drawing, a move a frame. */
async function movePointer(page: Page, surface: string, moves: number): Promise<Frames> {
  const box = await page.locator(`[data-surface=${surface}]`).boundingBox();
  if (!box) throw new Error(`There is no ${surface}.`);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Reflect.set(window, 'pointerTasks', tasks);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  const paints: number[] = [];
  for (let move = 0; move < moves; move++) {
    // In place before the pointer moves; its answer is fetched after.
    await page.evaluate(() => {
      Reflect.set(window, 'move', (Reflect.get(window, 'nextMove') as () => Promise<number>)());
    });
    await page.mouse.move(
      box.x + 60 + ((move * 13) % Math.max(1, box.width - 120)),
      box.y + 20 + ((move * 7) % Math.max(1, box.height - 50)),
    );
    paints.push(await page.evaluate(() => Reflect.get(window, 'move') as Promise<number>));
  }
  const longTasks = await page.evaluate(() => (Reflect.get(window, 'pointerTasks') as number[]).length);
  return { paints, longTasks };
}

/** Everything that a hand does, on a transcript of so many messages. */
async function measureHands(page: Page, messages: number, moves: number): Promise<HandFigures> {
  await page.waitForTimeout(3000);
  await watchMoves(page);
  await moveSlider(page, 10);
  const slider = await moveSlider(page, moves);
  await page.waitForTimeout(2500);
  const handle = await dragHandle(page, moves);
  await page.waitForTimeout(2500);
  const chart = await movePointer(page, 'pressure', 2 * moves);
  const map = await movePointer(page, 'survival', 2 * moves);
  return { messages, slider, handle, pointer: { chart, map } };
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
    args: ['--disable-background-networking', '--no-first-run', ...(found.source === 'npm' ? ['--no-zygote'] : [])],
  });
  try {
    const viewport = { width: 1440, height: 900 };
    const hands: HandFigures[] = [];
    for (const messages of [2000, 20_000]) {
      const page = await browser.newPage({ viewport });
      // The loader names functions through a helper that pages do not have.
      await page.addInitScript('globalThis.__name = (one) => one');
      await page.goto(server.url);
      const file = join(folder, `${messages}.jsonl`);
      await writeFile(file, transcript(messages, 700));
      await openFile(page, file);
      hands.push(await measureHands(page, messages, messages > 2000 ? 40 : 100));
      await page.close();
    }

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
    return { hands, longestTask, loadMs };
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

const map = benchMap();
const figures = await benchPage();
const fixed = (value: number) => `${value.toFixed(1)} ms`;
const spread = (values: number[]) =>
  `median ${fixed(percentile(values, 0.5))}, 95th percentile ${fixed(percentile(values, 0.95))}`;
for (const { messages, slider, handle, pointer } of figures.hands) {
  const wanted = messages > 2000 ? 100 : 50;
  console.log(`${messages} messages: from the hand's input to the painted frame`);
  console.log(`  slider to its curve           ${spread(slider)} (wanted: under ${wanted})`);
  console.log(`  handle in the chart, its mark ${spread(handle.label)}`);
  console.log(`  handle to its curve           ${spread(handle.curve)} (wanted: under ${wanted})`);
  console.log(`  pointer over the chart        ${spread(pointer.chart.paints)}, ${pointer.chart.longTasks} long tasks`);
  console.log(`  pointer over the map          ${spread(pointer.map.paints)}, ${pointer.map.longTasks} long tasks`);
}
console.log('a file of 20 MB, 25,000 messages');
console.log(
  `  longest task ${fixed(figures.longestTask)} (wanted: under 100), first curve after ${fixed(figures.loadMs)}`,
);
console.log('the survival map, 1,800 × 560 pixels');
console.log(
  `  100,000 messages × 10,000 calls ${fixed(map.large)}, slowest row ${fixed(map.slowestRow)}; ${(map.large / map.small).toFixed(1)} × a map of 1,000 × 500`,
);

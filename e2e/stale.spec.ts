/** While a hand moves, every number in sight is of the result that the chart shows, or says that it is not. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { arrived, conversation, figure, replayed, settled, start, upload } from './support';

/** Where the slider goes, in hundredths of its way. */
const PLACES = [35, 65, 95];

interface Frame {
  /** The chart in words, which are of the result that stands now. */
  chart: string;
  /** Short texts with a number in them that do not say that they are of another result. */
  plain: string[];
  marked: number;
}

/** What `Watch` in the page has seen: the numbers in full ink by the chart that they stood beside. */
interface Seen {
  plain: [chart: string, texts: string[]][];
  marked: number;
}

/** Counts in the page what is asked of its workers and not answered. Before the page is opened. */
async function watchRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.Worker;
    const requests = { asked: 0, open: new Set<string>() };
    Object.assign(window, { requests });
    let workers = 0;
    window.Worker = class extends real {
      readonly number = workers++;
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          if (!('progress' in data)) requests.open.delete(`${this.number} ${data.id}`);
        });
      }
      override postMessage(message: { id: number; name?: string; cancel?: true }, ...rest: never[]) {
        const key = `${this.number} ${message.id}`;
        if (message.cancel) requests.open.delete(key);
        else if (message.name !== undefined) {
          requests.asked++;
          requests.open.add(key);
        }
        super.postMessage(message, ...rest);
      }
    };
  });
}

/** Puts a reader of the page into the page: it reads one frame, or every frame until it is asked. */
async function watchNumbers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const LONGEST = 60;
    const isMarked = (element: Element) => element.closest('.late-faint[aria-busy=true]') !== null;
    const read = (): Frame => {
      const chart = document.querySelector('section[aria-label=Pressure] [role=img]')?.getAttribute('aria-label') ?? '';
      const map = document.querySelector('section[aria-label=Survival] [role=img]');
      const plain: string[] = [];
      let marked = 0;
      const note = (element: Element, text: string) => {
        if (isMarked(element)) marked++;
        else plain.push(text);
      };
      if (map) note(map, map.getAttribute('aria-label') ?? '');
      for (const label of ['Replay', 'Inspector', 'Result']) {
        const region = document.querySelector(`section[aria-label=${label}]`);
        if (!region) continue;
        const walk = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const text = node.nodeValue ?? '';
          const parent = node.parentElement;
          if (!parent || !/\d/.test(text) || text.length > LONGEST) continue;
          // The chart is what the rest is held against; the time of a replay is never the same.
          if (parent.closest('section[aria-label=Pressure]') || parent.closest('[title^="Time the replay"]')) continue;
          note(parent, text);
        }
      }
      return { chart, plain, marked };
    };
    const seen = new Map<string, Set<string>>();
    let marked = 0;
    let watching = false;
    const onFrame = () => {
      if (!watching) return;
      const frame = read();
      const texts = seen.get(frame.chart) ?? new Set();
      seen.set(frame.chart, texts);
      for (const text of frame.plain) texts.add(text);
      marked += frame.marked;
      Object.assign(window, { seenChart: frame.chart });
      requestAnimationFrame(onFrame);
    };
    Object.assign(window, {
      readNumbers: read,
      startWatching: () => {
        watching = true;
        requestAnimationFrame(onFrame);
      },
      seenNumbers: (): Seen => {
        watching = false;
        return { plain: Array.from(seen, ([chart, texts]) => [chart, [...texts]]), marked };
      },
    });
  });
}

const readNumbers = (page: Page) => page.evaluate(() => (window as unknown as { readNumbers(): Frame }).readNumbers());

/**
 * Whether the workers have nothing to do and are given nothing for longer than anything waits for the hand to rest. By the
 * page's own clock: on a busy machine what waits comes later, and so does the end of this.
 */
const areIdle = (page: Page) =>
  page.evaluate(async () => {
    const { requests } = window as unknown as { requests: { asked: number; open: Set<string> } };
    const { asked } = requests;
    if (requests.open.size > 0) return false;
    await new Promise((resolve) => setTimeout(resolve, 1200));
    return requests.open.size === 0 && requests.asked === asked;
  });

/** Waits until everything has come that is read of a result, and nothing changes any more. */
async function atRest(page: Page): Promise<Frame> {
  let frame = await readNumbers(page);
  await expect(async () => {
    const before = JSON.stringify(frame);
    await replayed(page);
    const isIdle = await areIdle(page);
    frame = await readNumbers(page);
    expect(isIdle).toBe(true);
    expect(JSON.stringify(frame) === before).toBe(true);
  }).toPass({ timeout: 60_000 });
  return frame;
}

async function slideTo(page: Page, hundredths: number): Promise<void> {
  const slider = page.locator('[data-parameter=ratio] input[type=range]');
  const most = Number(await slider.getAttribute('max'));
  await slider.fill(String(Math.round((most * hundredths) / 100)));
}

for (const { panels, tabs } of [
  { panels: 'findings and facts', tabs: ['findings', 'facts'] },
  { panels: 'events and the window', tabs: ['events', 'window'] },
  { panels: 'events and changes', tabs: ['events', 'change'] },
]) {
  test(`while a slider moves, no number of earlier settings passes for one of these: ${panels}`, async ({ page }) => {
    // So high that the list of events shows all of them.
    await page.setViewportSize({ width: 1440, height: 1700 });
    test.slow();
    await watchRequests(page);
    await start(page);
    await upload(page, { name: 'export-incident.json', text: conversation(60, 900) });
    await settled(page);
    await page.getByRole('button', { name: '16k', exact: true }).click();
    for (const tab of tabs) {
      await page.locator(`[data-tab=${tab}]`).click();
      await arrived(page.locator(`[role=tabpanel][aria-labelledby$="-${tab}"]`));
    }
    await watchNumbers(page);
    const right = new Map<string, Set<string>>();
    const charts = new Map<number, string>();
    for (const place of PLACES) {
      await slideTo(page, place);
      const { chart, plain, marked } = await atRest(page);
      expect(marked, 'At rest everything is of this result.').toBe(0);
      right.set(chart, new Set(plain));
      charts.set(place, chart);
    }
    expect(right.size).toBe(PLACES.length);

    await page.evaluate(() => (window as unknown as { startWatching(): void }).startWatching());
    for (const place of [...PLACES, ...PLACES.toReversed(), ...PLACES]) {
      await slideTo(page, place - 10);
      await slideTo(page, place);
      // The hand goes on as soon as the curve has come, which is before the rest has.
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'seenChart'))).toBe(charts.get(place));
    }
    await atRest(page);
    const seen = await page.evaluate(() => (window as unknown as { seenNumbers(): Seen }).seenNumbers());
    const known = seen.plain.filter(([chart]) => right.has(chart));
    expect(known.length, 'The chart has shown the settings that it was held at.').toBeGreaterThan(2);
    const wrong = known.flatMap(([chart, texts]) =>
      texts.filter((text) => !right.get(chart)?.has(text)).map((text) => `${text} | ${chart.slice(0, 120)}`),
    );
    expect(wrong).toEqual([]);
    expect(seen.marked, 'What is read later has been seen to say so.').toBeGreaterThan(0);
  });
}

for (const width of [320, 390, 820, 1280]) {
  test(`figures keep their places and nothing counts as none before it is known, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await start(page);
    await page.evaluate(() => {
      const seen = new Set<string>();
      const tooSoon = new Set<string>();
      Object.assign(window, { seenPlaces: seen, countedTooSoon: tooSoon });
      const onFrame = () => {
        const strip = document.querySelector('section[aria-label=Result]');
        // The strip has its place from the first; its words come with the result.
        const terms = Array.from(strip?.querySelectorAll('dt') ?? []);
        if (strip && terms.length > 0) {
          const { top: head, height } = strip.getBoundingClientRect();
          const places = terms.map((term) => {
            const { left, top } = term.getBoundingClientRect();
            return `${term.textContent} ${Math.round(left)},${Math.round(top - head)}`;
          });
          seen.add([Math.round(height), ...places].join('; '));
        }
        const invalid = terms.find((term) => term.textContent === 'Invalid windows')?.nextElementSibling;
        const isExamined = /\d/.test(invalid?.textContent ?? '');
        const findings = document.querySelector('[data-tab=findings]')?.textContent ?? '';
        if (!isExamined && /\d/.test(findings)) tooSoon.add(findings);
        const isReplayed = document.querySelector('section[aria-label=Pressure] [role=img]') !== null;
        const events = document.querySelector('[data-tab=events]')?.textContent ?? '';
        if (!isReplayed && /\d/.test(events)) tooSoon.add(events);
        requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    });
    await upload(page, { name: 'export-incident.json', text: conversation(60, 900) });
    await settled(page);
    await expect(figure(page, 'Invalid windows')).toHaveText(/^\d+$/);
    await expect(figure(page, 'Sent')).toHaveText(/^[\d,.]+( M)?$/);
    await expect(page.locator('[data-tab=findings]')).toHaveText(/^Findings\d/);
    const { places, tooSoon } = await page.evaluate(() => {
      const { seenPlaces, countedTooSoon } = window as unknown as Record<string, Set<string>>;
      return { places: [...(seenPlaces ?? [])], tooSoon: [...(countedTooSoon ?? [])] };
    });
    expect(places).toHaveLength(1);
    expect(tooSoon).toEqual([]);
  });
}

test('what could not be read says so in its place, and is read when it is tried again', async ({ page }) => {
  // So high that the notice covers neither of the places.
  await page.setViewportSize({ width: 1440, height: 1700 });
  await page.addInitScript(() => {
    const real = window.Worker;
    Object.assign(window, { isDeaf: true });
    window.Worker = class extends real {
      override postMessage(message: { name?: string }, ...rest: never[]) {
        const isLost = Reflect.get(window, 'isDeaf') && /^(examine|recall)$/.test(message?.name ?? '');
        super.postMessage(isLost ? { ...message, name: 'nothing of the kind' } : message, ...rest);
      }
    };
  });
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(60, 900) });
  await settled(page);
  for (const tab of ['findings', 'facts']) await page.locator(`[data-tab=${tab}]`).click();
  const findings = page.getByRole('region', { name: 'Lists' }).getByRole('status');
  await expect(findings).toContainText('The result could not be examined.');
  await expect(page.getByText(/^Looking for findings/)).toHaveCount(0);
  await expect(page.locator('[data-panel=facts]')).toContainText('The facts could not be read.');
  await page.evaluate(() => Object.assign(window, { isDeaf: false }));
  await findings.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Findings' })).toBeVisible();
  await expect(page.locator('[data-panel=facts]')).toContainText(/^Recall/);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByText('The result could not be examined')).toHaveCount(0);
});

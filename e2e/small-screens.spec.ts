/** Small screens: every list has a height to be read in and can be reached, nothing lies under the bar at the foot, the page never pans. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { conversation, field, openSample, replayed, settled, start, upload } from './support';

const SIZES = [
  [320, 568],
  [320, 640],
  [375, 667],
  [390, 664],
  [390, 844],
  [430, 799],
  [844, 390],
  [667, 375],
  [768, 1024],
  [1024, 720],
] as const;

const LEAST = 140;
/** Pixels that a thumb needs to take hold of the page above a list. */
const THUMB = 44;

/** Fails where a part is low, or where what is seen at its middle, once it is scrolled to, is something else. */
async function expectRoom(part: Locator, what: string): Promise<void> {
  // A panel that is still being fetched has no words.
  await expect(part, what).not.toBeEmpty();
  const bar = await part.page().getByRole('navigation', { name: 'Regions' }).boundingBox();
  // What is read for a panel comes after it, and takes its room.
  await expect(async () => expectRoomNow(part, what, bar?.y ?? 0)).toPass({ timeout: 30_000 });
}

async function expectRoomNow(part: Locator, what: string, end: number): Promise<void> {
  const found = await part.evaluate((element) => {
    element.scrollIntoView({ block: 'end' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const place = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
    const above = Math.max(top, 0);
    // A part that scrolls by itself leaves room to get past it, where what holds it scrolls too.
    const pane = element.closest('.one-pane');
    const isInner =
      element.scrollHeight > element.clientHeight && pane !== null && pane.scrollHeight > pane.clientHeight;
    const besides = isInner ? above - pane.getBoundingClientRect().top : Number.POSITIVE_INFINITY;
    return {
      height: element.clientHeight,
      bottom,
      besides,
      middle: place((above + bottom) / 2),
      foot: place(bottom - 3),
    };
  });
  expect(found.height, `height of ${what}`).toBeGreaterThanOrEqual(LEAST);
  expect(found, `${what} is covered`).toMatchObject({ middle: true, foot: true });
  expect(found.besides, `pixels beside ${what} that move the page, not the list`).toBeGreaterThanOrEqual(THUMB);
  expect(found.bottom, `foot of ${what}`).toBeLessThan(end + 1);
}

/** Fails where the page is wider or higher than the screen, which a phone would make larger to hold it. */
async function expectStill(page: Page, width: number, height: number, what: string): Promise<void> {
  const size = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: Math.max(scrollWidth, window.innerWidth), height: Math.max(scrollHeight, window.innerHeight) };
    });
  await expect.poll(size, { message: `the page with ${what}` }).toEqual({ width, height });
}

for (const [width, height] of SIZES) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('every list has room and can be reached', async ({ page }) => {
      await start(page);
      await openSample(page, /double postings/);
      const turn = (name: string) =>
        page.getByRole('navigation', { name: 'Regions' }).getByRole('button', { name }).click();
      const panel = page.getByRole('main').getByRole('tabpanel');
      const look = async (tab: RegExp, part: Locator) => {
        await page.getByRole('tab', { name: tab }).click();
        await expectRoom(part, String(tab));
        await expectStill(page, width, height, String(tab));
      };
      const region = (name: string) => panel.getByRole('region', { name, exact: true });
      await turn('Timeline');
      await look(/^Events/, region('Decisions'));
      await look(/^Findings/, region('Findings'));
      await look(/^Map/, region('Map'));
      await turn('Inspect');
      await look(/^Window/, region('Messages'));
      await look(/^Changes/, region('Differences'));
      await look(/^Message/, panel.last());
      await look(/^Facts/, region('Facts of the transcript'));
      await turn('Tune');
      await look(/^Transcript/, panel.getByRole('listbox', { name: 'Messages of the transcript' }));
      await look(/^Settings/, panel.last());
    });
  });
}

test.describe('the narrowest screen', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test('undo is at hand', async ({ page }) => {
    await start(page);
    await openSample(page, /double postings/);
    await page.getByRole('navigation', { name: 'Regions' }).getByRole('button', { name: 'Tune' }).click();
    await field(page, 'ratio').fill('0.6');
    await field(page, 'ratio').press('Enter');
    await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
    await expect(field(page, 'ratio')).toHaveValue('0.70');
    await expectStill(page, 320, 568, 'an undo');
  });
});

test.describe('390 × 664, turned to another region', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  test('a region that is turned to is in sight, and the timeline begins with its chart', async ({ page }) => {
    await start(page);
    await openSample(page, /double postings/);
    const regions = page.getByRole('navigation', { name: 'Regions' });
    const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? -1);
    await regions.getByRole('button', { name: 'Inspect' }).click();
    await expect.poll(() => top(page.getByRole('main'))).toBe(48);
    await regions.getByRole('button', { name: 'Timeline' }).click();
    await expect.poll(() => top(page.getByRole('region', { name: 'Pressure' }))).toBe(48);
  });
});

test('the chart stays where it is while the fit has more or less to say', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await start(page);
  const chart = page.getByRole('region', { name: 'Pressure' });
  const top = async () => (await chart.boundingBox())?.y;
  await openSample(page, /double postings/);
  await expect(page.getByText(/^Fits: [\d,]+ of/)).toBeVisible();
  const before = await top();
  const window = field(page, 'window');
  for (const [value, words] of [
    ['16000', /can never go|Thrash|By the last call|nothing is left/],
    ['100', /These settings cannot run|nothing is left|can never go/],
    ['1000000', /^Fits: [\d,]+ of/],
  ] as const) {
    await window.fill(value);
    await window.press('Enter');
    // What is said of the settings before may have the same words.
    await replayed(page);
    await expect(page.getByRole('region', { name: 'Replay' }).getByText(words).first()).toBeVisible();
    expect(await top(), value).toBe(before);
  }
});

for (const [width, height] of [
  [320, 800],
  [390, 844],
  [820, 1000],
  [1280, 800],
] as const) {
  test(`the chart and what is under it keep their places from the first result on, ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await start(page);
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seenPlaces: seen });
      const parts = ['section[aria-label=Pressure]', '[data-surface=pressure]', '[role=tablist][aria-label=Lists]'];
      const onFrame = () => {
        // The scrubber has its place before there is a result.
        if (document.querySelector('fieldset[aria-label="Step through the calls"]')) {
          for (const part of parts) {
            const place = document.querySelector(part)?.getBoundingClientRect();
            if (place) seen.add(`${part} ${Math.round(place.top)} ${Math.round(place.height)}`);
          }
        }
        requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    });
    // Numbers so long that the readout does not fit on a narrow screen.
    await upload(page, { name: 'export-incident.json', text: conversation(420, 900) });
    await settled(page);
    await expect(page.locator('[data-curve]')).toBeVisible();
    const seen = await page.evaluate(() => [...Reflect.get(window, 'seenPlaces')] as string[]);
    expect(
      seen.filter((place) => place.includes('Lists')),
      'the lists are there',
    ).not.toHaveLength(0);
    expect(seen).toHaveLength(3);
  });
}

test.describe('390 × 844, zooming', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('buttons zoom around the cursor and back, and nothing moves', async ({ page }) => {
    await start(page);
    await openSample(page, /double postings/);
    const zoom = page.getByRole('group', { name: 'Zoom' });
    const place = () => page.getByRole('region', { name: 'Pressure' }).boundingBox();
    const before = await place();
    await expect(zoom.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
    await zoom.getByRole('button', { name: 'Zoom in' }).click();
    const table = page.getByRole('region', { name: 'Pressure' }).getByRole('table');
    await expect(table).toContainText('of the 38 calls in sight, 38 to 75');
    expect(await place()).toEqual(before);
    await zoom.getByRole('button', { name: 'All calls' }).click();
    await expect(table).toContainText('of the 75 calls in sight');
    await expect(zoom.getByRole('button', { name: 'All calls' })).toHaveCount(0);
  });
});

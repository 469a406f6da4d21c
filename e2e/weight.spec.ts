/** What the page makes people download, compressed: little for the first paint, not much once a transcript is drawn. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openSample, start } from './support';

const KIB = 1024;

/** Sums the compressed bytes of the page's own scripts; the worker's, with the tokenizer tables, are not among them. */
async function watchScripts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let total = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) total += encodedDataLength;
  });
  return () => total;
}

test('scripts stay under 160 KiB for the first paint and 350 KiB with a transcript drawn', async ({ page }) => {
  const total = await watchScripts(page);
  await page.goto('/', { waitUntil: 'load' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const html = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js') && (entry as PerformanceResourceTiming).initiatorType === 'script')
      .reduce((sum, entry) => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY;
        return entry.startTime < paint ? sum + (entry as PerformanceResourceTiming).encodedBodySize : sum;
      }, 0),
  );
  expect(html).toBeGreaterThan(50 * KIB);
  expect(html).toBeLessThan(160 * KIB);
  await start(page);
  await openSample(page, /double postings/);
  // The curve itself: the library that draws it is the largest part, and comes last.
  await expect(page.locator('[data-curve]')).toBeAttached();
  await expect(page.getByRole('region', { name: 'Result' }).getByText('Peak')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const drawn = total();
  expect(drawn).toBeGreaterThan(html);
  expect(drawn).toBeLessThan(350 * KIB);
});

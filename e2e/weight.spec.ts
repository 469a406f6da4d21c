/** What the page makes people download, compressed: little for the first paint, not much once a transcript is drawn. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { settled } from './support';

const KIB = 1024;
/** Milliseconds without a word from the network after which everything that was asked for has come. */
const QUIET = 1000;
/** Milliseconds that a slow machine may take for a step. */
const PATIENCE = 60_000;
const WORKER = /\/turbopack-worker-[^/]*\.js$/;

interface Scripts {
  /** Bytes of all that came, each script once. */
  total(): number;
  /** Bytes of those with one of these names, all of which must have come. */
  of(names: string[]): number;
  /** The heaviest first, for a message. */
  list(): string;
  /** Waits until what was asked for is here and nothing more is asked for. */
  settled(): Promise<void>;
}

/** Watches the page's own scripts as they come, compressed; the worker's, with the tokenizer tables, are not among them. */
async function watchScripts(page: Page): Promise<Scripts> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const open = new Map<string, string>();
  const bytes = new Map<string, number>();
  let heard = Date.now();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith('.js') || WORKER.test(pathname)) return;
    open.set(requestId, pathname.slice(pathname.lastIndexOf('/') + 1));
    heard = Date.now();
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = open.get(requestId);
    if (name === undefined) return;
    open.delete(requestId);
    // One that is asked for again has weighed already.
    bytes.set(name, Math.max(bytes.get(name) ?? 0, encodedDataLength));
    heard = Date.now();
  });
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  return {
    total: () => [...bytes.values()].reduce((sum, one) => sum + one, 0),
    of: (names) => [...new Set(names)].reduce((sum, name) => sum + (bytes.get(name) ?? Number.NaN), 0),
    list: () =>
      [...bytes]
        .sort(([, one], [, other]) => other - one)
        .map(([name, one]) => `${one} ${name}`)
        .join('\n'),
    settled() {
      // What was done just now may still have to ask for what it needs.
      const since = Date.now();
      const isQuiet = () => open.size === 0 && Date.now() - Math.max(heard, since) > QUIET;
      return expect.poll(isQuiet, { timeout: PATIENCE }).toBe(true);
    },
  };
}

test('scripts stay under 160 KiB for the first paint, and under 200 with all that the start screen brings', async ({
  page,
}) => {
  test.setTimeout(3 * PATIENCE);
  await page.clock.install();
  const scripts = await watchScripts(page);
  const answer = await page.goto('/');
  // What the page names is what its first paint may wait for. Which of the others come before it differs with the machine.
  const named = await page.evaluate(
    (html) => {
      const { scripts: all, head } = new DOMParser().parseFromString(html, 'text/html');
      const preloaded = [...head.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=script]')].map(
        ({ href }) => href,
      );
      const asked = [...all].filter(({ src, noModule }) => src !== '' && !noModule).map(({ src }) => src);
      return [...asked, ...preloaded].map((url) => url.slice(url.lastIndexOf('/') + 1));
    },
    (await answer?.text()) ?? '',
  );
  await expect(page.getByRole('button', { name: /double postings/ })).toBeEnabled({ timeout: PATIENCE });
  await scripts.settled();
  await page.clock.fastForward('10:00');
  await scripts.settled();
  expect(scripts.of(named), scripts.list()).toBeGreaterThan(50 * KIB);
  expect(scripts.of(named), scripts.list()).toBeLessThan(160 * KIB);
  expect(scripts.total(), scripts.list()).toBeLessThan(200 * KIB);
});

test('scripts stay under 350 KiB with a transcript drawn, and with all that can come by itself until then and after', async ({
  page,
}) => {
  test.setTimeout(3 * PATIENCE);
  // The page's own clock, so that what waits for its time need not be waited for.
  await page.clock.install();
  const scripts = await watchScripts(page);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(WORKER, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const asked = page.waitForRequest(WORKER);
  await page.getByRole('button', { name: /double postings/ }).click();
  await asked;
  // On a slow machine the engine is long in coming, and the page has code for saying so; old trash is emptied after a while.
  await page.clock.fastForward('01:00');
  await expect(page.getByText('The engine does not answer')).toBeVisible();
  letGo();
  // The curve itself: the library that draws it is the largest part, and comes last. How fast is no matter here.
  await expect(page.locator('[data-curve]')).toBeAttached({ timeout: PATIENCE });
  await expect(page.getByRole('tab', { name: /^Findings \d/ })).toBeVisible({ timeout: PATIENCE });
  await settled(page);
  await scripts.settled();
  await page.clock.fastForward('10:00');
  await scripts.settled();
  expect(scripts.total(), scripts.list()).toBeGreaterThan(200 * KIB);
  expect(scripts.total(), scripts.list()).toBeLessThan(350 * KIB);
});

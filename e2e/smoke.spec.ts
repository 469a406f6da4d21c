/** The production build opens, and its policy holds: on the page, on every script, and inside a worker. */
import { expect, test } from './fixtures';
import { conversation, settled, start, upload } from './support';

test('the page opens without an error, a violation or a request elsewhere', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/Palimpsest/);
  await expect(page.getByRole('main')).toBeVisible();
});

test('the page and every script, workers included, carry the policy', async ({ page, watch: _watch }) => {
  const scripts = new Map<string, string>();
  page.on('response', (response) => {
    if (response.url().includes('.js')) {
      scripts.set(response.url(), response.headers()['content-security-policy'] ?? '');
    }
  });
  const response = await page.goto('/', { waitUntil: 'networkidle' });
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).not.toContain('unsafe-eval');
  // The worker begins with the first file.
  await upload(page, { name: 'export.json', text: conversation(5) });
  await settled(page);
  await expect(() => {
    const workers = page.workers().map((worker) => worker.url().replace(/[?#].*$/s, ''));
    expect(workers.length).toBeGreaterThan(0);
    for (const url of workers) expect([...scripts.keys()]).toContain(url);
  }).toPass({ timeout: 30_000 });
  for (const [url, header] of scripts) expect(header, url).toContain("connect-src 'self'");
});

test('an inline script without a hash does not run', async ({ page, watch }) => {
  watch.allow(/policy violation: script-src-elem inline/);
  watch.allow(/console error: .*inline script/);
  await page.goto('/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return Reflect.has(window, 'injected');
  });
  expect(ran).toBe(false);
});

test("a worker's request to another origin is refused by the policy of its own script", async ({ page, watch }) => {
  const elsewhere = 'http://127.0.0.1:9/';
  watch.allow(/policy violation in a worker: connect-src http:\/\/127\.0\.0\.1:9/);
  // The body is the test's, the headers are the server's: what is under test is the policy on a script's response.
  await page.route('**/*.js?probe', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['content-encoding'];
    delete headers['content-length'];
    await route.fulfill({ status: response.status(), headers, body: probe(elsewhere) });
  });
  await page.goto('/');
  const outcome = await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src]');
    return new Promise((resolve) => {
      const worker = new Worker(`${script?.src.replace(/[?#].*$/, '')}?probe`);
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = () => resolve('the worker did not start');
    });
  });
  expect(outcome).toBe(`connect-src refused ${elsewhere}`);
});

/** A worker that asks elsewhere and tells whether the policy, and not merely the network, stood in the way. */
function probe(elsewhere: string): string {
  return `
    self.addEventListener('securitypolicyviolation', (event) => {
      postMessage(event.effectiveDirective + ' refused ' + event.blockedURI);
    });
    const notRefused = () => setTimeout(() => postMessage('the policy let it pass'), 1000);
    fetch(${JSON.stringify(elsewhere)}).then(notRefused, notRefused);
  `;
}

test('the theme is the system’s as it changes, until another one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await start(page);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.evaluate(() => {
    // After the page's own listener: what that does about a change is done when this hears of it.
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
      Object.assign(window, { heard: matches ? 'dark' : 'light' });
    });
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard'))).toBe(colorScheme);
    await expect(root).toHaveAttribute('data-theme', 'light');
  }
});

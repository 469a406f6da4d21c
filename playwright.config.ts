// End-to-end tests of the production build in out/, in a Chromium that is found or brought, on a port that is free.
import { createServer } from 'node:net';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './e2e/browser.mjs';

/** Any port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// Every worker process reads this file again; what the first reading chose reaches them through the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_BROWSER ??= JSON.stringify(await findBrowser());

const port = process.env.E2E_PORT;
const browser: Awaited<ReturnType<typeof findBrowser>> = JSON.parse(process.env.E2E_BROWSER);
const isRoot = process.getuid?.() === 0;
const environment = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Far above what any test takes: a busy machine is no fault of the page. What is asserted waits for a state, not a time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? `test-results/${port}.json` }]],
  outputDir: `test-results/${port}`,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...environment, ...browser.env },
      chromiumSandbox: !isRoot && browser.source !== 'npm', // Chromium refuses to sandbox as root
      args: [
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...(browser.source === 'npm'
          ? ['--no-zygote', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
          : []),
      ],
    },
  },
  projects: [{ name: 'chromium' }],
  webServer: {
    command: `node lib/site/serve.mjs out ${port}`,
    url: `http://127.0.0.1:${port}`,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});

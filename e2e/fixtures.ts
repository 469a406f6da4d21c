/** The end-to-end `test`: every one fails on a console error, an uncaught error, a policy violation or a request to another origin. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

/** What a browser context may not do unnoticed. A test that provokes something on purpose allows just that. */
export class Watch {
  readonly #faults: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Faults that match are expected in this test, for example `watch.allow(/request to http:\/\/127\.0\.0\.1:9/)`. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  note(fault: string): void {
    this.#faults.push(fault);
  }

  /** Everything seen so far that no `allow` covers, in order. */
  faults(): string[] {
    return this.#faults.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }
}

const VIOLATION = '__palimpsestPolicyViolation';

/** Watches a context, the pages and workers opened later too; for contexts of a test's own, before their first page. @public */
export async function watchContext(context: BrowserContext, origin: string): Promise<Watch> {
  const watch = new Watch();
  context.on('console', (message) => {
    if (message.type() === 'error') watch.note(`console error: ${message.text()}`);
  });
  context.on('weberror', (error) => watch.note(`uncaught error: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    if (!isOurs(request.url(), origin)) watch.note(`request to ${request.url()}`);
  });
  const watchPage = (page: Page) => {
    page.on('websocket', (socket) => watch.note(`web socket to ${socket.url()}`));
    page.on('worker', (worker) => {
      // Browsers report a worker's violations to that worker only. It may be gone before it can be asked.
      worker.evaluate(reportWorkerViolations).catch(() => undefined);
    });
    page.on('crash', () => watch.note(`page crashed: ${page.url()}`));
  };
  for (const page of context.pages()) watchPage(page);
  context.on('page', watchPage);
  await context.exposeBinding(VIOLATION, (_source, violation: string) => watch.note(`policy violation: ${violation}`));
  await context.addInitScript((name) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, name);
      if (typeof report === 'function') {
        report(
          `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
        );
      }
    });
  }, VIOLATION);
  return watch;
}

/** Runs inside a worker, whose console errors the context hears. */
function reportWorkerViolations(): void {
  self.addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy violation in a worker: ${event.effectiveDirective} ${event.blockedURI}`);
  });
}

function isOurs(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || /^(data|blob|about):/.test(url);
}

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = await watchContext(context, new URL(baseURL ?? '').origin);
      await use(watch);
      expect(watch.faults(), 'The page did what no page of ours may do.').toEqual([]);
    },
    { auto: true },
  ],
});

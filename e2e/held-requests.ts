/** Holds back what the page asks of its workers by a request's name, until it is let go: what is shown meanwhile can be looked at. */
import type { Page } from '@playwright/test';

/** Before the page is opened. Answers with what lets everything go. */
export async function holdBack(page: Page, name: string): Promise<() => Promise<void>> {
  await page.addInitScript((wanted) => {
    const send = Worker.prototype.postMessage;
    const held: (() => void)[] = [];
    Reflect.set(window, 'letGo', () => {
      Worker.prototype.postMessage = send;
      for (const one of held) one();
    });
    Worker.prototype.postMessage = function hold(this: Worker, ...given: Parameters<Worker['postMessage']>) {
      const [message] = given as unknown as [{ name?: string }];
      if (message?.name === wanted) held.push(() => send.apply(this, given));
      else send.apply(this, given);
    } as Worker['postMessage'];
  }, name);
  return () => page.evaluate(() => (Reflect.get(window, 'letGo') as () => void)());
}

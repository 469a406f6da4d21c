/** The controls: pin rules made by hand, refused and slow expressions, the window of a model, and what a change did. */
import { expect, test } from './fixtures';
import { conversation, figure, openSample, replayed, settled, start, upload } from './support';

/** What is read of a trace: durations in microseconds, of a thread's own time. */
interface TraceEvent {
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: unknown };
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;

test('a pin rule is written, counted, refused with the place, and the one before stays active', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export-incident.json', text: conversation(60) });
  await settled(page);
  await page.getByRole('button', { name: '16k', exact: true }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Expression').fill('nightly (export|import)');
  await expect(page.getByText(/^Fits \d+ messages?; pins \d+ at call \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const rule = page.getByRole('button', { name: '/nightly (export|import)/', exact: true });
  await expect(rule).toBeVisible();
  await expect(page.getByText('pinned: first user message, rule: /nightly (export|import)/').first()).toBeVisible();
  await replayed(page);
  await expect(page.getByText('No message fits it.')).toBeHidden();

  await rule.click();
  await page.getByLabel('Expression').fill('nightly(?= export)');
  await expect(page.getByText(/lookahead or lookbehind .* \(character 8: \(\?=\)/)).toBeVisible();
  await expect(page.getByText(/Until then the rule stays as it was/)).toBeVisible();
  await expect(page.getByText('pinned: first user message, rule: /nightly (export|import)/').first()).toBeVisible();

  await page.getByRole('button', { name: 'Delete /nightly (export|import)/' }).click();
  await expect(rule).toBeHidden();
  await expect(page.getByText('pinned: first user message', { exact: true }).first()).toBeVisible();
});

test('a pin tells what it holds, everywhere the same, and stays with its file', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'first.json', text: conversation(10) });
  await settled(page);
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByRole('button', { name: 'Pin message 3', exact: true }).click();
  await expect(messages.getByRole('button', { name: /^3\s*tool/ })).toContainText('pinned: by hand');
  await expect(messages.getByRole('button', { name: /^2\s*assistant/ })).toContainText(
    'pinned: with message 3, by hand',
  );
  // The fit, which comes after the window, and the composition of the window.
  await replayed(page);
  const amounts = page.getByText(/^pinned [\d,]+$/);
  await expect(amounts).toHaveCount(2);
  expect(new Set(await amounts.allTextContents()).size).toBe(1);

  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await upload(page, { name: 'second.json', text: conversation(11) });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const alert = page.getByRole('region', { name: 'Notices' }).getByRole('alert');
  await expect(alert).toContainText('1 pin of a single message stayed with the other file');
  await settled(page);
  await expect(messages.getByRole('button', { name: /^3\s*tool/ })).not.toContainText('pinned');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert).toBeHidden();
});

test('expressions that hang others leave the page free to paint (FAULTS 16)', async ({ page }) => {
  await start(page);
  const messages = [
    { role: 'user', content: `${'a'.repeat(30)}b` },
    { role: 'user', content: `${'a'.repeat(100_000)}b` },
    { role: 'assistant', content: 'Done.' },
  ];
  await upload(page, { name: 'hanging.json', text: JSON.stringify(messages) });
  await settled(page);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] });
  for (const [expression, fits] of [
    ['(a+)+$', 0],
    ['a.*b|a', 2],
  ] as const) {
    await page.getByLabel('Expression').fill(expression);
    await expect(page.getByText(new RegExp(`^Fits ${fits} messages`))).toBeVisible();
  }
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  // The time that the thread itself was at work: what else the machine does at the moment is not the page's.
  const tasks = traceEvents.filter((event) => mains.has(threadOf(event))).map(({ tdur = 0 }) => tdur / 1000);
  const longest = tasks.reduce((most, one) => Math.max(most, one), 0);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(250);
});

test('a window is that of a model, and a change says what it did', async ({ page }) => {
  await start(page);
  await openSample(page, /double postings/);
  await page.getByRole('button', { name: 'Window of a model' }).click();
  const models = page.getByRole('combobox', { name: 'Window of a model' });
  await expect(models).toBeFocused();
  await models.fill('claude haiku');
  await expect(page.getByRole('listbox', { name: 'Models' }).getByRole('option').first()).toContainText('Anthropic');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/200,000 × 0\.70 − 4,000/)).toBeVisible();
  await expect(page.getByText(/From @pydantic\/genai-prices, \d{4}-\d{2}-\d{2}/)).toBeVisible();

  await page.getByRole('button', { name: '32k', exact: true }).click();
  await expect(page.locator('[data-parameter=window]').getByText(/\d+ compactions? → \d+/)).toBeVisible();
  await expect(figure(page, 'Compactions')).not.toHaveText('0');
  await page.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Preset: Evict only' });
  await expect(figure(page, 'Compactions')).toHaveText('0');
});

/** Every memory system runs in the app, its guards can be switched, and what it does wrong is said. */
import { expect, test } from './fixtures';
import { conversation, field, figure, replayed, settled, start, upload } from './support';

const SYSTEMS = ['three-phase', 'rolling-summary', 'context-manager', 'message-cap', 'none', 'managed-window'];

test('every system replays the same transcript', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(60) });
  await settled(page);
  for (const system of SYSTEMS) {
    await page.getByLabel('Memory system', { exact: true }).selectOption(system);
    await settled(page);
    await expect(page.getByRole('img', { name: /^Pressure over 61 model calls/ })).toBeVisible();
    await expect(figure(page, 'Peak')).toHaveText(/^\d+\.\d+$/);
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
  }
});

test('a published system orphans tool calls, the window says so, and the guard mends it', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(60) });
  await settled(page);
  await page.getByLabel('Memory system', { exact: true }).selectOption('message-cap');
  await field(page, 'maxMessages').fill('20');
  for (const guard of [/^Whole tool groups/, /^Keep the system prompt/])
    await page.getByRole('checkbox', { name: guard }).uncheck();
  await page.getByRole('checkbox', { name: /^References/ }).uncheck();
  await expect(page.locator('summary', { hasText: 'Guards' })).toContainText('as published');
  await expect(page.getByRole('button', { name: 'As published', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await replayed(page);
  await expect(figure(page, 'Invalid windows')).toHaveText(/^[1-9]/);
  await page.getByRole('tab', { name: /^Findings/ }).click();
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByRole('listitem').first()).toContainText(/Error/);
  await findings.getByRole('button').first().click();
  const verdict = page
    .getByRole('region', { name: 'Inspector' })
    .getByText(/Keeps the message rules|Rejected by|No provider/);
  await expect(verdict).toHaveText(/(Rejected by|No provider).*: A tool message must stand right after/);

  await page.getByRole('checkbox', { name: /^Whole tool groups/ }).check();
  await page.getByRole('checkbox', { name: /^Keep the system prompt/ }).check();
  await expect(page.getByText(/A tool message must stand right after/)).toBeHidden();
});

test('a manifest is read as YAML, and the slot that lost is named', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(20) });
  await settled(page);
  await page.getByLabel('Memory system', { exact: true }).selectOption('context-manager');
  await page.locator('summary', { hasText: 'Manifest' }).click();
  const yaml = page.getByRole('textbox', { name: /These settings as YAML/ });
  await expect(yaml).toHaveValue(/context_manager/);
  await yaml.fill(
    'spec:\n  working_memory:\n    compaction:\n      strategy: keep_recent\n      max_messages: 7\n  context_manager:\n    type: sliding_window\n    params:\n      window_size: 3\n',
  );
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'overruled' }).first()).toContainText('working_memory');
  await expect(page.locator('[data-parameter=strategy] select')).toHaveValue('sliding_window');
  await expect(field(page, 'windowSize')).toHaveValue('3');
  await yaml.fill('spec: [');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByText(/This is not YAML/)).toBeVisible();
});

test('a message is given a priority by hand', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json', text: conversation(20) });
  await settled(page);
  await page.getByLabel('Memory system', { exact: true }).selectOption('three-phase');
  await settled(page);
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Window' }).click();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: /^1\s*user/ })
    .click();
  await page.getByLabel('Priority').selectOption('low');
  await expect(page.locator('[data-parameter=priorityRules] textarea')).toHaveValue(/"message": 1/);
});

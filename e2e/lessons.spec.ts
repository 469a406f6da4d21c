/** The lessons of the start page: one click opens each at its call, with what it teaches over the chart, and its second lane is mended. */
import type { Request } from '@playwright/test';
import { LESSON_TEXTS } from '../lib/store/lesson-texts';
import { LESSONS } from '../lib/store/samples';
import { expect, test } from './fixtures';
import { replayed, settled, start } from './support';

/** The finding that each lesson is about, by a part of its title. */
const FINDINGS: { [lesson: string]: RegExp } = {
  'task-lost': /The task is lost/,
  'orphaned-calls': /windows that a provider rejects/,
  thrash: /Compaction thrashes/,
  'summary-of-summaries': /Summaries of summaries/,
  'tool-schemas': /Larger than the policy believes/,
  'cut-json': /JSON cut in the middle/,
  'recency-bias': /Recent noise outlives an older rule/,
  'bad-labels': /Labels mislead the policy/,
  'failed-summarizer': /The summarizer failed/,
  'cache-broken': /The prompt cache is broken/,
};

/** Of the first lesson: 18 answers, and the next call. */
const LAST_CALL = 19;

for (const { id, title, firstCall } of LESSONS) {
  test(`${title}: one click, its lesson, its finding, and none of it in the second lane`, async ({ page }) => {
    await start(page);
    await page.getByRole('region', { name: 'What goes wrong' }).getByRole('button', { name: title }).click();
    const note = page.getByRole('complementary', { name: 'Lesson' });
    await expect(note).toContainText(LESSON_TEXTS[id] ?? '?');
    await settled(page);
    await expect(page.getByText(`Call ${firstCall}`, { exact: true }).first()).toBeVisible();
    const findings = page.getByRole('tabpanel', { name: /^Findings/ });
    const finding = findings.getByText(FINDINGS[id] as RegExp).first();
    await expect(finding).toBeAttached();
    await note.getByRole('button', { name: 'Show it mended' }).click();
    await expect(note.getByRole('button', { name: 'Show it going wrong' })).toBeVisible();
    await replayed(page);
    await expect(finding).toHaveCount(0);
  });
}

test('a lesson that was put away stays away over a reload, and is back when it is opened again', async ({ page }) => {
  const [first] = LESSONS;
  if (!first) throw new Error('There are no lessons.');
  await start(page);
  await page.getByRole('button', { name: first.title }).click();
  const note = page.getByRole('complementary', { name: 'Lesson' });
  await expect(note).toBeVisible();
  await settled(page);
  await page.keyboard.press('End');
  await expect(page.getByText(`Call ${LAST_CALL}`, { exact: true }).first()).toBeVisible();
  await note.getByRole('button', { name: `Go to call ${first.firstCall}` }).click();
  await expect(page.getByText(`Call ${first.firstCall}`, { exact: true }).first()).toBeVisible();
  await note.getByRole('button', { name: 'Put the lesson away' }).click();
  await expect(note).toHaveCount(0);
  await settled(page);
  const scripts = new Set<Request>();
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request));
  page.on('requestfinished', (request) => scripts.delete(request));
  await page.reload();
  await settled(page);
  // The note comes by a script of its own: before that it could not stand there.
  await expect.poll(() => scripts.size).toBe(0);
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: first.title }).first().click();
  await expect(note).toContainText(LESSON_TEXTS[first.id] ?? '?');
});

/** Real transcripts, read in place where the shared folder stands beside the project: each opens, replays and reports. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { figure, settled, start } from './support';

const FOLDER = new URL('../../shared/transcripts/', import.meta.url).pathname;
const FAMILIES = ['openai-chat', 'claude-code'];
const present = existsSync(FOLDER);

/** The largest files of a family, largest first. */
function largest(family: string, count: number): string[] {
  const folder = join(FOLDER, family);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, count);
}

for (const family of FAMILIES) {
  test(`the three largest files of ${family} open and replay (skipped without the shared transcripts)`, async ({
    page,
  }) => {
    test.skip(!present, `3 files of ${family} are not here`);
    for (const path of largest(family, 3)) {
      await start(page);
      await page.locator('input[type=file]').setInputFiles(path);
      const picker = page.getByRole('dialog', { name: 'Which conversation?' });
      await expect(picker.or(page.getByRole('region', { name: 'Result' }))).toBeVisible();
      if (await picker.isVisible()) await picker.getByRole('listitem').first().getByRole('button').click();
      await settled(page);
      await expect(figure(page, 'Peak')).toHaveText(/^\d+\.\d+$/);
      // Closed before the page is loaded again, which else goes on with it.
      await page.getByRole('button', { name: 'Palimpsest' }).click();
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    }
  });
}

/** Bad input gets a clear error and loses nothing; odd input loads with what could not be read listed by line. */
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures';
import { conversation, settled, start, upload } from './support';

const BAD: [string, string | Buffer, RegExp][] = [
  ['empty.json', '', /empty/i],
  [
    'picture.png',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0, 0, 0, 0]),
    /binary|image|PNG/i,
  ],
  ['page.json', '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>', /HTML/],
  ['package.json', '{"name":"x","version":"1.0.0","dependencies":{"react":"19"}}', /package\.json|keys/i],
  ['deep.json', `${'['.repeat(5000)}${']'.repeat(5000)}`, /nest|level/i],
  ['rows.json', '[{"id":1,"price":2},{"id":2,"price":3}]', /keys id|rows|transcript/i],
];

for (const [name, text, expected] of BAD) {
  test(`${name} is refused in words, and what is open stays`, async ({ page }) => {
    await start(page);
    await upload(page, { name: 'good.json', text: conversation(10) });
    await settled(page);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await upload(page, { name, text });
    const alert = page.getByRole('region', { name: 'Notices' }).getByRole('alert');
    await expect(alert).toContainText(expected);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert).toBeHidden();
    // A good import after a failed one works.
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await upload(page, { name: 'second.json', text: conversation(3) });
    await expect(page.getByText('11 messages').first()).toBeVisible();
  });
}

test('a cut-off last line is reported and the rest loads', async ({ page }) => {
  const lines = JSON.parse(conversation(5)).messages.map((message: object) => JSON.stringify(message));
  await start(page);
  await upload(page, { name: 'cut.jsonl', text: `${lines.join('\n')}\n{"role":"user","content":"and th` });
  await settled(page);
  await page.getByRole('button', { name: /messages? · .*\d notes?/ }).click();
  const report = page.getByRole('dialog');
  await expect(report).toContainText(`line ${lines.length + 1}`);
});

test('several conversations in one file: a picker', async ({ page }) => {
  const lines = [1, 2, 3].map((turns) => conversation(turns));
  await start(page);
  await upload(page, { name: 'many.jsonl', text: lines.join('\n') });
  const picker = page.getByRole('dialog');
  await expect(picker).toContainText('3 conversations');
  const longest = picker.getByRole('button', { name: /11 messages/ });
  await expect(longest).toBeFocused();
  await expect(longest).toContainText('The longest');
  await longest.click();
  await settled(page);
  await expect(page.getByText('11 messages').first()).toBeVisible();
});

test('a compressed file and a pasted text open too', async ({ page }) => {
  await start(page);
  await upload(page, { name: 'export.json.gz', text: gzipSync(conversation(4)) });
  await settled(page);
  await expect(page.getByText('14 messages').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.getByRole('textbox', { name: 'Transcript text' }).fill(conversation(2));
  await page.getByRole('button', { name: 'Open the pasted text' }).click();
  await expect(page.getByText('· 8 messages').first()).toBeVisible();
});

test('a message over the budget is refused by its number and the replay goes on', async ({ page }) => {
  const { messages } = JSON.parse(conversation(6));
  messages.splice(5, 0, { role: 'user', content: 'x'.repeat(400_000) });
  await start(page);
  await upload(page, { name: 'huge.json', text: JSON.stringify({ messages }) });
  await settled(page);
  await page
    .getByRole('region', { name: 'Decisions' })
    .getByRole('button', { name: /refused/ })
    .click();
  await expect(page.getByRole('region', { name: 'Decision', exact: true })).toContainText(
    'Message 5 alone is 100,005 tokens, over the budget of 85,600',
  );
});

test('markup in a message is text and asks for nothing', async ({ page }) => {
  const hostile =
    '<img src="http://127.0.0.1:9/leak.png" onerror="window.leak=1"><script>window.leak=1</script>[x](javascript:alert(1))';
  await start(page);
  await upload(page, {
    name: 'hostile.json',
    text: JSON.stringify({
      messages: [
        { role: 'user', content: hostile },
        { role: 'assistant', content: hostile },
      ],
    }),
  });
  await settled(page);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText('<img src=');
  expect(await page.evaluate(() => Reflect.has(window, 'leak'))).toBe(false);
  await expect(page.locator('main img, main script')).toHaveCount(0);
});

test('a dropped file opens, and so does a transcript pasted on the page', async ({ page }) => {
  await start(page);
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, conversation(3));
  await settled(page);
  await expect(page.getByText('· 11 messages').first()).toBeVisible();
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
  }, conversation(2));
  await expect(page.getByText('· 8 messages').first()).toBeVisible();
});

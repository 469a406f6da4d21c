/** The whole journey beside a server that counts who asks it: a transcript full of addresses of that server, and not one request. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures';
import { settled, start, upload } from './support';

interface Canary {
  server: Server;
  address: string;
  asked: string[];
}

/** Counts connections, web sockets and whatever else comes in. */
async function canary(): Promise<Canary> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.end('ok');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  server.on('connection', () => asked.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, asked, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Everything that a careless page would follow. */
function baits(address: string): string[] {
  return [
    `<img src="http://${address}/img.png">`,
    `![picture](http://${address}/markdown.png)`,
    `<style>@import "http://${address}/style.css"; body { background: url(http://${address}/css.png) }</style>`,
    `<script src="http://${address}/script.js"></script>`,
    `<iframe src="http://${address}/frame"></iframe><link rel="prefetch" href="http://${address}/prefetch">`,
    `[click](javascript:fetch('http://${address}/js'))`,
    `ws://${address}/socket and wss://${address}/socket`,
    `see http://${address}/plain, <a href="http://${address}/a" ping="http://${address}/ping">here</a>`,
  ];
}

function transcript(address: string): string {
  const texts = baits(address);
  const messages = texts.flatMap((text, turn) => [
    { role: 'user', content: `Look at ${text}` },
    {
      role: 'assistant',
      content: text,
      tool_calls: [
        {
          id: `call_${turn}`,
          type: 'function',
          function: { name: 'fetch', arguments: JSON.stringify({ url: `http://${address}/tool/${turn}`, body: text }) },
        },
      ],
    },
    { role: 'tool', tool_call_id: `call_${turn}`, name: 'fetch', content: `${text} `.repeat(40) },
  ]);
  const image = { type: 'image_url', image_url: { url: `http://${address}/image.png` } };
  return JSON.stringify({
    messages: [...messages, { role: 'user', content: [{ type: 'text', text: 'And this picture?' }, image] }],
  });
}

/** In the order of their keys. */
const PANELS = ['Settings', 'Transcript', 'Events', 'Findings', 'Window', 'Changes', 'Message', 'Facts'];

test('nobody is asked for anything, from the first page to the last reload', async ({ page }) => {
  test.slow();
  const { server, asked, address } = await canary();
  try {
    await start(page);
    await upload(page, { name: `http-${address.replace(':', '-')}.json`, text: transcript(address) });
    await settled(page);
    // Every panel of the inspector, and every list.
    for (const [place, name] of PANELS.entries()) {
      await page.keyboard.press(String(place + 1));
      await expect(page.getByRole('tabpanel', { name: new RegExp(`^${name}`) })).not.toBeEmpty();
    }
    await page.keyboard.press('1');
    await page.keyboard.press('5');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button').first().click();
    await expect(page.getByRole('tabpanel', { name: /^Message/ })).toContainText(`http://${address}/img.png`);
    await page.getByRole('button', { name: '8k', exact: true }).click();
    await settled(page);
    // The comparison with all its judgements.
    await page.getByRole('button', { name: 'Add a lane', exact: true }).click();
    await page.getByRole('button', { name: 'Message cap', exact: true }).click();
    for (const tab of ['Scoreboard', 'Bill', 'Probes', 'Counters', 'Windows']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab })).not.toBeEmpty();
    }
    await expect(page.getByRole('tabpanel', { name: 'Windows' })).toContainText('alike in both');
    // Out, and the ways out.
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await download;
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-saving=saved]')).toBeAttached();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Compare' })).toBeChecked();
    await expect(page.getByRole('tabpanel', { name: 'Scoreboard' })).toContainText('Message cap');
    expect(asked).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the counting server hears those who do ask', async ({ request }) => {
  const { server, asked, address } = await canary();
  try {
    await request.get(`http://${address}/hello`);
    expect(asked).toEqual(['connection', 'GET /hello']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

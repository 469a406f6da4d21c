/** The static server: headers on every answer, types, caching, compression, and addresses that are malformed or leave the site. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineScriptHashes } from '@/lib/site/policy.mjs';
import { chooseEncoding, portFrom, requestedPath, ServeError, serveSite } from '@/lib/site/serve.mjs';

const INLINE = 'self.ready = true;';
const PAGE = `<!DOCTYPE html><html><head><title>Home</title></head><body><script>${INLINE}</script>${'<p>text</p>'.repeat(200)}</body></html>`;
const FILES: Record<string, string> = {
  'index.html': PAGE,
  '404.html': '<!DOCTYPE html><html><head></head><body>Not here</body></html>',
  'about/index.html': '<!DOCTYPE html><html><head></head><body>About</body></html>',
  '_next/static/chunks/worker.js': `/* worker */ ${'postMessage(1);'.repeat(100)}`,
  'samples/one.jsonl': '{"role":"user","content":"hi"}\n',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'engine.wasm': '\0asm',
  'font.woff2': 'wOF2',
  'data.json': '{}',
  'größe.txt': 'ok',
  '.built-from': 'secret',
};

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

let folder: string;
let server: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-site-'));
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, 'out', path)), { recursive: true });
    await writeFile(join(folder, 'out', path), content);
  }
  await writeFile(join(folder, 'outside.txt'), 'not part of the site');
  server = await serveSite({ folder: join(folder, 'out'), port: 0 });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Sends the target as it stands: fetch would tidy `..` and `%` away before they reach the server. */
function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path: target, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('security headers', () => {
  const cases: [string, string, number, Record<string, string>?][] = [
    ['a page', '/', 200],
    ['a worker script', '/_next/static/chunks/worker.js', 200],
    ['a missing page', '/nowhere', 404],
    ['a redirect', '/about', 308],
    ['a malformed address', '/%E0%A4%A', 400],
    ['an address outside the site', '/../outside.txt', 403],
  ];
  it.each(cases)('are on %s', async (_what, target, status) => {
    const { headers, status: answered } = await ask(target);
    expect(answered).toBe(status);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    const policy = headers['content-security-policy'] ?? '';
    for (const directive of [
      "default-src 'none'",
      "style-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
    ])
      expect(policy.split('; ')).toContain(directive);
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src ')) ?? '';
    expect(scripts).toMatch(/^script-src 'self'( 'sha256-[A-Za-z0-9+/=]+')*$/);
  });

  it("a page's policy admits exactly its own inline scripts, by hash", async () => {
    const [hash] = inlineScriptHashes(`<script>${INLINE}</script>`);
    expect((await ask('/')).headers['content-security-policy']).toContain(`script-src 'self' ${hash};`);
    expect((await ask('/about/')).headers['content-security-policy']).toContain("script-src 'self';");
  });

  it('are on a 304 and on a refused method', async () => {
    const { headers } = await ask('/');
    const again = await ask('/', { 'if-none-match': headers.etag ?? '' });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    const posted = await ask('/', {}, 'POST');
    expect(posted.status).toBe(405);
    expect(posted.headers.allow).toBe('GET, HEAD');
    expect(posted.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('what is answered', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/_next/static/chunks/worker.js', 'text/javascript; charset=utf-8'],
    ['/samples/one.jsonl', 'application/x-ndjson; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/engine.wasm', 'application/wasm'],
    ['/font.woff2', 'font/woff2'],
    ['/data.json', 'application/json; charset=utf-8'],
    ['/gr%C3%B6%C3%9Fe.txt?version=2#top', 'text/plain; charset=utf-8'],
  ])('%s is %s', async (target, type) => {
    const { status, headers } = await ask(target);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
  });

  it('hashed files are kept for good, pages are asked for again', async () => {
    expect((await ask('/_next/static/chunks/worker.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await ask('/')).headers['cache-control']).toBe('no-cache');
    expect((await ask('/samples/one.jsonl')).headers['cache-control']).toBe('no-cache');
  });

  it('the encoding that the client takes; what it unpacks to is the file', async () => {
    const brotli = await ask('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers.vary).toBe('accept-encoding');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(PAGE);
    const gzip = await ask('/', { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(PAGE);
    const bare = await ask('/');
    expect(bare.headers['content-encoding']).toBeUndefined();
    expect(bare.body.toString()).toBe(PAGE);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const get = await ask('/', { 'accept-encoding': 'br' });
    const head = await ask('/', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    const missing = await ask('/nowhere', {}, 'HEAD');
    expect(missing.status).toBe(404);
    expect(missing.body).toHaveLength(0);
  });

  it('a folder moves to its slash, and never to another host', async () => {
    expect((await ask('/about')).headers.location).toBe('/about/');
    expect((await ask('//about')).status).toBe(404);
    expect((await ask('/about/')).body.toString()).toContain('About');
  });

  it('the site’s own 404 page', async () => {
    const { status, body } = await ask('/nowhere/at/all');
    expect(status).toBe(404);
    expect(body.toString()).toContain('Not here');
  });
});

describe('addresses that leave the site', () => {
  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/about/..%2f..%2foutside.txt',
    '/..\\outside.txt',
    '/about/%2e%2e%5c%2e%2e%5coutside.txt',
  ])('%s is refused', async (target) => {
    const { status, body } = await ask(target);
    expect(status).toBe(403);
    expect(body.toString()).not.toContain('not part of the site');
  });

  it.each(['/%', '/%zz', '/a%00b', '/%E0%A4%A', '*'])('%s is malformed, and the server goes on', async (target) => {
    expect((await ask(target)).status).toBe(400);
    expect((await ask('/')).status).toBe(200);
  });

  it('hidden files are not part of the site', async () => {
    expect((await ask('/.built-from')).status).toBe(404);
  });

  it('a full address is read for its path', () => {
    expect(requestedPath('http://127.0.0.1:4173/about/?x=1')).toEqual({ path: 'about/' });
  });
});

describe('starting', () => {
  it('a taken port is named, with what to do', async () => {
    const second = serveSite({ folder: join(folder, 'out'), port: server.port });
    await expect(second).rejects.toThrow(ServeError);
    await expect(second).rejects.toThrow(`PORT=${server.port + 1} npm start`);
  });

  it('a folder without a site says how to build one', async () => {
    await expect(serveSite({ folder: join(folder, 'nothing'), port: 0 })).rejects.toThrow('npm run build');
    await expect(serveSite({ folder: join(folder, 'out', 'samples'), port: 0 })).rejects.toThrow('npm run build');
  });

  it('reads the port setting', () => {
    expect(portFrom(undefined)).toBe(4173);
    expect(portFrom('')).toBe(4173);
    expect(portFrom('0')).toBe(0);
    expect(portFrom('8080')).toBe(8080);
    for (const wrong of ['http', '-1', '65536', '80.5', '0x50']) expect(() => portFrom(wrong)).toThrow(ServeError);
  });

  it('weighs the encodings as the client does', () => {
    expect(chooseEncoding('')).toBe('identity');
    expect(chooseEncoding('br;q=0, gzip')).toBe('gzip');
    expect(chooseEncoding('br;q=0, gzip;q=0.0')).toBe('identity');
    expect(chooseEncoding('*')).toBe('br');
    expect(chooseEncoding('GZIP;q=0.5')).toBe('gzip');
  });
});

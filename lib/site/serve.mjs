// Serves an exported site on this machine, with the security headers on every answer: node lib/site/serve.mjs [folder] [port].

import { createServer } from 'node:http';
import { isCommand, onEndingSignal } from './command.mjs';
import { securityHeaders } from './policy.mjs';
import { readSite } from './snapshot.mjs';

/** @typedef {Awaited<ReturnType<typeof readSite>>} Site */
/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

export const HOST = '127.0.0.1';
export const DEFAULT_PORT = 4173;

/** The server could not start, with what to do about it. */
export class ServeError extends Error {
  /** @override */
  name = 'ServeError';
}

/**
 * The path that a request asks for, decoded, or the status that refuses it.
 * @param {string} target the request line's target
 * @returns {{ path: string } | { status: 400 | 403 }}
 */
export function requestedPath(target) {
  const raw = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!raw.startsWith('/')) return { status: 400 };
  let path;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { status: 400 };
  }
  if (path.includes('\0')) return { status: 400 };
  if (path.split(/[/\\]/).includes('..')) return { status: 403 };
  return { path: path.slice(1) };
}

/**
 * The first of our encodings that the client takes, by its own weights ("br;q=0" refuses brotli).
 * @param {string} accepted the accept-encoding header
 * @returns {'br' | 'gzip' | 'identity'}
 */
export function chooseEncoding(accepted) {
  const weights = new Map();
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const takes = (/** @type {string} */ name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {string} text
 * @param {Record<string, string>} [headers]
 */
function plain(response, status, text, headers = {}) {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    ...securityHeaders(),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/**
 * @param {Site} site
 * @param {Request} request
 * @param {Response} response
 */
async function answer(site, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    plain(response, 405, 'Only GET and HEAD.', { allow: 'GET, HEAD' });
    return;
  }
  const asked = requestedPath(request.url ?? '/');
  if ('status' in asked) {
    plain(response, asked.status, asked.status === 400 ? 'The address is malformed.' : 'The address leaves the site.');
    return;
  }
  const page = asked.path === '' || asked.path.endsWith('/') ? `${asked.path}index.html` : asked.path;
  if (!site.has(page) && site.has(`${page}/index.html`)) {
    // Rebuilt from the decoded path, with one leading slash, so that the target can never be another host.
    const location = `/${asked.path.split('/').filter(Boolean).map(encodeURIComponent).join('/')}/`;
    plain(response, 308, `Moved to ${location}`, { location });
    return;
  }
  const file = site.get(page) ?? site.get('404.html');
  if (!file) {
    plain(response, 404, 'There is nothing here.');
    return;
  }
  const status = site.has(page) ? 200 : 404;
  const known = request.headers['if-none-match'];
  if (status === 200 && known?.split(',').some((tag) => tag.trim() === file.etag)) {
    response.writeHead(304, file.headers).end();
    return;
  }
  const encoding = file.compressible
    ? chooseEncoding(request.headers['accept-encoding']?.toString() ?? '')
    : 'identity';
  const body = await file.body(encoding);
  response.writeHead(status, {
    ...file.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Reads the site and listens on this machine only.
 * @param {{ folder: string, port: number }} options `port` 0 takes any free one
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 * @throws {ServeError} when the folder holds no site or the port is taken
 */
export async function serveSite({ folder, port }) {
  const site = await readSite(folder).catch((/** @type {unknown} */ cause) => {
    throw new ServeError(`There is no site in ${folder}. Build it with: npm run build`, { cause });
  });
  if (!site.has('index.html')) throw new ServeError(`${folder} has no index.html. Build the site with: npm run build`);
  const server = createServer((request, response) => {
    answer(site, request, response).catch((error) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'The server failed to answer; its console says why.');
    });
  });
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      server.once('error', (/** @type {NodeJS.ErrnoException} */ cause) => reject(listenError(cause, port)));
      server.listen(port, HOST, resolve);
    })
  );
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${HOST}:${actual}/`,
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {NodeJS.ErrnoException} cause
 * @param {number} port
 */
function listenError(cause, port) {
  if (cause.code === 'EADDRINUSE') {
    return new ServeError(
      `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      { cause },
    );
  }
  if (cause.code === 'EACCES') {
    return new ServeError(
      `Port ${port} needs rights this account lacks. Choose one from 1024 on: PORT=${DEFAULT_PORT} npm start`,
      {
        cause,
      },
    );
  }
  return new ServeError(`The server could not listen on port ${port}: ${cause.message}`, { cause });
}

/**
 * The port that a setting names.
 * @param {string | undefined} setting
 * @throws {ServeError} when it is no port number
 */
export function portFrom(setting) {
  if (setting === undefined || setting === '') return DEFAULT_PORT;
  const port = Number(setting);
  if (!/^\d+$/.test(setting) || port > 65535) {
    throw new ServeError(
      `"${setting}" is no port. Give a number from 0 to 65535, for example: PORT=${DEFAULT_PORT} npm start`,
    );
  }
  return port;
}

/**
 * Serves until the process is told to end; prints the address, or why there is none.
 * @param {string} folder
 * @param {string | undefined} portSetting
 */
export async function serveUntilStopped(folder, portSetting) {
  try {
    const server = await serveSite({ folder, port: portFrom(portSetting) });
    console.log(`Palimpsest is open at ${server.url}`);
    onEndingSignal(() => server.close().then(() => process.exit(0)));
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (isCommand(import.meta.url)) {
  await serveUntilStopped(process.argv[2] ?? 'out', process.argv[3] ?? process.env.PORT);
}

// Reads an exported site into memory: what the server answers is fixed when it starts, and no request reaches the disk.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inlineScriptHashes, securityHeaders } from './policy.mjs';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/(json|x-ndjson|manifest\+json|wasm|xml)|image\/svg)/;
const WORTH_COMPRESSING_BYTES = 512;
const BROTLI_QUALITY = 9; // a tokenizer's 2.4 MB in 0.4 s; 10 takes seven times as long for 6 % less

/** One file of the site, with its headers, compressed at most once per encoding. */
class SiteFile {
  /** @type {Buffer} */
  #content;
  /** @type {Map<string, Promise<Buffer>>} */
  #compressed = new Map();

  /**
   * @param {string} path below the site's root, with forward slashes
   * @param {Buffer} content
   */
  constructor(path, content) {
    const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    this.compressible = COMPRESSIBLE.test(type) && content.length >= WORTH_COMPRESSING_BYTES;
    this.etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    /** @type {Readonly<Record<string, string>>} */
    this.headers = {
      ...securityHeaders(type.startsWith('text/html') ? inlineScriptHashes(content.toString('utf8')) : []),
      'content-type': type,
      // Names under /_next/static carry a hash of their content; everything else is asked for again.
      'cache-control': path.startsWith('_next/static/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: this.etag,
      ...(this.compressible ? { vary: 'accept-encoding' } : {}),
    };
    this.#content = content;
  }

  /**
   * @param {'identity' | 'gzip' | 'br'} encoding
   * @returns {Promise<Buffer>}
   */
  async body(encoding) {
    if (encoding === 'identity') return this.#content;
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const made = encoding === 'gzip' ? gzipped(this.#content, { level: 9 }) : brotliBody(this.#content);
    this.#compressed.set(encoding, made);
    return made;
  }
}

/** @param {Buffer} content */
function brotliBody(content) {
  return brotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}

/**
 * Reads every file under a folder, hidden ones apart.
 * @param {string} folder
 * @returns {Promise<Map<string, SiteFile>>} by path below the folder, with forward slashes
 */
export async function readSite(folder) {
  /** @type {Map<string, SiteFile>} */
  const files = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    if (path.split('/').some((part) => part.startsWith('.'))) continue;
    files.set(path, new SiteFile(path, await readFile(file)));
  }
  return files;
}

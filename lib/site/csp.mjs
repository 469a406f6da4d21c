// Writes the content security policy into every exported page, so that it also holds on a host that sends no headers.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inlineScriptHashes, metaPolicy } from './policy.mjs';

const META = /<meta http-equiv="Content-Security-Policy"[^>]*>/g;

/**
 * The page with the policy as the first element of its head; a policy written before is replaced.
 * @param {string} html
 */
export function withMetaPolicy(html) {
  const bare = html.replace(META, '');
  const head = /<head\b[^>]*>/.exec(bare);
  if (!head) throw new Error('The page has no <head>, so its content security policy has no place to stand.');
  const end = head.index + head[0].length;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${metaPolicy(inlineScriptHashes(bare))}"/>`;
  return bare.slice(0, end) + meta + bare.slice(end);
}

/**
 * Writes the policy into every `.html` file under a folder.
 * @param {string} folder
 * @returns {Promise<number>} how many pages were written
 */
export async function writeMetaPolicies(folder) {
  let pages = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const file = join(entry.parentPath, entry.name);
    const html = await readFile(file, 'utf8');
    try {
      await writeFile(file, withMetaPolicy(html));
    } catch (cause) {
      throw new Error(`${file}: the content security policy could not be written.`, { cause });
    }
    pages += 1;
  }
  return pages;
}

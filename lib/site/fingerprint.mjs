// Tells whether the built site is that of the sources at hand: a hash over their content, kept beside the build.

import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'public'];
const SOURCE_FILES = ['next.config.mjs', 'package-lock.json', 'package.json', 'postcss.config.mjs', 'tsconfig.json'];
const STAMP = '.built-from';

/** @param {string} folder */
async function filesUnder(folder) {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @param {unknown} error */
function isMissing(error) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * A hash over the path and content of everything that the build reads.
 * @param {string} root the project's folder
 */
export async function fingerprint(root) {
  const nested = await Promise.all(SOURCE_FOLDERS.map((folder) => filesUnder(join(root, folder))));
  const files = [...nested.flat(), ...SOURCE_FILES.map((file) => join(root, file))].sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(file).catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (content) hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** What the built site was made from, or undefined without a finished build. @param {string} site */
export async function builtFrom(site) {
  try {
    return await readFile(join(site, STAMP), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Records a finished build. @param {string} site @param {string} hash */
export async function markBuilt(site, hash) {
  await writeFile(join(site, STAMP), hash);
}

/** Forgets a build before the next begins, so that one cut short is never taken for finished. @param {string} site */
export async function unmarkBuilt(site) {
  await rm(join(site, STAMP), { force: true });
}

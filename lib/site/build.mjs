// Builds the static site into out/, with its content security policy: node lib/site/build.mjs [--if-needed].

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCommand, onEndingSignal } from './command.mjs';
import { writeMetaPolicies } from './csp.mjs';
import { builtFrom, fingerprint, markBuilt, unmarkBuilt } from './fingerprint.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SITE = join(ROOT, 'out');

/** The site could not be built. */
export class BuildError extends Error {
  /** @override */
  name = 'BuildError';
}

/** Runs `next build`; it ends with this process. @returns {Promise<void>} */
function nextBuild() {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new BuildError('The build could not start. Run: npm ci', { cause })));
    child.once('exit', (code, signal) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else reject(new BuildError(`The build failed (${signal ?? `exit ${code}`}); its output is above.`));
    });
  });
}

/**
 * Builds the site, unless asked to build only when the sources differ from those of the last build.
 * @param {{ onlyIfNeeded?: boolean }} [options]
 * @returns {Promise<boolean>} whether it was built
 * @throws {BuildError}
 */
export async function buildSite({ onlyIfNeeded = false } = {}) {
  const sources = await fingerprint(ROOT);
  if (onlyIfNeeded && (await builtFrom(SITE)) === sources) return false;
  await unmarkBuilt(SITE);
  await nextBuild();
  const pages = await writeMetaPolicies(SITE);
  await markBuilt(SITE, sources);
  console.log(`Built ${pages} pages into out/, each with its content security policy.`);
  return true;
}

/**
 * Builds for a command line: a failed build is a message and an exit code, not a stack.
 * @param {{ onlyIfNeeded?: boolean }} options
 * @returns {Promise<boolean>} whether there is a site to serve
 */
export async function buildOrSayWhyNot(options) {
  const stopListening = onEndingSignal(() => process.exit(130)); // its `exit` takes the build along
  try {
    await buildSite(options);
    return true;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return false;
  } finally {
    stopListening();
  }
}

if (isCommand(import.meta.url)) {
  await buildOrSayWhyNot({ onlyIfNeeded: process.argv.includes('--if-needed') });
}

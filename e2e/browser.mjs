// Finds a Chromium for the end-to-end tests, or brings one: the environment's, Playwright's own, the system's, or npm's.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

/**
 * @typedef {object} Browser
 * @property {'PW_CHROMIUM' | 'playwright' | 'system' | 'npm'} source
 * @property {string} executablePath
 * @property {Record<string, string>} [env] what the browser needs in its environment to find its libraries and fonts
 */

const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
const SYSTEM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ADVICE =
  'No Chromium was found. Run "npx playwright install chromium", or install one (Debian: apt-get install chromium), or set PW_CHROMIUM to its path.';

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a browser starts at all: some systems put a launcher there that only tells to install one. @param {string} path */
function starts(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'pipe', timeout: 15_000 });
    return true;
  } catch {
    return false;
  }
}

/** @returns {string | undefined} */
function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))), ...SYSTEM_PATHS];
  return candidates.find((path) => isExecutable(path) && starts(path));
}

/**
 * Unpacks the Chromium of the npm package, once for each of its versions. It is unpacked aside and moved into place
 * whole, so that runs that start together never see half a browser.
 * @returns {Promise<Browser | undefined>}
 */
async function packagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  let entry;
  try {
    entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    return undefined;
  }
  const manifest = JSON.parse(await readFile(join(packageFolder(entry), 'package.json'), 'utf8'));
  const home = join(CACHE, `chromium-${manifest.version}`);
  if (!existsSync(home)) {
    const aside = join(CACHE, `chromium-unpacking-${process.pid}-${randomBytes(4).toString('hex')}`);
    await mkdir(aside, { recursive: true });
    await unpackInto(aside);
    await writeFile(join(aside, 'fonts.conf'), fontConfiguration(home));
    await rename(aside, home).catch(async (error) => {
      await rm(aside, { recursive: true, force: true });
      if (!existsSync(home)) throw error; // otherwise another run was first
    });
  }
  return {
    source: 'npm',
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
}

/** @param {string} entry a file inside the package */
function packageFolder(entry) {
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'bin', 'chromium.br')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/**
 * The package's own configuration looks for its fonts below /tmp and draws no text where it finds none.
 * @param {string} home
 */
function fontConfiguration(home) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/**
 * The package unpacks into the temporary folder, and its shared libraries only where it takes itself to be on Lambda.
 * @param {string} folder
 */
async function unpackInto(folder) {
  const before = { ...process.env };
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/**
 * The browser to test with. `PW_CHROMIUM` names one; `PW_SOURCE=npm` passes over those already on the machine, so that
 * they cannot hide a fault of the packaged one.
 * @returns {Promise<Browser>}
 * @throws {Error} when there is none, with what to do
 */
export async function findBrowser() {
  const named = process.env.PW_CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new Error(`PW_CHROMIUM is ${named}, which is not a program that can be run.`);
    return { source: 'PW_CHROMIUM', executablePath: named };
  }
  if (process.env.PW_SOURCE !== 'npm') {
    const own = chromium.executablePath();
    if (existsSync(own) && starts(own)) return { source: 'playwright', executablePath: own };
    const system = systemBrowser();
    if (system) return { source: 'system', executablePath: system };
  }
  const packaged = await packagedBrowser();
  if (packaged) return packaged;
  throw new Error(ADVICE);
}

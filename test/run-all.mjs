// What `npm test` runs: types, lint, unit and property tests, the build and the end-to-end tests; every suite, then one table.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');
const LIMIT_MINUTES = 20; // a test that loops without end blocks its own timeout; this one it cannot block

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { suite: string, check: string, seconds: number, note: string }} Row */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Ends a program with everything that it started.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function stop(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It ended by itself meanwhile.
  }
}
process.once('exit', () => {
  for (const child of running) stop(child, 'SIGTERM');
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => process.exit(130));

/**
 * Runs a program in the project, its output passed on.
 * @param {string} program a name in node_modules/.bin, or node itself
 * @param {readonly string[]} parameters
 * @param {Record<string, string>} [environment]
 * @returns {Promise<boolean>} whether it ended well
 */
function run(program, parameters, environment = {}) {
  console.log(`\n$ ${[program, ...parameters].join(' ')}`);
  const child = spawn(program === 'node' ? process.execPath : join(BIN, program), parameters, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
    detached: true, // a process group of its own, so that its children end with it
  });
  running.add(child);
  const limit = setTimeout(() => {
    console.error(`${program} did not end within ${LIMIT_MINUTES} minutes and was stopped.`);
    stop(child, 'SIGKILL');
  }, LIMIT_MINUTES * 60_000);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      clearTimeout(limit);
      running.delete(child);
      console.error(`${program} could not start: ${error.message}. Run: npm ci`);
      resolve(false);
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve(code === 0);
    });
  });
}

/** @param {boolean} well @returns {Counts} */
const oneCheck = (well) => ({ passed: well ? 1 : 0, failed: well ? 0 : 1, skipped: 0 });

/**
 * The counts of a report. A run that failed without a failed test (a file that did not load, an error outside of any
 * test, no report at all) counts as one failed.
 * @template Report
 * @param {string} file
 * @param {boolean} well whether the run's exit code was 0
 * @param {(report: Report) => Counts} read
 * @returns {Promise<Counts & { note: string }>}
 */
async function reported(file, well, read) {
  let counts;
  try {
    counts = read(JSON.parse(await readFile(file, 'utf8')));
    if (Object.values(counts).some((count) => !Number.isInteger(count))) throw new Error('a count is missing');
  } catch {
    return { passed: 0, failed: 1, skipped: 0, note: 'no report: the run itself failed, see its output' };
  }
  if (counts.passed + counts.failed + counts.skipped === 0) return { ...counts, failed: 1, note: 'no test was found' };
  if (!well && counts.failed === 0)
    return { ...counts, failed: 1, note: 'an error outside of the tests, see its output' };
  return { ...counts, note: '' };
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report @returns {Counts} */
function vitestCounts(report) {
  // A file that fails to load has no tests of its own to fail.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report @returns {Counts} */
function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

const reports = await mkdtemp(join(tmpdir(), 'palimpsest-test-'));

/** @type {[suite: string, check: string, work: () => Promise<Counts & { note?: string }>][]} */
const CHECKS = [
  ['types', 'tsc', async () => oneCheck((await run('next', ['typegen'])) && (await run('tsc', ['--noEmit'])))],
  ['lint', 'biome', async () => oneCheck(await run('biome', ['check', '.']))],
  [
    'lint',
    'arrows',
    async () => oneCheck(await run('node', ['--import', 'tsx', 'test/architecture/lint.ts', 'arrows'])),
  ],
  ['lint', 'size', async () => oneCheck(await run('node', ['--import', 'tsx', 'test/architecture/lint.ts', 'size']))],
  ['lint', 'knip', async () => oneCheck(await run('knip', []))],
  [
    'unit',
    'vitest',
    async () => {
      const file = join(reports, 'vitest.json');
      const well = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
      return reported(file, well, vitestCounts);
    },
  ],
  ['build', 'next', async () => oneCheck(await run('node', ['lib/site/build.mjs']))],
  [
    'e2e',
    'playwright',
    async () => {
      if (rows.some((row) => row.suite === 'build' && row.failed > 0)) {
        return { passed: 0, failed: 1, skipped: 0, note: 'not run: there is no build to test' };
      }
      const file = join(reports, 'playwright.json');
      return reported(file, await run('playwright', ['test'], { E2E_REPORT: file }), playwrightCounts);
    },
  ],
];

/** @type {Row[]} */
const rows = [];
try {
  for (const [suite, check, work] of CHECKS) {
    const began = performance.now();
    const counts = await work();
    rows.push({ note: '', ...counts, suite, check, seconds: (performance.now() - began) / 1000 });
  }
} finally {
  await rm(reports, { recursive: true, force: true });
}

const total = { passed: 0, failed: 0, skipped: 0 };
console.log(
  `\n${'suite'.padEnd(7)} ${'check'.padEnd(11)} ${'passed'.padStart(6)} ${'failed'.padStart(6)} ${'skipped'.padStart(7)} ${'seconds'.padStart(8)}`,
);
for (const { suite, check, passed, failed, skipped, seconds, note } of rows) {
  console.log(
    `${suite.padEnd(7)} ${check.padEnd(11)} ${String(passed).padStart(6)} ${String(failed).padStart(6)} ${String(skipped).padStart(7)} ${seconds.toFixed(1).padStart(8)}  ${note}`.trimEnd(),
  );
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);

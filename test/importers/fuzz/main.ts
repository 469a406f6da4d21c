/** `npm run fuzz [-- --seed N --inputs N --importer ID]`: mutated files through every importer, each in a process that is watched. */

import { IMPORTERS } from '@/lib/importers/registry';
import { watched } from './watched';

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const seed = Number(option('seed', String(Date.now() % 1_000_000_000)));
const inputs = Number(option('inputs', '20000'));
const only = option('importer', '');
if (!Number.isInteger(seed) || !Number.isInteger(inputs) || inputs < 1)
  throw new Error('--seed and --inputs are numbers');

console.log(`seed ${seed}, ${inputs} inputs an importer`);
for (const { id } of IMPORTERS) {
  if (only !== '' && id !== only) continue;
  try {
    const { reports, refusals, marks } = await watched(id, seed, inputs);
    console.log(`${id.padEnd(20)} ${reports} read, ${refusals} refused, ${marks} texts followed`);
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  }
}

/** The files of the built-in samples, as they are served. */

import { readFileSync } from 'node:fs';

export function sampleBytes(file: string): Buffer {
  return readFileSync(new URL(`../../public/samples/${file}`, import.meta.url));
}

export function readSample(file: string): string {
  return sampleBytes(file).toString('utf8');
}

/** Fuzzes one importer in a process of its own, which is ended when an input takes too long: a hang has a seed, too. */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './fuzz';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** Milliseconds without a new input: an input takes about one. */
const SILENCE = 60_000;

export function watched(format: string, from: number, count: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [format, String(from), String(count)], { execArgv: ['--import', 'tsx'] });
    let seed = from;
    let timer = setTimeout(hang, SILENCE);
    function hang(): void {
      child.kill('SIGKILL');
      reject(new Error(`${format}, seed ${seed}: no end after ${SILENCE / 1000} s`));
    }
    child.on('message', (message: { seed?: number; outcome?: Outcome; failure?: string }) => {
      clearTimeout(timer);
      timer = setTimeout(hang, SILENCE);
      seed = message.seed ?? seed;
      if (message.outcome) resolve(message.outcome);
      if (message.failure !== undefined) reject(new Error(message.failure));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      // After an outcome or a failure this changes nothing.
      reject(new Error(`${format}, seed ${seed}: the process ended with ${code ?? signal}`));
    });
  });
}

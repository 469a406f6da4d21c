/** The process that a fuzz run is watched in: tells each seed before its input is read, and the outcome at the end. */

import { allSubjects, fuzz } from './fuzz';

const [, , format, from, count] = process.argv as unknown as [string, string, string, string, string];
const tell = (message: object): void => {
  process.send?.(message);
};
try {
  const seeds = { from: Number(from), to: Number(from) + Number(count) };
  const outcome = await fuzz(format, await allSubjects(), seeds, (seed) => tell({ seed }));
  tell({ outcome });
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : String(error) });
} finally {
  process.disconnect?.();
}

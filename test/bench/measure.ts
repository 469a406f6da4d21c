/** Times pieces of work against each other in one process: interleaved rounds, medians, ratios; never a promise in milliseconds. */

/** Processor time of this process in milliseconds, all its threads: what others do on the machine does not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface Work {
  name: string;
  run: () => void;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/** Milliseconds at the least that one sample takes: shorter work is repeated within it. */
const LEAST_SAMPLE = 20;
/** Work is run this long, or this often, before anything is measured: by then it is compiled. */
const WARM_UP = 400;
const MOST_WARM_UPS = 200;

function repeatsOf(run: () => void): number {
  const start = processorTime();
  let last = 0;
  for (let time = 0; time < MOST_WARM_UPS && processorTime() - start < WARM_UP; time++) {
    const before = processorTime();
    run();
    last = processorTime() - before;
  }
  return Math.max(1, Math.ceil(LEAST_SAMPLE / Math.max(last, 0.05)));
}

/**
 * Median milliseconds of each piece of work. Every round runs all of them, so that a noisy moment falls on all alike. The
 * heap is not cleaned in between: a forced collection throws compiled code away and would measure its return.
 */
export function medians(works: readonly Work[], rounds: number): Map<string, number> {
  const repeats = works.map((work) => repeatsOf(work.run));
  const samples = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [position, { run }] of works.entries()) {
      const times = repeats[position] as number;
      const start = processorTime();
      for (let time = 0; time < times; time++) run();
      samples[position]?.push((processorTime() - start) / times);
    }
  }
  return new Map(works.map((work, position) => [work.name, median(samples[position] as number[])]));
}

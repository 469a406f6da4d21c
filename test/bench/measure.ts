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
const LEAST_SAMPLE = 8;

/**
 * Median milliseconds of each piece of work. Every round runs all of them, so that a noisy moment falls on all alike; the
 * heap is cleaned before each sample where the process allows it. The first round warms up and does not count.
 */
export function medians(works: readonly Work[], rounds: number): Map<string, number> {
  const samples = new Map<string, number[]>(works.map((work) => [work.name, []]));
  const repeats = new Map<string, number>();
  for (let round = -1; round < rounds; round++) {
    for (const { name, run } of works) {
      globalThis.gc?.();
      const times = repeats.get(name) ?? 1;
      const start = processorTime();
      for (let time = 0; time < times; time++) run();
      const each = (processorTime() - start) / times;
      if (round < 0) repeats.set(name, Math.max(1, Math.ceil(LEAST_SAMPLE / each)));
      else samples.get(name)?.push(each);
    }
  }
  return new Map([...samples].map(([name, values]) => [name, median(values)]));
}

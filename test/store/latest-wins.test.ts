/** One request under way, the newest wins, and what is stale is dropped. */
import { describe, expect, it } from 'vitest';
import { latestWins } from '@/lib/store/replay-loop';

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('latestWins', () => {
  it('runs the first and the last of a burst, and nothing between', async () => {
    const started: number[] = [];
    const settled: number[] = [];
    const works = new Map<number, ReturnType<typeof deferred<number>>>();
    const request = latestWins<number, number>(
      (input) => {
        started.push(input);
        const work = deferred<number>();
        works.set(input, work);
        return work.promise;
      },
      (output) => settled.push(output),
      () => undefined,
    );
    for (const input of [1, 2, 3, 4]) request(input);
    expect(started).toEqual([1]);
    works.get(1)?.resolve(1);
    await turn();
    expect(started).toEqual([1, 4]);
    works.get(4)?.resolve(4);
    await turn();
    expect(settled).toEqual([1, 4]);
    expect(request.busy).toBe(false);
  });

  it('drops the answer of a run that was cancelled, though it ends last', async () => {
    const settled: string[] = [];
    const first = deferred<string>();
    const answers = [first.promise, Promise.resolve('second')];
    const request = latestWins<number, string>(
      (input) => answers[input] as Promise<string>,
      (output) => settled.push(output),
      () => undefined,
    );
    request(0);
    request.cancel();
    request(1);
    first.resolve('first');
    await turn();
    expect(settled).toEqual(['second']);
  });

  it('goes on after a failure and reports it once', async () => {
    const failures: string[] = [];
    const settled: number[] = [];
    const request = latestWins<number, number>(
      (input) => (input === 1 ? Promise.reject(new Error('no')) : Promise.resolve(input)),
      (output) => settled.push(output),
      (error) => failures.push((error as Error).message),
    );
    request(1);
    request(2);
    await turn();
    expect(failures).toEqual(['no']);
    expect(settled).toEqual([2]);
  });
});

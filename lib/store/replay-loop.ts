/** One request at a time, the newest wins: what is asked for meanwhile replaces what is waiting. */

/** Runs `work` for the latest input only. `settle` hears results in order; a result that is already stale is dropped. */
export function latestWins<Input, Output>(
  work: (input: Input) => Promise<Output>,
  settle: (output: Output, input: Input) => void,
  fail: (error: unknown) => void,
): { (input: Input): void; cancel(): void; readonly busy: boolean } {
  let running = false;
  let generation = 0;
  let waiting: { input: Input } | null = null;
  const start = async (input: Input): Promise<void> => {
    running = true;
    const own = generation;
    try {
      const output = await work(input);
      if (own === generation) settle(output, input);
    } catch (error) {
      if (own === generation) fail(error);
    }
    running = false;
    const next = waiting as { input: Input } | null;
    waiting = null;
    if (next) void start(next.input);
  };
  const request = (input: Input): void => {
    if (running) waiting = { input };
    else void start(input);
  };
  return Object.assign(request, {
    cancel() {
      generation++;
      waiting = null;
    },
    get busy() {
      return running;
    },
  });
}

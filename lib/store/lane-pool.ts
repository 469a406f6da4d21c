/** Workers that replay lanes beside each other: each borrows the open conversation once, and tasks go to whoever is free. */

import type { EngineClient } from '../worker/client';

/** What is done with a worker that has the conversation. */
export type LaneTask<Output> = (client: EngineClient) => Promise<Output>;

export interface LanePool {
  /** Runs a task on the first worker that is free; later ones wait in line. `worker` tells which one it was. */
  run<Output>(task: LaneTask<Output>): Promise<{ output: Output; worker: number }>;
  /** Runs a task on one worker, after what that one is doing; `later`: after everything that any worker could do, too. */
  runOn<Output>(worker: number, task: LaneTask<Output>, later?: boolean): Promise<Output>;
  /** The open conversation is another one: every worker borrows it again before its next task. */
  renew(): void;
  dispose(): void;
}

export interface PoolHooks {
  /** The worker that has the conversation. */
  engine(): EngineClient;
  /** Starts one more worker. `onStop` hears of one that died. */
  start(onStop: () => void): EngineClient;
  size: number;
}

interface Member {
  client: EngineClient | null;
  /** The conversation that it has, by number; -1 for none. */
  has: number;
  /** The name that it was lent under. */
  lending: string | null;
  busy: boolean;
  own: (() => void)[];
  later: (() => void)[];
}

export function createLanePool({ engine, start, size }: PoolHooks): LanePool {
  let conversation = 0;
  const members: Member[] = Array.from({ length: size }, () => ({
    client: null,
    has: -1,
    lending: null,
    busy: false,
    own: [],
    later: [],
  }));
  const waiting: ((worker: number) => void)[] = [];

  const clientOf = (member: Member): EngineClient => {
    member.client ??= start(() => {
      member.client = null;
      member.has = -1;
      member.lending = null;
    });
    return member.client;
  };

  /** Has the worker borrow the conversation of now. Requests that are made of it meanwhile are answered on that one. */
  const borrowed = async (member: Member, client: EngineClient): Promise<void> => {
    const { port1, port2 } = new MessageChannel();
    const give = new AbortController();
    const taken = client.request('borrow', { port: port2 }, { transfer: [port2], signal: give.signal });
    const { lending: base } = member;
    member.lending = null;
    const wanted = conversation;
    try {
      const input = { port: port1, base };
      const { lending } = await engine().request('lend', input, { transfer: [port1] });
      await taken;
      member.has = wanted;
      member.lending = lending;
    } catch (error) {
      give.abort(error);
      await taken.catch(() => undefined);
      throw error;
    }
  };

  const next = (worker: number): void => {
    const member = members[worker] as Member;
    if (member.busy) return;
    const own = member.own.shift();
    if (own) own();
    else if (waiting.length > 0) waiting.shift()?.(worker);
    else member.later.shift()?.();
  };

  const work = async <Output>(worker: number, task: LaneTask<Output>): Promise<Output> => {
    const member = members[worker] as Member;
    member.busy = true;
    try {
      const client = clientOf(member);
      if (member.has === conversation) return await task(client);
      const borrowing = borrowed(member, client);
      // The worker has its task already when the conversation comes: it need not wait for the page, which may be drawing.
      const output = task(client);
      output.catch(() => undefined);
      await borrowing;
      return await output;
    } finally {
      member.busy = false;
      next(worker);
    }
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        const go = (worker: number) => {
          work(worker, task).then((output) => resolve({ output, worker }), reject);
        };
        const free = members.findIndex(({ busy, own }) => !busy && own.length === 0);
        if (free >= 0) go(free);
        else waiting.push(go);
      }),
    runOn: (worker, task, later = false) =>
      new Promise((resolve, reject) => {
        const member = members[worker] as Member;
        (later ? member.later : member.own).push(() => {
          work(worker, task).then(resolve, reject);
        });
        next(worker);
      }),
    renew() {
      conversation++;
    },
    dispose() {
      for (const member of members) member.client?.dispose();
    },
  };
}

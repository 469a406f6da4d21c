/** Long work in the worker gives way to what comes meanwhile, and is given up where it is about something that is gone. */

import { describe, expect, it } from 'vitest';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { Jobs } from '@/lib/worker/jobs';
import { SupersededError, takingTurns } from '@/lib/worker/taking-turns';
import { session } from '../bench/sessions';

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };

function* slow(turns: number) {
  for (let turn = 0; turn < turns; turn++) {
    const until = performance.now() + 3;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

describe('taking turns', () => {
  it('lets other work in between, and ends with the result', async () => {
    let heard = 0;
    const timer = setInterval(() => heard++, 1);
    expect(await takingTurns(slow(30), () => true)).toBe('done');
    clearInterval(timer);
    expect(heard).toBeGreaterThan(2);
  });

  it('gives up where it may not go on', async () => {
    let asked = 0;
    await expect(takingTurns(slow(1000), () => ++asked < 3)).rejects.toThrow(SupersededError);
    expect(asked).toBe(3);
  });

  it('a replay comes before an examination that was asked for earlier, which is given up', async () => {
    const jobs = new Jobs();
    const file = new Blob([JSON.stringify(session(3000))]);
    const opened = await jobs.run('open', { file, name: 'session.json' }, OPTIONS);
    await jobs.run('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] }, OPTIONS);
    const lane = defaultLane();
    await jobs.run('replay', { lane }, OPTIONS);
    const order: string[] = [];
    const examined = jobs.run('examine', { counter: 'chars4' }, OPTIONS).then(
      () => order.push('examined'),
      (error: Error) => order.push(error.name),
    );
    await new Promise((resolve) => setTimeout(resolve));
    const replayed = jobs.run('replay', { lane: withParameter(lane, 'compactAt', 0.5) }, OPTIONS);
    await replayed.then(() => order.push('replayed'));
    await examined;
    expect(order).toEqual(['replayed', 'SupersededError']);
    const { findings, validity } = await jobs.run('examine', { counter: 'chars4' }, OPTIONS);
    expect(findings.length).toBeGreaterThan(0);
    expect(Object.keys(validity)).toHaveLength(4);
  });
});

/** R11 with rules: a replay stays linear where rules hold far more than fits, counted in reads of the links and never in time. */

import { expect, it, vi } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { replay, runSync } from '@/lib/engine/replay';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { compileRules } from '@/lib/pin-rules/compile';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { rule } from './support';

// Many runs on a busy machine take longer than the default allows.
vi.setConfig({ testTimeout: 60_000 });

const SMALL: { [id: string]: Config } = {
  'managed-window': { window: 3000, ratio: 1, reserveCompletion: 0 },
  'three-phase': { counter: 'chars4' },
  'rolling-summary': { counter: 'chars4', tokenCap: 1500 },
  'message-cap': { maxMessages: 40 },
};

async function readsOf(id: string, count: number, latest: number | undefined): Promise<number> {
  const messages = Array.from(
    { length: count },
    (_, at): Message =>
      at % 5 === 0 ? { role: 'user', content: `plan ${at}` } : { role: 'assistant', content: `step ${at} `.repeat(6) },
  );
  const system = systemById(id);
  const pinRules = [rule({ role: 'user' }, latest)];
  const config = completeConfig(system, { ...SMALL[id], pinRules });
  const index = indexTranscript({ messages });
  const counts = countTranscript({ messages }, chars4);
  const pins = (await compileRules(pinRules)).match(index, counts);
  let reads = 0;
  const group = new Proxy(index.links.group, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const watched = { ...index, links: { ...index.links, group } };
  const guards = completeGuards(system);
  runSync(replay({ index: watched, system, config, guards, counts, counter: chars4, pins }), () => 'A summary.');
  return reads;
}

it.each(
  Object.keys(SMALL).flatMap(
    (id) =>
      [
        [id, 'all', undefined],
        [id, 'the latest 20', 20],
      ] as [string, string, number | undefined][],
  ),
)('R11: %s, keeping %s of every fifth message', async (id, _keep, latest) => {
  const once = await readsOf(id, 4000, latest);
  expect((await readsOf(id, 8000, latest)) / Math.max(1, once)).toBeLessThan(2.4);
});

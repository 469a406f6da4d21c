/** What of a window stays: fit, composition, list and map say the same of it, and each row says why. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PinRule } from '@/lib/engine/pin-rule';
import type { Config, Guards } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { fitOf } from '@/lib/store/fit';
import { heldPart, pinnedMessages, pinnedWords, recentWords } from '@/lib/store/held';
import { windowShares } from '@/lib/store/window-shares';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { Jobs } from '@/lib/worker/jobs';

const options = { signal: new AbortController().signal, onProgress: () => undefined };
const text = (tokens: number, start = '') => start + 'word'.repeat(tokens);

const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'read', arguments: '{}' } });

/** A group: a call for two results. */
const group = (id: string): Message[] => [
  { role: 'assistant', content: null, tool_calls: [call(`${id}a`), call(`${id}b`)] },
  { role: 'tool', tool_call_id: `${id}a`, content: text(20, `${id} a `) },
  { role: 'tool', tool_call_id: `${id}b`, content: text(20, `${id} b `) },
];

/** System prompt, task, then groups with a user message between them; the last one is a correction. */
const MESSAGES: Message[] = [
  { role: 'system', content: text(10) },
  { role: 'user', content: text(12) },
  ...[1, 2, 3, 4, 5, 6].flatMap((at) => [
    ...group(`g${at}`),
    { role: 'user' as const, content: text(9, at === 4 ? 'Actually, ' : '') },
  ]),
];

async function shown(id: string, given: Config, guards: boolean | Guards, at = 999, messages: Message[] = MESSAGES) {
  const jobs = new Jobs();
  const file = new Blob([JSON.stringify(messages)]);
  const { conversations } = await jobs.run('open', { file, name: 'a.json' }, options);
  const { info } = await jobs.run('choose', { conversation: conversations[0]?.id ?? '', counts: [] }, options);
  const system = systemById(id);
  const lane = {
    system: id,
    config: completeConfig(system, given),
    guards: completeGuards(system, guards),
    summarizer: { kind: 'fixed', text: 'S' } as const,
  };
  const { run, metrics } = await jobs.run('replay', { lane }, options);
  const view = await jobs.run('view', { call: at }, options);
  return { view, info, run, result: { run, lane, metrics, computeMs: 0, version: 1 } };
}

const rule = (match: PinRule['match'], name: string): PinRule => ({ id: name, name, on: true, match, keep: 'all' });

/** The words of each row that stands, by message. */
function wordsOf({ view, info }: Awaited<ReturnType<typeof shown>>): Map<number, string> {
  const words = new Map<number, string>();
  for (const [row, item] of view.items.entries()) {
    const pinned = pinnedWords(view, row, info.groups);
    words.set(item, pinned === '' ? recentWords(view, row) : `pinned: ${pinned}`);
  }
  return words;
}

describe('a row of the managed window', () => {
  const roomy = { window: 100_000, keepRecent: 1 };

  it('is only recent where nothing but its newness keeps it, and its group with it', async () => {
    const messages = MESSAGES.slice(0, -1);
    const words = wordsOf(await shown('managed-window', roomy, true, 999, messages));
    const last = messages.length - 1;
    expect(words.get(last)).toBe('recent');
    expect(words.get(last - 1)).toBe('recent, newest group');
    expect(words.get(last - 2)).toBe('recent, newest group');
    // A user message keeps the group after it only as long as the group is the newest.
    const cut = { ...roomy, keepRecent: 2 };
    const later = wordsOf(await shown('managed-window', cut, true));
    expect(later.get(MESSAGES.length - 2)).toBe('recent');
    expect(later.get(MESSAGES.length - 4)).toBe('recent, with its tool group');
  });

  it('says which message of its group is pinned, and by what', async () => {
    const pinRules = [rule({ message: 3 }, 'Message 3')];
    const words = wordsOf(await shown('managed-window', { ...roomy, pinRules }, true));
    expect(words.get(0)).toBe('pinned: system prompt');
    expect(words.get(1)).toBe('pinned: first user message');
    expect(words.get(3)).toBe('pinned: rule: Message 3');
    expect(words.get(2)).toBe('pinned: with message 3, rule: Message 3');
    expect(words.get(4)).toBe('pinned: with message 3, rule: Message 3');
    expect(words.get(5)).toBe('');
  });

  it('is pinned with its group also while it is recent itself', async () => {
    const last = MESSAGES.length - 2;
    const now = await shown('managed-window', { ...roomy, keepRecent: 2, explicit: [last - 1] }, true);
    expect(wordsOf(now).get(last)).toBe(`pinned: with message ${last - 1}, by hand`);
  });

  it('of a rule whose name reads like other reasons is still pinned', async () => {
    const pinRules = [rule({ message: 5 }, 'newest, recent')];
    const words = wordsOf(await shown('managed-window', { ...roomy, pinRules }, true));
    expect(words.get(5)).toBe('pinned: rule: newest, recent');
  });
});

it('a rolling summary pins nothing by its latest messages: they are recent', async () => {
  const { view, info, run, result } = await shown('rolling-summary', { tokenCap: 400, keepLatest: 4 }, true);
  const words = wordsOf({ view, info, run, result });
  expect(words.get(MESSAGES.length - 1)).toBe('recent, among the latest 4');
  expect(words.get(0)).toBe('pinned: instructions');
  expect([...pinnedMessages(view, info.roles, info.groups).keys()]).toEqual([0]);
  expect(windowShares(view, run, info.roles).tokens.pinned).toBe(0);
});

describe('what stays', () => {
  it.each([
    ['managed-window', { window: 600, ratio: 1, reserveCompletion: 0 }],
    ['three-phase', { hardLimit: 400, targetLimit: 200, counter: 'chars4' }],
    ['rolling-summary', { tokenCap: 300, counter: 'chars4' }],
    ['context-manager', { contextWindow: 400, reserve: 0 }],
    ['message-cap', { maxMessages: 9 }],
  ] as const)('is the same to the token wherever it is told: %s', async (id, base) => {
    const given = fc.record({
      call: fc.nat({ max: 20 }),
      guards: fc.boolean(),
      explicit: fc.uniqueArray(fc.nat({ max: MESSAGES.length - 1 }), { maxLength: 3 }),
      pins: fc.uniqueArray(fc.nat({ max: MESSAGES.length - 1 }), { maxLength: 3 }),
      tools: fc.boolean(),
    });
    const system = systemById(id);
    const known = (name: string) => system.parameters.some((parameter) => parameter.name === name);
    await fc.assert(
      fc.asyncProperty(given, async ({ call: at, guards, explicit, pins, tools }) => {
        const pinRules = [
          ...pins.map((message) => rule({ message }, `m${message}`)),
          ...(tools ? [rule({ text: 'g2' }, 'two')] : []),
        ];
        const config: Config = {
          ...base,
          ...(known('explicit') ? { explicit } : {}),
          ...(known('pinRules') ? { pinRules } : {}),
        };
        const now = await shown(id, config, guards, at);
        const { view, info, run, result } = now;
        const fit = fitOf(result, view, info.roles);
        const { tokens, looseSystem } = windowShares(view, run, info.roles);
        const listed = { pinned: 0, recent: 0 };
        const summaries = { pinned: 0 };
        const pinned = pinnedMessages(view, info.roles, info.groups);
        let mapped = 0;
        for (const [row, item] of view.items.entries()) {
          const cost = view.cost[row] as number;
          const isPinned = pinnedWords(view, row, info.groups) !== '';
          if (isPinned) listed.pinned += cost;
          if (recentWords(view, row) !== '') listed.recent += cost;
          if (isPinned && item < 0 && run.inserts[~item]?.kind === 'summary') summaries.pinned += cost;
          if (pinned.has(item) || (isPinned && item < 0)) mapped += cost;
          expect(heldPart(view, row, info.roles) !== null).toBe(isPinned || recentWords(view, row) !== '');
        }
        const stays = (fit?.parts.instructions ?? 0) + (fit?.parts.pinned ?? 0);
        expect(listed).toEqual({ pinned: stays, recent: fit?.parts.recent });
        expect(mapped).toBe(stays);
        expect(tokens.system - looseSystem + tokens.pinned + summaries.pinned).toBe(stays);
        expect(Object.values(tokens).reduce((sum, part) => sum + part, 0) - tokens.schemas).toBe(
          [...view.items.keys()]
            .filter((row) => (view.state[row] as number) <= 1)
            .reduce((sum, row) => sum + (view.cost[row] as number), 0),
        );
      }),
      { seed: 7, numRuns: 40 },
    );
  });
});

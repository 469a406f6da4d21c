/** The fit check: what must stay by its parts, and the warning before a memory that can never come to rest. */

import { describe, expect, it } from 'vitest';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { type Fit, fitOf } from '@/lib/store/fit';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { Jobs } from '@/lib/worker/jobs';

const options = { signal: new AbortController().signal, onProgress: () => undefined };
const text = (tokens: number) => 'word'.repeat(tokens - 5);

/** A system prompt of 50 tokens, a task of 100, then answers of 40: the counter takes 4 characters for a token. */
function messages(answers: number): Message[] {
  return [
    { role: 'system', content: text(50) },
    { role: 'user', content: text(100) },
    ...Array.from({ length: answers }, (): Message => ({ role: 'assistant', content: text(40) })),
  ];
}

async function fitUnder(id: string, given: Config, answers = 20): Promise<Fit | null> {
  const jobs = new Jobs();
  const file = new Blob([JSON.stringify(messages(answers))]);
  const { conversations } = await jobs.run('open', { file, name: 'a.json' }, options);
  const { info } = await jobs.run('choose', { conversation: conversations[0]?.id ?? '', counts: [] }, options);
  const system = systemById(id);
  const config = completeConfig(system, given);
  const lane = {
    system: id,
    config,
    guards: completeGuards(system),
    summarizer: { kind: 'fixed', text: 'S' } as const,
  };
  const { run, metrics } = await jobs.run('replay', { lane }, options);
  const view = await jobs.run('view', { call: 999 }, options);
  return fitOf({ run, lane, metrics, computeMs: 0, version: 1 }, view, info.roles);
}

describe('the managed window', () => {
  const config = { window: 1000, ratio: 0.8, reserveCompletion: 100, keepRecent: 2 };

  it('adds up to the window: what must stay, what is free, the reserve, and what is not planned with', async () => {
    const fit = await fitUnder('managed-window', config);
    expect(fit).toMatchObject({
      whole: 1000,
      limit: 700,
      reserve: 100,
      margin: 200,
      parts: { tools: 0, instructions: 50, pinned: 100, recent: 80 },
      floor: 230,
      trigger: { at: 490, label: 'compact at 0.70' },
      verdict: 'fits',
      warning: '',
    });
  });

  it('warns of thrash while everything still fits: a call brings more than is free', async () => {
    const fit = await fitUnder('managed-window', { ...config, compactAt: 0.35, evictAt: 0.9 });
    expect(fit).toMatchObject({ verdict: 'tight', floor: 230, trigger: { at: 245 } });
    expect(fit?.warning).toMatch(/^Thrash: 15 tokens are free .* compact at 0\.35, and a call brings about 45/);
  });

  it('says what comes when the floor is over the threshold, and over the limit', async () => {
    const over = await fitUnder('managed-window', { ...config, compactAt: 0.3, evictAt: 0.9 });
    expect(over?.warning).toMatch(/^230 tokens can never go, over compact at 0\.30 \(210\)\. Every call compacts/);
    const none = await fitUnder('managed-window', { ...config, window: 400 });
    expect(none).toMatchObject({ limit: 220, verdict: 'over' });
    expect(none?.warning).toMatch(/over the limit of 220/);
  });

  it('counts what a rule pins as pinned, also where it is recent', async () => {
    const pinRules = [{ id: 'a', name: 'newest, recent', on: true, match: { role: 'assistant' }, keep: { latest: 1 } }];
    const fit = await fitUnder('managed-window', { ...config, pinRules });
    expect(fit?.parts).toEqual({ tools: 0, instructions: 50, pinned: 140, recent: 40 });
  });
});

it('three-phase: protected items over the target are taken by every compaction', async () => {
  const fit = await fitUnder('three-phase', { counter: 'chars4', hardLimit: 200, targetLimit: 60, keepRecent: 4 }, 24);
  expect(fit).toMatchObject({ unit: 'tokens', whole: 200, trigger: { at: 200, label: 'hard limit' } });
  expect(fit).toMatchObject({ floor: 80, verdict: 'over' });
  expect(fit?.warning).toMatch(/^80 tokens are protected, over the target of 60/);
});

it('rolling-summary: a cap under what is kept sets off a summary at every message', async () => {
  const fit = await fitUnder('rolling-summary', { counter: 'chars4', tokenCap: 100, keepLatest: 6 });
  expect(fit).toMatchObject({ verdict: 'over', trigger: { label: 'token cap' } });
});

it('context-manager: a summary that can be made again is no floor', async () => {
  const fit = await fitUnder('context-manager', { contextWindow: 2000, reserve: 100 });
  expect(fit).toMatchObject({ whole: 2000, reserve: 100, limit: 1900, verdict: 'fits' });
});

it('message-cap: counts messages', async () => {
  expect(await fitUnder('message-cap', { maxMessages: 10 })).toMatchObject({
    unit: 'messages',
    floor: 2,
    verdict: 'fits',
  });
});

it('a system that takes nothing has no fit', async () => {
  expect(await fitUnder('none', {})).toBeNull();
});

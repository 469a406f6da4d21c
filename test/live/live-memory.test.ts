/** A live memory in an agent's hands: order of asking, failures that change nothing, and what it says of a message. */

import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '@/lib/engine/accounting';
import type { AsyncSummarizer } from '@/lib/engine/replay';
import type { SummaryRequest } from '@/lib/engine/system';
import { LiveMessageError, LiveSettingsError } from '@/lib/live/errors';
import { UnknownSystemError } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { call, filler, memoryOf, result, small, user } from './support';

/** A summarizer whose answers come when they are let go. */
function held(): { summarizer: AsyncSummarizer; requests: SummaryRequest[]; release: (text: string | Error) => void } {
  const requests: SummaryRequest[] = [];
  const pending: ((text: string | Error) => void)[] = [];
  return {
    requests,
    summarizer: (request) => {
      requests.push(request);
      return new Promise((resolve, reject) => {
        pending.push((text) => (text instanceof Error ? reject(text) : resolve(text)));
      });
    },
    release: (text) => pending.shift()?.(text),
  };
}

/** Lets everything that can go on go on. */
const idle = () => new Promise((done) => setTimeout(done, 0));

describe('one thing after the other', () => {
  it('what is asked for while a summarizer takes its time waits for the answer', async () => {
    const { summarizer, requests, release } = held();
    const memory = memoryOf({ summarizer });
    const done: string[] = [];
    const told = <T>(name: string, work: Promise<T>) => work.then(() => done.push(name));
    await Promise.all(
      [user('TASK'), filler(1), filler(2), filler(3), filler(4), filler(5)].map((one) => memory.append(one)),
    );
    const before = memory.tokens;
    const all = [
      told('prepare', memory.prepare()),
      told('first', memory.append(user('first'))),
      told('second', memory.append(user('second'))),
      told('again', memory.prepare()),
    ];
    await idle();
    expect(requests).toHaveLength(1);
    expect(done).toEqual([]);
    expect(memory.tokens).toBe(before);
    release('what was said');
    await Promise.all(all);
    expect(done).toEqual(['prepare', 'first', 'second', 'again']);
    const contents = (await memory.prepare()).map((message) => message.content);
    expect(contents.slice(-2)).toEqual(['first', 'second']);
    expect(requests).toHaveLength(1);
  });

  it('three-phase: two appends at once, each setting off a compaction, never interleave', async () => {
    const { summarizer, requests, release } = held();
    const memory = memoryOf({
      system: 'three-phase',
      config: { counter: 'chars4', hardLimit: 120, targetLimit: 60, keepRecent: 1 },
      summarizer,
    });
    const appends = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => memory.append(filler(number)));
    let answered = 0;
    for (let round = 0; round < 20; round++) {
      await idle();
      if (requests.length === answered) break;
      expect(requests).toHaveLength(answered + 1);
      release(`notes ${++answered}`);
    }
    const outcomes = await Promise.all(appends);
    expect(outcomes.map((outcome) => outcome.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(answered).toBeGreaterThan(1);
    expect(requests.map((request) => request.ordinal)).toEqual(
      Array.from({ length: answered }, (_, place) => place + 1),
    );
    expect((await memory.prepare())[0]?.content).toContain(`notes ${answered}`);
  });
});

describe('failures', () => {
  it('of the summarizer count as a failed pass, and the next thing goes on', async () => {
    let times = 0;
    const memory = memoryOf({
      summarizer: () => {
        times++;
        return times === 1 ? Promise.reject(new Error('overloaded')) : 'S';
      },
    });
    for (const message of [user('TASK'), ...[1, 2, 3, 4, 5].map(filler)]) await memory.append(message);
    await memory.prepare();
    const { decisions, summarizerCalls } = await memory.run();
    expect([summarizerCalls, decisions.kind.length]).toEqual([1, 1]);
    for (const number of [6, 7, 8]) await memory.append(filler(number));
    await memory.prepare();
    expect(times).toBeGreaterThan(1);
    expect(memory.pressure).toBeLessThanOrEqual(0.9);
  });

  it('of the counter in the middle of a compaction leave everything as it was', async () => {
    let broken = false;
    const counter: TokenCounter = {
      id: 'chars4',
      count: (text) => {
        if (broken && text.includes('fragile')) throw new RangeError('no such text');
        return chars4.count(text);
      },
    };
    const memory = memoryOf({ counter, summarizer: () => 'fragile', room: 2 });
    for (const message of [user('TASK'), ...[1, 2, 3, 4, 5].map(filler)]) await memory.append(message);
    const run = await memory.run();
    broken = true;
    await expect(memory.prepare()).rejects.toThrow(RangeError);
    const queued = memory.append(user('fragile as well'));
    await expect(queued).rejects.toThrow(RangeError);
    expect(await memory.run()).toEqual(run);
    broken = false;
    const next = await memory.append(user('and on'));
    expect(next.index).toBe(6);
    expect((await memory.prepare()).map((message) => message.content)).toContain('and on');
    expect((await memory.run()).inserts).toHaveLength(1);
  });

  it.each([
    [
      { role: 'robot', content: 'x' },
      'append: role: It is "robot". Use one of system, developer, user, assistant, tool.',
    ],
    [{ role: 'user', content: ['x'] }, 'append: content: It is a value of the type object. Give one text, or null.'],
    [
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: { name: 'run', arguments: {} } }] },
      'append: tool_calls[0].function.arguments: It is a value of the type object, not a text.',
    ],
    [{ role: 'tool', content: 'x', tool_call_id: 4 }, 'append: tool_call_id: It is a value of the type number.'],
    [null, 'append: It is no object.'],
  ])('of the caller are named by field: %j', async (message, told) => {
    const memory = memoryOf();
    const error = await memory.append(message as never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LiveMessageError);
    expect((error as Error).message).toContain(told);
    expect((await memory.transcript()).messages).toEqual([]);
  });

  it('of the settings are told when the memory is made', () => {
    expect(() => memoryOf({ config: { window: 8000, reserveCompletion: 13_000 } })).toThrow(LiveSettingsError);
    expect(() => memoryOf({ config: { window: 8000, reserveCompletion: 13_000 } })).toThrow('8,000 × 0.70 − 13,000');
    expect(() => memoryOf({ config: { ...small, counter: 'utf8' } })).toThrow(
      'counts in "utf8", the counter given is "chars4"',
    );
    expect(() => memoryOf({ system: 'elephant' })).toThrow(UnknownSystemError);
  });
});

describe('what becomes of a message', () => {
  it('is told with its reason', async () => {
    const memory = memoryOf();
    expect(await memory.append(user('TASK'))).toMatchObject({ index: 0, state: 'ok', tokens: 6, reason: null });
    await memory.append(call('c1'));
    const cut = await memory.append(result('c1', 'x'.repeat(5000)));
    expect(cut).toMatchObject({ index: 2, state: 'truncated' });
    expect(cut.tokens).toBeLessThan(80);
    expect(cut.reason).toMatch(/^The tool result in message 2 came with 1,255 tokens; over the limit of 50 /);
    const refused = await memory.append(user('y'.repeat(5000)));
    expect(refused).toMatchObject({ index: 3, state: 'refused', tokens: 1255 });
    expect(refused.reason).toBe(
      'Message 3 alone is 1,255 tokens, over the budget of 400: refused, it cannot be sent at all.',
    );
    expect((await memory.prepare()).map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
    for (const number of [4, 5, 6, 7, 8, 9]) await memory.append(filler(number));
    expect(refused.reason).toContain('Message 3 alone');
  });
});

describe('copies', () => {
  it('neither what was appended nor what was sent can be changed from outside', async () => {
    const memory = memoryOf();
    const message = call('c1');
    const waiting = memory.append(message);
    message.content = 'changed';
    for (const one of message.tool_calls ?? []) one.function.name = 'changed';
    await waiting;
    const [sent] = await memory.prepare();
    expect(sent).toEqual(call('c1'));
    for (const one of sent?.tool_calls ?? []) one.function.arguments = 'changed';
    expect(await memory.prepare()).toEqual([call('c1')]);
    expect((await memory.transcript()).messages).toEqual([call('c1')]);
  });

  it('a ledger that was read stays as it was', async () => {
    const memory = memoryOf();
    for (const message of [user('TASK'), ...[1, 2, 3, 4, 5].map(filler)]) await memory.append(message);
    const early = await memory.run();
    const kept = structuredClone(early);
    await memory.prepare();
    await memory.append(user('more'));
    expect(early).toEqual(kept);
  });
});

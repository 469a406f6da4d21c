/** The course of a live memory: calls that wait for a result, calls of the model nobody prepared for, and room that runs out. */

import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '@/lib/engine/accounting';
import type { Message } from '@/lib/engine/transcript';
import { chars4 } from '@/lib/tokenizers/chars4';
import { messagesFrom } from '../fixtures/transcript-text';
import { call, filler, memoryOf, result, user } from './support';

describe('calls in flight', () => {
  it('stay until their result has come, however late', async () => {
    const memory = memoryOf();
    await memory.append(user('TASK'));
    await memory.append(call('slow'));
    for (let number = 0; number < 30; number++) {
      await memory.append(filler(number));
      const window = await memory.prepare();
      expect(window.some((message) => message.tool_calls?.[0]?.id === 'slow')).toBe(true);
    }
    expect(memory.waiting).toEqual(['slow']);
    await memory.append(result('slow'));
    expect(memory.waiting).toEqual([]);
    for (let number = 30; number < 40; number++) await memory.append(filler(number));
    const window = await memory.prepare();
    expect(window.some((message) => message.tool_calls || message.role === 'tool')).toBe(false);
  });

  it('end where their id is used again, and the result goes to the later one', async () => {
    const memory = memoryOf();
    for (const message of [user('TASK'), call('a'), user('stop'), call('a')]) await memory.append(message);
    expect(memory.waiting).toEqual(['a']);
    await memory.append(result('a'));
    expect(memory.waiting).toEqual([]);
    for (let number = 0; number < 20; number++) await memory.append(filler(number));
    expect((await memory.prepare()).some((message) => message.tool_calls)).toBe(false);
  });

  it('hold the log of a context manager only while they wait', async () => {
    const memory = memoryOf({
      system: 'context-manager',
      config: { strategy: 'summarize', keepTurns: 1, contextWindow: 400, reserve: 0, summaryThreshold: 60 },
    });
    for (const message of messagesFrom(`
      user: TASK
      assistant: -> read#c1({}) -> read#c2({})
      tool c1: one
      user: meanwhile ×20
      user: and this ×20
      user: and that ×20
      user: now ×20
    `)) {
      await memory.append(message);
      await memory.prepare();
    }
    expect((await memory.prepare()).filter((message) => message.tool_calls)).toHaveLength(1);
    for (const message of [result('c2'), user('next'), user('last')]) {
      await memory.append(message);
      await memory.prepare();
    }
    expect((await memory.prepare()).filter((message) => message.tool_calls || message.role === 'tool')).toEqual([]);
  });
});

describe('calls of the model', () => {
  it('are prepared for once, also where nobody asks', async () => {
    let asked = 0;
    const memory = memoryOf({
      summarizer: () => {
        asked++;
        return 'S';
      },
    });
    for (let number = 0; number < 12; number++) await memory.append(filler(number));
    const auto = asked;
    expect(auto).toBeGreaterThan(0);
    await memory.prepare();
    const again = asked;
    await memory.prepare();
    await memory.prepare();
    expect(asked).toBe(again);
    const { before } = (await memory.run()).calls;
    expect([...before]).toEqual([...Array.from({ length: 12 }, (_, place) => place), -1]);
  });
});

describe('room', () => {
  it('doubles without counting or asking anything again', async () => {
    let counted = 0;
    let asked = 0;
    const counter: TokenCounter = {
      id: 'chars4',
      count: (text) => {
        if (text.startsWith('message ')) counted++;
        return chars4.count(text);
      },
    };
    const summarizer = () => {
      asked++;
      return 'S';
    };
    const roomy = memoryOf({ counter, summarizer, room: 1000 });
    const tight = memoryOf({ counter, summarizer, room: 1 });
    const lines = Array.from({ length: 300 }, (_, number) => user(`message ${number}`));
    const windows: Message[][] = [];
    for (const memory of [roomy, tight]) {
      for (const line of lines) await memory.append(line);
      windows.push(await memory.prepare());
    }
    expect(windows[0]).toEqual(windows[1]);
    expect(counted).toBe(2 * 300);
    expect(asked).toBe((await roomy.run()).summarizerCalls * 2);
  });
});

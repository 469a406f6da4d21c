// tau-bench and tau2-bench: real files with the counts they hold, ids that are used twice, and what the simulated user does.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { fixture, hasShared, read, SHARED } from './support';

interface Raw {
  role: string;
  tool_calls?: { id: string }[] | null;
  tool_messages?: unknown[];
}

function sum(lists: Raw[][]): Counted {
  const counted = { messages: 0, calls: 0 };
  for (const message of lists.flat()) {
    counted.messages += message.tool_messages?.length ?? 1;
    counted.calls += message.tool_calls?.length ?? 0;
  }
  return counted;
}

function count(text: string): Counted {
  const file = JSON.parse(text);
  if (Array.isArray(file)) return sum(file.map(({ traj }) => traj));
  if (!file.simulations) return sum([file.messages ?? []]);
  const policies = file.info.environment_info?.policy ? file.simulations.length : 0;
  const { messages, calls } = sum(file.simulations.map(({ messages: list }: { messages: Raw[] }) => list));
  return { messages: messages + policies, calls };
}

describeFamily('tau-bench', count, {
  'tau-bench/tau2-airline-grok4fast.json':
    'the policy in `info` becomes the system message of each of the four simulations',
});

describe.skipIf(!hasShared)('200 trials in one file (skipped where the folder of transcripts is missing)', () => {
  it('pairs a reused id with the nearest call before it', async () => {
    const report = await read(readFileSync(`${SHARED}tau-bench/gpt-4o-airline-4mb.json`), {}, 'x.json');
    expect(report.conversations).toHaveLength(200);
    expect(new Set(report.conversations.map(({ title }) => title)).size).toBeGreaterThan(150);
    const reused = new Set<string>();
    for (const { id, messages } of report.conversations) {
      const latest = new Map<string, string>();
      for (const message of messages) {
        for (const call of message.tool_calls ?? []) {
          if (latest.has(call.id)) reused.add(`${id} ${call.id}`);
          latest.set(call.id, call.function.name);
        }
        // Results carry the name of their tool: it is that of the latest call with their id.
        if (message.role === 'tool') expect(latest.get(message.tool_call_id ?? '')).toBe(message.name);
      }
    }
    // As the index says; two of them stand for three calls.
    expect(reused.size).toBe(71);
    expect(report.notes.join()).not.toContain('no call before');
  });
});

describe('tau2-bench', () => {
  it('gives results by the id of their call, parallel ones from one message', async () => {
    const [agent] = (await read(fixture('tau2-bench.json'))).conversations;
    expect(agent?.messages.filter(({ role }) => role === 'tool').map((one) => one.tool_call_id)).toEqual(['c1', 'c2']);
  });

  it('calls of the simulated user are its own conversation, and no call of the agent', async () => {
    const [agent, user] = (await read(fixture('tau2-bench.json'))).conversations;
    const names = (messages = agent?.messages) =>
      messages?.flatMap(({ tool_calls: calls }) => calls?.map((call) => call.function.name) ?? []);
    expect(names()).toEqual(['line', 'plan']);
    expect(user?.part).toBe('side chain');
    expect(names(user?.messages)).toEqual(['toggle_airplane_mode']);
    for (const { message } of agent?.usage ?? []) expect(agent?.messages[message]?.role).toBe('assistant');
  });

  it('a single simulation is read, with its reward in the title', async () => {
    const simulation = {
      task_id: 7,
      trial: 2,
      termination_reason: 'user_stop',
      reward_info: { reward: 0 },
      messages: [
        { role: 'assistant', content: 'Hi!', turn_idx: 0 },
        { role: 'assistant', tool_calls: [{ id: 'a', name: 'f', arguments: { n: 1 }, requestor: 'assistant' }] },
        { role: 'tool', id: 'a', content: 'r', requestor: 'assistant', error: false },
      ],
    };
    const report = await read(JSON.stringify(simulation));
    expect(report.conversations[0]?.title).toBe('Task 7, trial 2, reward 0');
    expect(report.conversations[0]?.messages).toMatchObject([
      { role: 'assistant', content: 'Hi!' },
      { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"n":1}' } }] },
      { role: 'tool', content: 'r', tool_call_id: 'a' },
    ]);
  });

  it('a simulation of speech is named, and refused where there is nothing else', async () => {
    const simulation = { task_id: 1, termination_reason: 'x', ticks: [{}, {}], messages: [] };
    await expect(read(JSON.stringify(simulation))).rejects.toThrow('2 ticks of speech');
  });
});

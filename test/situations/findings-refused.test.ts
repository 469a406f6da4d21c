// What is refused: instructions that the model runs without, messages that nothing else tells of, and the room that takes them in.

import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import type { Message } from '@/lib/engine/transcript';
import type { FindingId } from '@/lib/metrics/findings/finding';
import { provenRemedies } from '@/lib/metrics/findings/prove';
import { remedied } from '@/lib/metrics/findings/remedy';
import { chars4 } from '@/lib/tokenizers/chars4';
import { situation, turns } from './support';

const instructions = 'Never push to main. '.repeat(1000);
const asked: Message = { role: 'user', content: 'Open a draft of the change.' };
const settings = { window: 3000, reserveCompletion: 0 };
const long: Message[] = [
  { role: 'system', content: instructions },
  { role: 'developer', content: instructions },
  asked,
  ...turns(4),
];

describe('what is refused', () => {
  it('where it is the instructions, the model runs without them, and that is an error from the first call', () => {
    const found = situation('managed-window', long, { config: settings }).finding('instructions-refused');
    expect(found).toMatchObject({ severity: 'error', title: 'The model runs without its instructions' });
    expect(found?.sentence).toBe(
      'Messages 0 and 1 (system and developer, 10,010 tokens) are refused, each over the limit of 2,100 by itself; the largest is message 0 with 5,005: from call 1 on nothing sends them.',
    );
    expect(Array.from(found?.calls ?? [])).toEqual([0, 1, 2, 3, 4]);
  });

  it('where it is another message, that is a warning at the call it came for; the task has a finding of its own', () => {
    const pasted: Message = { role: 'user', content: 'log line\n'.repeat(2000) };
    const outcome = situation('managed-window', [asked, ...turns(2), pasted, ...turns(1)], { config: settings });
    expect(outcome.finding('messages-refused')).toMatchObject({ severity: 'warning' });
    expect(outcome.finding('messages-refused')?.sentence).toContain('1 message of 4,505 tokens is refused (message 5)');
    expect(Array.from(outcome.finding('messages-refused')?.calls ?? [])).toEqual([2]);
    const task = situation('managed-window', [pasted, ...turns(3)], { config: settings });
    expect(task.finding('task-lost')?.sentence).toContain('was refused');
    expect(task.finding('messages-refused')).toBeUndefined();
    expect(
      situation('managed-window', [asked, ...turns(3)], { config: settings }).finding('instructions-refused'),
    ).toBeUndefined();
  });

  it.each<[FindingId, Message[]]>([
    ['instructions-refused', long],
    ['messages-refused', [asked, ...turns(2), { role: 'user', content: 'log line\n'.repeat(2000) }, ...turns(1)]],
  ])('%s: a window that models have takes it in', async (id, messages) => {
    const outcome = situation('managed-window', messages, { config: settings });
    const lane = { config: outcome.config, guards: outcome.guards };
    const { run, index, system, config: chosen, guards } = outcome;
    const examined = { run, index, system, config: chosen, guards, counts: countTranscript({ messages }, chars4) };
    const trial = async (remedy: Parameters<typeof remedied>[1]) =>
      situation('managed-window', messages, remedied(lane, remedy)).findings;
    const proven = [];
    for await (const one of provenRemedies(examined, outcome.findings, trial)) proven.push(one);
    expect(proven.find(({ finding }) => finding === id)).toMatchObject({
      after: 0,
      config: { window: expect.any(Number) },
    });
  });
});

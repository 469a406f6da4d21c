// The task behind what a tool writes in the user's name: it is what findings follow, and it is pinned by its own message.

import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import type { Message } from '@/lib/engine/transcript';
import { provenRemedies } from '@/lib/metrics/findings/prove';
import { remedied } from '@/lib/metrics/findings/remedy';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { chars4 } from '@/lib/tokenizers/chars4';
import { situation, turns } from './support';

const harness: Message = {
  role: 'user',
  content: '# AGENTS.md instructions for /srv\n\n<INSTRUCTIONS>Use pnpm.</INSTRUCTIONS>',
};
const asked: Message = { role: 'user', content: 'Find out why invoices are sent twice, and stop it.' };
const messages = [harness, asked, ...turns(30)];
const config = { window: 2000, reserveCompletion: 0, compaction: false };

describe('the task behind a message that a tool wrote', () => {
  const outcome = situation('managed-window', messages, { config });

  it('is lost although the first user message is pinned, and the finding says which message it is', () => {
    expect(outcome.config.pinFirstUser).toBe(true);
    expect(outcome.lastText()).toContain('AGENTS.md');
    expect(outcome.finding('task-lost')?.sentence).toMatch(
      /^The first message with words of a person \(message 1, \d+ tokens; message 0 before it was written by a tool\) is neither/,
    );
    expect(runMetrics(outcome.run, outcome.index, outcome.config).task).toBe('evicted');
  });

  it('is kept by pinning its own message', async () => {
    const lane = { config: outcome.config, guards: outcome.guards };
    const { run, index, system, config: chosen, guards } = outcome;
    const examined = { run, index, system, config: chosen, guards, counts: countTranscript({ messages }, chars4) };
    const proven = [];
    for await (const one of provenRemedies(
      examined,
      outcome.findings,
      async (remedy) => situation('managed-window', messages, remedied(lane, remedy)).findings,
    ))
      proven.push(one);
    expect(proven.find(({ finding }) => finding === 'task-lost')).toMatchObject({
      label: 'Pin message 1',
      config: { explicit: [1] },
      after: 0,
    });
  });

  it('nothing is said of it where it is still there', () => {
    const kept = situation('managed-window', [harness, asked, ...turns(3)], { config });
    expect(kept.finding('task-lost')).toBeUndefined();
    expect(kept.finding('task-in-summary')).toBeUndefined();
  });
});

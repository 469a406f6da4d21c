// Usage that the file recorded: what comes with every call beside the messages, and the reserve that sets it aside.

import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import type { Config } from '@/lib/engine/system';
import type { ReportedUsage } from '@/lib/metrics/estimators';
import { examine } from '@/lib/metrics/findings';
import { provenRemedies } from '@/lib/metrics/findings/prove';
import { unsentOf } from '@/lib/metrics/findings/recorded';
import { remedied } from '@/lib/metrics/findings/remedy';
import { chars4 } from '@/lib/tokenizers/chars4';
import { replayed } from '../systems/support';
import { turns } from './support';

const messages = turns(6, 200);
const counts = countTranscript({ messages }, chars4);
/** Usage at every answer: all messages before it, what the file lacks, and what else has come by then. */
const usage = (lacking: number, growth = 0): ReportedUsage[] => {
  let held = 0;
  return messages.flatMap(({ role }, message) => {
    const one = { message, input: held + lacking + growth * message };
    held += counts.message[message] as number;
    return role === 'assistant' ? [one] : [];
  });
};
const unsent = (recorded: readonly ReportedUsage[]) => unsentOf(indexTranscript({ messages }), counts, recorded);

function examinedWith(id: string, config: Config, recorded: readonly ReportedUsage[]) {
  const outcome = replayed(id, messages, { config });
  const { run, index, system, guards } = outcome;
  return {
    run,
    index,
    system,
    config: outcome.config,
    guards,
    counts,
    sent: run.calls.tokens,
    unsent: unsent(recorded),
  };
}
const finding = (id: string, config: Config, recorded: readonly ReportedUsage[]) =>
  examine(examinedWith(id, config, recorded)).findings.find((one) => one.id === 'not-in-file');

describe('what the file’s usage has beyond its messages', () => {
  it('is the least of it at any call: what comes with every call is in all of them', () => {
    expect(unsent(usage(9000, 50))).toEqual({ call: 0, recorded: 9000 + 50 + 15, held: 15 });
    expect(unsent([])).toBeNull();
  });

  it('is taken from before the tool itself compacted', () => {
    const [first, second, third] = usage(9000);
    if (!first || !second || !third) throw new Error('six answers were made');
    expect(unsent([first, second, { ...third, input: 500 }])).toMatchObject({ recorded: first.input });
  });
});

describe('the finding', () => {
  it('says how many tokens, at which call, and where to set them aside', () => {
    const found = finding('managed-window', {}, usage(9000));
    expect(found).toMatchObject({ severity: 'note', calls: Int32Array.of(0) });
    expect(found?.sentence).toBe(
      'The file records 9,015 tokens at call 1, where the transcript holds 15: about 9,000 of system prompt, tools or earlier messages are not in the file, and come with every call. Set them aside with what is reserved: “Reserve for completion” is 4,000.',
    );
  });

  it('is a warning where the window has no room for them', () => {
    expect(finding('context-manager', { contextWindow: 16_000 }, usage(9000))?.severity).toBe('warning');
    expect(finding('managed-window', { window: 10_000, reserveCompletion: 0 }, usage(9000))?.sentence).toMatch(
      /With them the largest request is [\d,]+ of a window of 10,000\.$/,
    );
    expect(finding('rolling-summary', { counter: 'chars4' }, usage(9000))?.sentence).toContain(
      'Keep the limit of 6,000',
    );
    expect(finding('message-cap', {}, usage(9000))).toMatchObject({ severity: 'note' });
  });

  it('is none where little is missing, where it is set aside, or where nothing was recorded', () => {
    expect(finding('managed-window', {}, usage(900))).toBeUndefined();
    expect(finding('managed-window', {}, usage(-500))).toBeUndefined();
    expect(finding('managed-window', { reserveCompletion: 9000 }, usage(9000))).toBeUndefined();
    expect(finding('managed-window', {}, [])).toBeUndefined();
  });

  it('goes with its remedy', async () => {
    const examined = examinedWith('managed-window', {}, usage(9000));
    const { findings } = examine(examined);
    const proven = [];
    const trial = async (remedy: Parameters<typeof remedied>[1]) =>
      examine(examinedWith('managed-window', remedied(examined, remedy).config, usage(9000))).findings;
    for await (const one of provenRemedies(examined, findings, trial)) proven.push(one);
    expect(proven).toMatchObject([{ finding: 'not-in-file', config: { reserveCompletion: 13_000 }, after: 0 }]);
  });
});

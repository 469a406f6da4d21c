/** What tests of pin rules share: rules in short, arbitrary rules, and replays with rules that have been matched. */

import fc from 'fast-check';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import type { PinMatch, PinRule } from '@/lib/engine/pin-rule';
import { replay, runSync, type SyncSummarizer } from '@/lib/engine/replay';
import type { Config, Guards } from '@/lib/engine/system';
import type { Transcript } from '@/lib/engine/transcript';
import type { Subject } from '@/lib/engine/violation';
import { compileRules } from '@/lib/pin-rules/compile';
import { systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';

let made = 0;

/** A rule that is on; without a number it keeps all. */
export function rule(match: PinMatch, latest?: number, name?: string): PinRule {
  const keep = latest === undefined ? 'all' : { latest };
  return { id: `r${++made}`, on: true, match, keep, ...(name === undefined ? {} : { name }) };
}

export const arbitraryRules: fc.Arbitrary<PinRule[]> = fc
  .array(
    fc.record({
      match: fc.constantFrom<PinMatch>(
        { role: 'user' },
        { role: 'tool' },
        { role: 'assistant', minTokens: 12 },
        { tool: 'read*' },
        { kind: 'tool_observation', maxTokens: 40 },
        { text: 'A' },
        { regex: '[0-9]' },
        { regex: '^[a-m]' },
        { message: 3 },
      ),
      keep: fc.constantFrom<PinRule['keep']>('all', { latest: 1 }, { latest: 2 }, { latest: 5 }),
      on: fc.constantFrom(true, true, true, false),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((rules) => rules.map((one, number) => ({ id: `rule-${number}`, ...one })));

/** A replay whose rules have been compiled and matched, with all that the checks need. */
export async function replayedWithRules(
  given: { system: string; transcript: Transcript; config: Config; guards: Guards },
  summarizer: SyncSummarizer,
): Promise<Subject> {
  const system = systemById(given.system);
  const index = indexTranscript(given.transcript);
  const counts = countTranscript(given.transcript, chars4);
  const rules = (given.config.pinRules ?? []) as PinRule[];
  const pins = (await compileRules(rules)).match(index, counts);
  const { config, guards } = given;
  const run = runSync(replay({ index, system, config, guards, counts, counter: chars4, pins }), summarizer);
  return { run, index, system, config, guards, counter: chars4 };
}

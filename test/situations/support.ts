/** What the tests of situations share: a replay looked at as a whole, and its decisions as words. */

import { countTranscript } from '@/lib/engine/accounting';
import { fateAt } from '@/lib/engine/ledger';
import { DECISIONS, itemLabel, STATE_NAMES } from '@/lib/engine/run';
import type { Message } from '@/lib/engine/transcript';
import { examine } from '@/lib/metrics/findings';
import type { Finding, FindingId } from '@/lib/metrics/findings/finding';
import type { Validity } from '@/lib/metrics/validity/check-run';
import { completeConfig, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { type Replayed, replayed } from '../systems/support';

const MARKERS = completeConfig(systemById('managed-window')).correctionMarkers as string[];

export interface Situation extends Replayed {
  findings: Finding[];
  validity: Validity;
  /** The finding with an id, or undefined. */
  finding(id: FindingId): Finding | undefined;
  /** What the last call sends, joined. */
  lastText(): string;
  /** Number of the last call. */
  last: number;
}

/** Replays and examines. Guards are on unless said otherwise. */
export function situation(
  id: string,
  given: Parameters<typeof replayed>[1],
  options: Parameters<typeof replayed>[2] & { sent?: Int32Array } = {},
): Situation {
  const outcome = replayed(id, given, options);
  const { run, index, system, config, guards } = outcome;
  const counts = countTranscript(index.transcript, chars4);
  const { sent } = options;
  const examined = { run, index, system, config, guards, counts, markers: MARKERS, ...(sent ? { sent } : {}) };
  const { findings, validity } = examine(examined);
  const last = run.calls.before.length - 1;
  return {
    ...outcome,
    findings,
    validity,
    last,
    finding: (wanted) => findings.find((one) => one.id === wanted),
    lastText: () =>
      outcome
        .sent(last)
        .map((message) => message.content ?? '')
        .join('\n'),
  };
}

/** Decisions as "kind first-last xcount @call". */
export function told({ run }: Pick<Replayed, 'run'>): string[] {
  const { decisions } = run;
  return Array.from(decisions.kind, (kind, decision) => {
    const ends = [decisions.first[decision] as number, decisions.last[decision] as number].map(itemLabel);
    return `${DECISIONS[kind]} ${ends.join('-')} x${decisions.count[decision]} @${decisions.call[decision]}`;
  });
}

/** Decisions of a kind. */
export function decided(outcome: Pick<Replayed, 'run'>, kind: (typeof DECISIONS)[number]): string[] {
  return told(outcome).filter((one) => one.startsWith(`${kind} `));
}

/** What became of every message by a call, in words. */
export function fates({ run }: Pick<Replayed, 'run'>, call: number): string[] {
  return Array.from({ length: run.messageCount }, (_, message) => STATE_NAMES[fateAt(run, message, call).state]);
}

/** A conversation that grows: a user message and an answer of so many words a turn. */
export function turns(count: number, words = 40): Message[] {
  return Array.from({ length: count }, (_, turn) => [
    { role: 'user' as const, content: `Step ${turn}: go on with the next part, please.` },
    { role: 'assistant' as const, content: `Part ${turn}. ${'detail '.repeat(words)}` },
  ]).flat();
}

/** A tool group of one call and its result. */
export function group(id: string, result: string, name = 'run'): Message[] {
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }] },
    { role: 'tool', tool_call_id: id, content: result },
  ];
}

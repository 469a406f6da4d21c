/** What a probe's result is in words and signs: never by colour alone. */

import { itemLabel } from '@/lib/engine/run';
import { PROBE_STATES, type ProbeLoss, type ProbeResult, type ProbeState } from '@/lib/probes/evaluate';
import { type Probe, whereOf } from '@/lib/probes/probe';

const SIGNS: { readonly [state in ProbeState]: string } = {
  held: '●',
  cut: '◑',
  summary: '◐',
  lost: '○',
  unsaid: '·',
  beyond: '·',
  unreadable: '!',
};

export interface ProbeWords {
  sign: string;
  word: string;
  tone: string;
  /** The call that a click leads to, from 0, or null where there is none: the one at which it became what the word says. */
  to: number | null;
  /** The call from which on only a summary, or the message cut, had it before it was lost; null where it went at once. */
  weakFrom: number | null;
}

export function probeWords({ state, passes, loss, gone, call }: ProbeResult): ProbeWords {
  const tone = passes ? 'text-summary' : state === 'unsaid' || state === 'beyond' ? 'text-ink-soft' : 'text-trouble';
  const to = (gone ?? loss)?.call ?? (call >= 0 ? call : null);
  return { sign: SIGNS[state], word: PROBE_STATES[state], tone, to, weakFrom: gone && loss ? loss.call : null };
}

/** One sentence on what became of it, calls counted from 1. */
export function probeStory(probe: Probe, result: ProbeResult): string {
  const { state, passes, call, holder, loss, gone: after, error } = result;
  const at = call >= 0 ? `at call ${call + 1}` : '';
  if (error) return `The expression cannot be read: ${error.problem} ${error.remedy}`;
  if (state === 'beyond') return 'The transcript has no such call. Ask at an earlier one, or at the end.';
  if (state === 'unsaid') return `Until call ${call + 1} no message has said it, so that no memory could know it.`;
  const has = holder === null ? '' : holder >= 0 ? `message ${holder}` : `summary ${itemLabel(holder)}`;
  if (passes) return `Known ${at}: ${has} has it${state === 'cut' ? ', although its middle was cut out' : ''}.`;
  const moment = ({ call: at, item }: ProbeLoss) =>
    `at call ${at + 1}, with ${item >= 0 ? 'message' : 'summary'} ${itemLabel(item)}`;
  const gone =
    loss && after
      ? ` Word for word it went ${moment(loss)}; ${after.item >= 0 ? 'what was left of it' : 'the summary that was left'} went ${moment(after)}.`
      : loss
        ? ` It went ${moment(loss)}.`
        : '';
  const weak =
    state !== 'lost' && whereOf(probe) === 'verbatim' && has !== ''
      ? ` Only ${has} has it, and word for word was asked for.`
      : '';
  return `Not known ${at}.${weak}${gone}`;
}

/** How many of the probes a lane satisfies. */
export function heldCount(results: readonly ProbeResult[]): number {
  let held = 0;
  for (const { passes } of results) if (passes) held++;
  return held;
}

/** Labels that mislead a policy that goes by them: noise that was needed later, and everything labelled high. */

import { ASSISTANT, memoise, TOOL, type TranscriptIndex, USER } from '../../engine/accounting';
import { decimal, whole } from '../../engine/figures';
import { DECISIONS, State } from '../../engine/run';
import type { Message } from '../../engine/transcript';
import { saidText } from '../facts/arguments';
import { factsIn } from './facts';
import { callsOf, type Examined, type Finding, several } from './finding';

/** Digits from which on a number is telling enough to link two messages. */
const DIGITS = 3;
/** Share of observations labelled high from which on the label says nothing, and how few observations say nothing yet. */
const ALL_HIGH = 0.8;
const FEWEST = 5;

export function labelFinding(examined: Examined): Finding | null {
  const { index, system, config } = examined;
  const priorities = system.priorities?.(index, config);
  if (!priorities) return null;
  const missed = droppedAndNeeded(examined, priorities);
  const crowded = everythingHigh(examined, priorities);
  if (missed.length === 0 && !crowded) return null;
  const parts: string[] = [];
  const [first] = missed;
  if (first) {
    parts.push(
      `${several(missed.length, 'observation')} labelled low ${missed.length === 1 ? 'was' : 'were'} dropped and needed later: message ${first.later} speaks of ${first.fact}, which message ${first.observation} had brought and which left at call ${whole(first.dropped + 1)}.`,
    );
  }
  if (crowded) {
    parts.push(
      `${whole(crowded.high)} of ${several(crowded.observations, 'tool observation')} (${decimal(crowded.share * 100, 0)} %) are labelled high: the label tells nothing apart, and nothing of them is dropped as noise.`,
    );
  }
  return {
    id: 'bad-labels',
    severity: 'warning',
    title: 'Labels mislead the policy',
    sentence: parts.join(' '),
    calls: callsOf([...missed.map(({ dropped }) => dropped), ...(crowded?.calls ?? [])]),
  };
}

interface Missed {
  observation: number;
  dropped: number;
  later: number;
  fact: string;
}

/** Facts of every message; taken once a transcript. */
function factsOf(index: TranscriptIndex): readonly (readonly string[])[] {
  return memoise(index.memo, 'facts', () =>
    index.transcript.messages.map((one: Message) => factsIn(saidText(one), DIGITS)),
  );
}

/**
 * Low-priority observations that were evicted, and of which a later user or assistant message speaks: a number of three digits
 * or more, or a path, that the transcript has from that observation. The first such message for each.
 */
function droppedAndNeeded({ run, index }: Examined, priorities: Int8Array): Missed[] {
  const droppedAt = new Map<number, number>();
  for (let message = 0; message < run.messageCount; message++) {
    if (index.roles[message] !== TOOL || (priorities[message] as number) >= 0) continue;
    const entry = run.messageHead[message] as number;
    if (entry < 0 || run.transitions.state[entry] !== State.evicted) continue;
    droppedAt.set(message, run.transitions.call[entry] as number);
  }
  if (droppedAt.size === 0) return [];
  const source = new Map<string, number>();
  const missed = new Map<number, Missed>();
  for (const [message, facts] of factsOf(index).entries()) {
    const speaks = index.roles[message] === USER || index.roles[message] === ASSISTANT;
    for (const fact of facts) {
      const observation = source.get(fact);
      if (observation === undefined) {
        source.set(fact, message);
        continue;
      }
      const dropped = droppedAt.get(observation);
      if (!speaks || dropped === undefined || missed.has(observation)) continue;
      // An answer belongs to the call before it arrives.
      const call = (run.arrivals.call[message] as number) - (index.roles[message] === ASSISTANT ? 1 : 0);
      if (call >= dropped) missed.set(observation, { observation, dropped, later: message, fact });
    }
  }
  return [...missed.values()].sort((one, other) => one.observation - other.observation);
}

function everythingHigh({ run, index }: Examined, priorities: Int8Array) {
  let observations = 0;
  let high = 0;
  for (let message = 0; message < priorities.length; message++) {
    if (index.roles[message] !== TOOL) continue;
    observations++;
    if ((priorities[message] as number) > 0) high++;
  }
  const share = observations === 0 ? 0 : high / observations;
  if (observations < FEWEST || share < ALL_HIGH) return null;
  const reported = DECISIONS.indexOf('reported');
  const calls: number[] = [];
  for (let decision = 0; decision < run.decisions.kind.length; decision++) {
    if (run.decisions.kind[decision] === reported) calls.push(run.decisions.call[decision] as number);
  }
  return { observations, high, share, calls };
}

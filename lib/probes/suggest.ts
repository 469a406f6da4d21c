/** Probes that a transcript itself suggests: its task, what people demand, and what it goes back to long after it was said. */

import { ASSISTANT, type TranscriptIndex, USER } from '../engine/accounting';
import { taskOf } from '../engine/task';
import { says } from './holders';
import type { Probe } from './probe';

/** What is needed of a fact that was found in the transcript. */
export interface SuggestingFact {
  /** `constraint` for a demand; anything else is something to be looked for word for word. */
  kind: string;
  value: string;
  /** Messages that say it, ascending. */
  mentions: Int32Array;
  /** Those of them that are an assistant's, after another message had said it. */
  uses: Int32Array;
}

export interface ProbeSuggestion {
  /** A probe without an id yet. */
  probe: Omit<Probe, 'id'>;
  /** Why, as a sentence. Calls count from 1. */
  reason: string;
  /** The message that says it first. */
  message: number;
}

/** Calls between two mentions from which on the second is a look back and not the same piece of work. */
const FAR = 4;
const MOST = 12;
const MOST_DEMANDS = 4;
/** Suggestions that ask at the same call, and demands of the same message. */
const MOST_AT_CALL = 2;
/** Code units of a message from which on it is pasted material, or was written by a tool in the user's name. */
const PASTED = 4_000;
/** How much a look back tells by kind: an id is remembered, while a command may just be run again. */
const WEIGHTS: { readonly [kind: string]: number } = { id: 1.2, url: 1.2, path: 1, number: 0.8, name: 0.6, error: 0.5 };
const OTHER_WEIGHT = 0.4;
/** Code units of a text that makes a readable probe. */
const SHORTEST = 4;
const LONGEST = 160;

interface LookBack {
  fact: SuggestingFact;
  /** Index of the call that used it, and how many calls after the mention before. */
  call: number;
  gap: number;
  /** gap × the weight of its kind. */
  rank: number;
}

/** Per message the index of the first call that sees it. For an assistant's message, the call that it answers is one less. */
function callsSeeing(index: TranscriptIndex): Int32Array {
  const calls = new Int32Array(index.roles.length);
  let call = 0;
  for (let message = 0; message < calls.length; message++) {
    if (index.roles[message] === ASSISTANT) call++;
    calls[message] = call;
  }
  return calls;
}

/** The use of a fact that comes longest after anything said it, or null where none is far. */
function longestLookBack(fact: SuggestingFact, seen: Int32Array): LookBack | null {
  const { mentions, uses } = fact;
  let best: LookBack | null = null;
  let mention = 0;
  for (const use of uses) {
    while (mention + 1 < mentions.length && (mentions[mention + 1] as number) < use) mention++;
    const call = (seen[use] as number) - 1;
    const gap = call - (seen[mentions[mention] as number] as number);
    if (gap < FAR || gap <= (best?.gap ?? 0)) continue;
    best = { fact, call, gap, rank: gap * (WEIGHTS[fact.kind] ?? OTHER_WEIGHT) };
  }
  return best;
}

function isReadable({ value }: SuggestingFact): boolean {
  // What ends in markup is cut out of a text badly.
  return value.length >= SHORTEST && value.length <= LONGEST && !/\n|[*_`]$/.test(value);
}

/** What exists already, or says the same: two texts of which one is part of the other are one question. */
class Chosen {
  readonly list: ProbeSuggestion[] = [];
  private readonly texts: string[] = [];
  private readonly messages = new Set<number>();
  private readonly atCall = new Map<number, number>();

  constructor(existing: readonly Probe[]) {
    for (const { text, message } of existing) {
      if (text !== undefined) this.texts.push(text.toLowerCase());
      if (message !== undefined) this.messages.add(message);
    }
  }

  addMessage(message: number, reason: string): void {
    if (this.messages.has(message)) return;
    this.list.push({ probe: { at: 'end', message }, reason, message });
  }

  /** Whether it was new. */
  addText(text: string, at: Probe['at'], reason: string, message: number): boolean {
    const small = text.toLowerCase();
    if (this.texts.some((known) => known.includes(small) || small.includes(known))) return false;
    if (typeof at === 'number') {
      const count = this.atCall.get(at) ?? 0;
      if (count >= MOST_AT_CALL) return false;
      this.atCall.set(at, count + 1);
    }
    this.texts.push(small);
    this.list.push({ probe: { at, text, case: true }, reason, message });
    return true;
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count.toLocaleString('en')} times`;
}

/** Demands in messages that people wrote themselves. What the task demands is asked with it. */
function addDemands(index: TranscriptIndex, facts: readonly SuggestingFact[], task: number, chosen: Chosen): void {
  const byMessage = new Map<number, number>();
  let demands = 0;
  for (const fact of facts) {
    if (demands >= MOST_DEMANDS) return;
    const [first = -1] = fact.mentions;
    if (fact.kind !== 'constraint' || index.roles[first] !== USER || first === task || !isReadable(fact)) continue;
    const count = byMessage.get(first) ?? 0;
    const isPasted = (index.transcript.messages[first]?.content?.length ?? 0) > PASTED;
    if (isPasted || count >= MOST_AT_CALL) continue;
    if (!chosen.addText(fact.value, 'end', `The user demands it in message ${first}.`, first)) continue;
    byMessage.set(first, count + 1);
    demands++;
  }
}

/**
 * At most twelve, the most telling first: the task; up to four demands of the user, which hold to the end; then facts by
 * how many calls lie between a use and the mention before it, ids, addresses and paths before names and commands, each asked
 * at the call that used it. What the given probes
 * ask already is left out.
 */
export function suggestProbes(
  index: TranscriptIndex,
  facts: readonly SuggestingFact[],
  existing: readonly Probe[] = [],
): ProbeSuggestion[] {
  const seen = callsSeeing(index);
  const chosen = new Chosen(existing);
  const task = taskOf(index);
  if (task >= 0) chosen.addMessage(task, `The task: message ${task}, the first with words of a person.`);
  addDemands(index, facts, task, chosen);
  const lookBacks: LookBack[] = [];
  for (const fact of facts) {
    if (fact.kind === 'constraint' || !isReadable(fact)) continue;
    const back = longestLookBack(fact, seen);
    if (back) lookBacks.push(back);
  }
  lookBacks.sort((one, other) => other.rank - one.rank || one.call - other.call);
  for (const { fact, call, gap } of lookBacks) {
    if (chosen.list.length >= MOST) break;
    const [first = 0] = fact.mentions;
    const used = fact.uses.length > 1 ? `, used ${times(fact.uses.length)} in all` : '';
    const reason = `Used at call ${call + 1}, ${gap} calls after it was last said${used}.`;
    // A value that is written with escapes in a call's arguments is not found there as it is.
    if (isFound(index, fact)) chosen.addText(fact.value, call + 1, reason, first);
  }
  return chosen.list;
}

/** Whether the message that said it first has the value as a probe looks for it. */
function isFound(index: TranscriptIndex, { value, mentions }: SuggestingFact): boolean {
  const message = index.transcript.messages[mentions[0] as number];
  return message !== undefined && says(message, { test: (text) => text.includes(value) });
}

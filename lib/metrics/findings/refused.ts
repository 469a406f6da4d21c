/** Messages that could not come in: instructions that the model then runs without, and what else no other finding tells. */

import { whole } from '../../engine/figures';
import { isInstruction } from '../../engine/items';
import { State } from '../../engine/run';
import { taskOf } from '../../engine/task';
import { ROLES } from '../../engine/transcript';
import { callsBetween, callsOf, type Examined, type Finding, markersOf, several, tokensOf } from './finding';
import { numbered, rulesOf } from './losses';

/** Refused messages that no other finding tells: the task and corrections have findings of their own. */
export function refusedIn(examined: Examined): { instructions: number[]; others: number[] } {
  const { run, index } = examined;
  const instructions: number[] = [];
  const others: number[] = [];
  const task = taskOf(index);
  for (let message = 0; message < run.messageCount; message++) {
    if (run.arrivals.state[message] !== State.refused || message === task) continue;
    (isInstruction(index, message) ? instructions : others).push(message);
  }
  if (others.length === 0) return { instructions, others };
  const corrections = new Set(rulesOf(index, markersOf(examined)).corrections);
  return { instructions, others: others.filter((message) => !corrections.has(message)) };
}

export function refusedFindings(examined: Examined): Finding[] {
  const { instructions, others } = refusedIn(examined);
  return [instructionsFinding(examined, instructions), othersFinding(examined, others)].filter((one) => one !== null);
}

function largestOf(examined: Examined, messages: readonly number[]): number {
  let largest = messages[0] ?? -1;
  for (const message of messages) if (tokensOf(examined, message) > tokensOf(examined, largest)) largest = message;
  return largest;
}

function tokensOfAll(examined: Examined, messages: readonly number[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(examined, message), 0);
}

/** What is over the limit, and what the limit is. Instructions belong to no tool group. */
function over(examined: Examined, messages: readonly number[], inGroups: string): string {
  const largest = largestOf(examined, messages);
  const { limit } = examined.run;
  return messages.length === 1
    ? `over the limit of ${whole(limit)} by itself`
    : `each over the limit of ${whole(limit)} by itself${inGroups}; the largest is message ${largest} with ${whole(tokensOf(examined, largest))}`;
}

function instructionsFinding(examined: Examined, messages: readonly number[]): Finding | null {
  const [first] = messages;
  if (first === undefined) return null;
  const { run, index } = examined;
  const from = run.arrivals.call[first] as number;
  const roles = [...new Set(messages.map((message) => ROLES[index.roles[message] as number]))].join(' and ');
  const tokens = whole(tokensOfAll(examined, messages));
  const [is, them] = messages.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const named = numbered(messages);
  return {
    id: 'instructions-refused',
    severity: 'error',
    title: 'The model runs without its instructions',
    sentence: `${named.charAt(0).toUpperCase()}${named.slice(1)} (${roles}, ${tokens} tokens) ${is} refused, ${over(examined, messages, '')}: from call ${whole(from + 1)} on nothing sends ${them}.`,
    calls: callsBetween(from, run.calls.before.length - 1),
  };
}

function othersFinding(examined: Examined, messages: readonly number[]): Finding | null {
  if (messages.length === 0) return null;
  const { run } = examined;
  const is = messages.length === 1 ? 'is' : 'are';
  return {
    id: 'messages-refused',
    severity: 'warning',
    title: 'Messages are refused',
    sentence: `${several(messages.length, 'message')} of ${whole(tokensOfAll(examined, messages))} tokens ${is} refused (${numbered(messages)}), ${over(examined, messages, ', or of a tool group with one that is')}. Nothing of them is ever sent.`,
    calls: callsOf(messages.map((message) => run.arrivals.call[message] as number)),
  };
}

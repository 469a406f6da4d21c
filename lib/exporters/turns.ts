/** A transcript as the turns of a provider that knows two sides: user and model in alternation, results right after their calls. */

import type { Message, Transcript } from '../engine/transcript';
import { argumentLosses, extensionLosses, isBlank, leftOut, pairingLosses, sentence } from './losses';
import { callInWords, type PairedCall, type Pairing, pairCalls, resultInWords } from './pairing';
import { toolLosses } from './tool-schemas';

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'call'; call: PairedCall }
  | { kind: 'result'; call: PairedCall; text: string; failed: boolean };

export interface Turn {
  side: 'user' | 'model';
  parts: Part[];
}

export interface Turns {
  /** Instructions before the first turn. */
  system: string[];
  turns: Turn[];
  pairing: Pairing;
  /** Messages for which there was no place of their own. */
  lost: { lateInstructions: number; developers: number; blank: number; merged: number; moved: number; opened: boolean };
}

const OPENING = '(The conversation begins with the assistant.)';

/** Results of one message's calls: in the order in which they came, or in that of the calls. */
export type ResultOrder = 'arrival' | 'call';

export function turnsOf({ messages }: Transcript, order: ResultOrder): Turns {
  const pairing = pairCalls(messages);
  const lost = { lateInstructions: 0, developers: 0, blank: 0, merged: 0, moved: 0, opened: false };
  const found: Turns = { system: [], turns: [], pairing, lost };
  for (const [index, message] of messages.entries()) {
    if (message.role === 'developer') lost.developers++;
    if (message.role === 'tool') {
      const stray = pairing.answeredBy(index) === undefined;
      if (stray) add(found, 'user', [{ kind: 'text', text: resultInWords(message) }]);
    } else if (isBlank(message)) lost.blank++;
    else if (message.role === 'assistant') addAnswer(found, index, message, messages, order);
    else if (message.role !== 'user' && found.turns.length === 0) found.system.push(message.content ?? '');
    else {
      if (message.role !== 'user') lost.lateInstructions++;
      add(found, 'user', [{ kind: 'text', text: message.content ?? '' }]);
    }
  }
  return found;
}

function add(found: Turns, side: Turn['side'], parts: Part[]): void {
  if (side === 'model' && found.turns.length === 0) {
    found.lost.opened = true;
    found.turns.push({ side: 'user', parts: [{ kind: 'text', text: OPENING }] });
  }
  const last = found.turns.at(-1);
  if (last?.side !== side) {
    found.turns.push({ side, parts });
    return;
  }
  // What follows results in their turn is no message that lost its own.
  if (last.parts.at(-1)?.kind !== 'result') found.lost.merged++;
  for (const part of parts) last.parts.push(part);
}

function addAnswer(
  found: Turns,
  index: number,
  message: Message,
  messages: readonly Message[],
  order: ResultOrder,
): void {
  const { pairing, lost } = found;
  const parts: Part[] = [];
  if ((message.content ?? '').trim() !== '') parts.push({ kind: 'text', text: message.content ?? '' });
  const calls = pairing.callsOf(index);
  // Calls stand last: whatever follows them must be their results.
  for (const call of calls) if (pairing.isPassedOver(call)) parts.push({ kind: 'text', text: callInWords(call.call) });
  for (const call of calls) if (!pairing.isPassedOver(call)) parts.push({ kind: 'call', call });
  add(found, 'model', parts);
  const answered = calls.filter((call) => call.result >= 0);
  if (answered.length === 0) return;
  if (order === 'arrival') answered.sort((one, other) => one.result - other.result);
  lost.moved += movedResults(index, answered, pairing, messages);
  const results = answered.map((call): Part => {
    const { content, is_error: failed = false } = messages[call.result] ?? {};
    return { kind: 'result', call, text: content ?? '', failed };
  });
  found.turns.push({ side: 'user', parts: results });
}

/** How many of a message's results came only after something else was said. */
function movedResults(
  index: number,
  answered: readonly PairedCall[],
  pairing: Pairing,
  messages: readonly Message[],
): number {
  let next = index + 1;
  while (next < messages.length && pairing.answeredBy(next)?.message === index) next++;
  return answered.filter((call) => call.result >= next).length;
}

/** What two-sided formats have no place for. */
export function turnLosses(transcript: Transcript, { pairing, lost }: Turns, withIds: boolean): string[] {
  return [
    ...extensionLosses(transcript, ['is_error']),
    ...sentence(lost.developers, 'developer message', 'cannot be told from system messages'),
    ...sentence(lost.lateInstructions, 'instruction', 'after the first turn became text of the user'),
    ...leftOut(lost.blank, 'message', ' without text'),
    ...sentence(lost.merged, 'message', 'joined with the one before: turns alternate'),
    ...sentence(lost.moved, 'result', 'moved up to right after the call'),
    ...(lost.opened
      ? ['A user message that says so comes first, because the conversation begins with the assistant.']
      : []),
    ...pairingLosses(transcript, pairing, withIds),
    ...argumentLosses(pairing),
    ...toolLosses(transcript),
  ];
}

/** What does not come through, counted over a transcript and said in sentences that formats share. */

import { counted } from '../engine/figures';
import type { Message, Transcript } from '../engine/transcript';
import { argumentsObject } from './json-pieces';
import type { Pairing } from './pairing';

type Extension = 'name' | 'kind' | 'priority' | 'pinned' | 'timestamp' | 'reasoning' | 'imageTokens' | 'is_error';

const EXTENSIONS: readonly (readonly [Extension, string])[] = [
  ['reasoning', 'the recorded reasoning'],
  ['name', 'the name'],
  ['timestamp', 'the time'],
  ['kind', 'the kind'],
  ['priority', 'the priority'],
  ['pinned', 'the pin'],
  ['imageTokens', 'the token cost of the images'],
  ['is_error', 'the mark of an error on'],
];

/** "Left out: the time of 12 messages." for every extension that is there, but for those that the format has. */
export function extensionLosses({ messages }: Transcript, kept: readonly Extension[] = []): string[] {
  return EXTENSIONS.flatMap(([field, words]) => {
    if (kept.includes(field)) return [];
    const count = messages.reduce((sum, message) => sum + (message[field] === undefined ? 0 : 1), 0);
    return leftOut(count, 'message', '', `${words} of `);
  });
}

/** A sentence about so many things, none where there are none. */
export function sentence(count: number, noun: string, says: string): string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${says}.`];
}

/** "Left out: 3 messages without text." */
export function leftOut(count: number, noun: string, rest = '', before = ''): string[] {
  return count === 0 ? [] : [`Left out: ${before}${counted(count, noun)}${rest}.`];
}

/** Whether a message says nothing that a provider would take: no text but white space, no calls. */
export function isBlank(message: Message): boolean {
  return (message.content ?? '').trim() === '' && (message.tool_calls?.length ?? 0) === 0;
}

/** Losses of pairing: ids that had to differ, and calls and results that pair with nothing. */
export function pairingLosses({ messages }: Transcript, pairing: Pairing, withIds: boolean): string[] {
  const renamed = pairing.calls.filter(({ call, id }) => call.id !== id).length;
  const passedOver = pairing.calls.filter((call) => pairing.isPassedOver(call)).length;
  let stray = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool' && !pairing.answeredBy(index)) stray++;
  }
  return [
    ...(withIds ? sentence(renamed, 'call', 'had to get another id: ids must differ and be plain') : []),
    ...sentence(passedOver, 'call', 'without a result became text: a call must be answered'),
    ...sentence(stray, 'result', 'without a call of its own became text of the user'),
  ];
}

/** Losses of arguments where a format wants objects. */
export function argumentLosses(pairing: Pairing): string[] {
  const broken = pairing.calls
    .filter((call) => !pairing.isPassedOver(call))
    .filter(({ call }) => argumentsObject(call.function.arguments) === null).length;
  return sentence(broken, 'call', 'had arguments that are no JSON object; they stand as text under `arguments`');
}

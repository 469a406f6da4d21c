/**
 * The fingerprint of a transcript: 128 bits of SHA-256 over what was said, so that settings find the same transcript again
 * in whatever format the other side has it. Counted are, in order, each message's role, text, and calls by name and
 * arguments. Not counted is what formats leave out, make up or write in their own way: ids, times, failures, kinds, priorities, names,
 * reasoning, images, pins by hand, tool schemas, the space in JSON arguments, and whether instructions are called system or
 * developer. It cannot be turned back into text; whoever has the same transcript can tell that it is the one.
 */

import type { Message } from '../engine/transcript';
import { isTooDeep } from '../scenario/json';
import { toBase64Url } from './base64url';
import { Sha256 } from './sha256';

const BYTES = 16;
/** How a fingerprint looks. */
export const FINGERPRINT = /^[A-Za-z0-9_-]{22}$/;

/** Linear in the text; nothing as long as the transcript is held. */
export function fingerprintOf(messages: readonly Message[]): string {
  const hash = new Sha256();
  const encoder = new TextEncoder();
  const add = (mark: string, text: string) => {
    const bytes = encoder.encode(text);
    // The length before each text: no text can pass for a border between two.
    hash.add(encoder.encode(`${mark}${bytes.length}:`));
    hash.add(bytes);
  };
  for (const message of messages) {
    add('r', message.role === 'developer' ? 'system' : message.role);
    add('t', message.content ?? '');
    for (const { function: target } of message.tool_calls ?? []) {
      add('n', target.name);
      add('a', plainArguments(target.arguments));
    }
  }
  return toBase64Url(hash.digest().subarray(0, BYTES));
}

/** Arguments as JSON without space; as they are where they are no JSON, or nest too deep to be written again. */
function plainArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? text : JSON.stringify(value);
  } catch {
    return text;
  }
}

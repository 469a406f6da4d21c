/** Words that policies look for in texts: they stay where they are, and filler must not make others. */

import type { Message, Transcript } from '../engine/transcript';
import { literalsOf } from './json-literals';

/** Words of a result that tells of a failure, as the message cap looks for them. */
const FAILURE = /\b(?:error|errors|exception|failed|failure|fatal|traceback|panic)\b/i;
const FAILURE_WORDS = ['error', 'exception', 'failed', 'failure', 'fatal', 'traceback', 'panic'];
const LOOKED_AT = 4000;

interface Kept {
  markers: readonly string[];
  contained: readonly string[];
}

/** Per code unit of a message's content: 1 where it stays; null where nothing does. */
export function keptUnits({ role, content }: Message, { markers, contained }: Kept): Uint8Array | null {
  const text = content ?? '';
  let kept: Uint8Array | null = null;
  const keep = (from: number, length: number) => {
    if (from < 0) return;
    kept ??= new Uint8Array(text.length);
    kept.fill(1, from, from + length);
  };
  if (role === 'user' || contained.length > 0) {
    const lowered = loweredInPlace(text);
    if (role === 'user') for (const marker of markers) keep(lowered.indexOf(marker), marker.length);
    for (const one of contained) keep(lowered.indexOf(one), one.length);
  }
  const failure = role === 'tool' ? FAILURE.exec(text.slice(0, LOOKED_AT)) : null;
  if (failure) keep(failure.index, failure[0].length);
  return kept;
}

/** Lower case letter by letter, so that places stay the same where a letter's lower case is longer. */
function loweredInPlace(text: string): string {
  const lowered = text.toLowerCase();
  if (lowered.length === text.length) return lowered;
  return Array.from(text, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
}

/** Whether letters, in lower case, must not stand in filler: words of the transcript, and what policies look for. */
export function tabooOf(transcript: Transcript, sought: readonly string[]): (letters: string) => boolean {
  const words = new Set<string>();
  const take = (text: string) => {
    for (const [word] of text.matchAll(/\p{L}{4,}/gu)) words.add(word.toLowerCase());
    // Behind the letter of an escape a word begins: \nfrom.
    for (const [, word = ''] of text.matchAll(/\\[nrtbf](\p{L}{4,})/gu)) words.add(word.toLowerCase());
  };
  for (const { content, reasoning, name, tool_calls: calls = [] } of transcript.messages) {
    for (const text of [content, reasoning, name]) if (text) take(text);
    for (const call of calls) {
      take(call.function.name);
      take(call.function.arguments);
    }
  }
  for (const tool of transcript.tools ?? []) for (const { value } of literalsOf(JSON.stringify(tool))) take(value);
  // The longest word of each: without it the whole cannot come about.
  const parts = sought
    .map((text) =>
      (text.match(/\p{L}+|\p{N}+/gu) ?? []).reduce((one, other) => (other.length > one.length ? other : one), ''),
    )
    .filter((part) => part !== '');
  const avoided = [...new Set([...parts, ...FAILURE_WORDS])];
  return (text) =>
    avoided.some((part) => text.includes(part)) || (text.match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
}

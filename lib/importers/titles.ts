/** A title for a conversation: the first words that a person wrote, or what it is called in the file. */

import { wordsOfPerson } from '../engine/task';
import type { Message } from '../engine/transcript';

const TITLE_POINTS = 60;
const LOOKED_AT = 4000;
/** A mark in the place of something that is no text. */
const MARK_BEFORE = /^\s*<[a-z][a-z-]{0,40}>/;

/** At most 60 code points on one line; an ellipsis says that more follows. */
export function shortTitle(text: string): string {
  const line = text.slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= TITLE_POINTS
    ? line
    : `${points
        .slice(0, TITLE_POINTS - 1)
        .join('')
        .trimEnd()}…`;
}

/** The first words of a person, without blocks among them; else what such blocks say; else the first user words. */
export function conversationTitle(messages: readonly Message[], fallback: string): string {
  let spare = '';
  for (const message of messages) {
    if (message.role !== 'user' || !message.content) continue;
    const words = wordsOfPerson(message.content).slice(0, LOOKED_AT);
    const title =
      shortTitle(words.replace(/<([a-z][a-z-]{0,40})>[\s\S]*?<\/\1>/g, ' ').replace(MARK_BEFORE, '')) ||
      shortTitle(words.replace(/<\/?[a-z][a-z-]{0,40}>/g, ' '));
    if (title !== '') return title;
    if (spare === '') spare = shortTitle(message.content);
  }
  return spare || shortTitle(fallback);
}

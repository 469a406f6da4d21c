/** A title for a conversation: the first words that a user wrote, or what it is called in the file. */

import type { Message } from '../engine/transcript';

const TITLE_POINTS = 60;
const LOOKED_AT = 4000;

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

/** The first user words that are not only a tool's own markup (`<system-reminder>`, `<command-name>`). */
export function conversationTitle(messages: readonly Message[], fallback: string): string {
  let spare = '';
  for (const message of messages) {
    if (message.role !== 'user' || !message.content) continue;
    const words = message.content
      .slice(0, LOOKED_AT)
      .replace(/<([a-z][a-z-]{0,40})>[\s\S]*?<\/\1>/g, ' ')
      .trim();
    if (words !== '' && !words.startsWith('<') && !words.startsWith('Caveat:')) return shortTitle(words);
    if (spare === '') spare = shortTitle(message.content);
  }
  return spare || shortTitle(fallback);
}

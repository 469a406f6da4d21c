/** The summary of folded turns: its message, its size, and what it stands for. */

import { codePointLength } from '../../engine/accounting';
import { FrontAnchor, type Insert } from '../../engine/run';
import { filled } from '../../engine/wording';
import { estimate, type Settings } from './settings';

export interface Summary {
  insert: number;
  text: string;
  /** Code points of its message. */
  characters: number;
  /** Position of the conversation before which everything is in it. */
  cut: number;
}

/** An answer as a message for the window; null for NOTHING. */
export function writeSummary(
  text: string | null,
  settings: Settings,
  facts: { turns: number; count: number; cut: number; previous: Summary | null; inserts: readonly Insert[] },
): { summary: Summary; insert: Omit<Insert, 'call'> } | null {
  if (text === null) return null;
  const content = filled(settings.summaryMarker, { count: facts.turns, summary: text });
  const characters = codePointLength(content);
  const merged = facts.previous ? facts.inserts[facts.previous.insert] : undefined;
  return {
    summary: { insert: -1, text, characters, cut: facts.cut },
    insert: {
      kind: 'summary',
      message: { role: 'system', content },
      anchor: FrontAnchor.summary,
      covers: facts.count + (merged?.covers ?? 0),
      count: facts.turns,
      generation: (merged?.generation ?? 0) + 1,
      tokens: estimate(characters, 1),
    },
  };
}

/** What the model saw after each recorded compaction: a conversation each, the newest first, and not more than a list can hold. */

import { closeSteps, type Step } from './agent-steps';
import type { Collector, ConversationFacts } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import { countOf, formatNumber } from './json-values';

/** So many compactions are offered to choose from, the newest ones. */
const MOST_VIEWS = 20;
/** Room for the number of a compaction behind a title. */
const TITLE_POINTS = 34;

/** Titles and order of the views of so many compactions: positions in order of offer, the last compaction first. */
export function viewsOffered(count: number): { at: number; title(title: string | undefined): string | undefined }[] {
  const offered: { at: number; title(title: string | undefined): string | undefined }[] = [];
  for (let at = count - 1; at >= Math.max(0, count - MOST_VIEWS); at--) {
    offered.push({ at, title: (title) => (count > 1 ? numbered(title, at + 1, count) : title) });
  }
  return offered;
}

function numbered(title = '', number: number, count: number): string {
  const points = [...title.replace(/\s+/g, ' ').trim()];
  const short =
    points.length > TITLE_POINTS
      ? `${points
          .slice(0, TITLE_POINTS - 1)
          .join('')
          .trimEnd()}…`
      : title.trim();
  return `${short} (after compaction ${formatNumber(number)} of ${formatNumber(count)})`.trim();
}

/** The note beside the views, of which there may be fewer than compactions were recorded. */
export function viewsNote(recorded: number, views: number): string {
  return `The file records ${countOf(recorded, 'compaction')}: ${choiceNote(views)}`;
}

/** The same where every conversation of a file may have compactions of its own. */
export function compactedNote(views: number): string {
  return `The file records compactions: ${choiceNote(views)}`;
}

function choiceNote(views: number): string {
  const what = views > 1 ? 'each of them' : 'the last one';
  const left = views > MOST_VIEWS ? ` The newest ${MOST_VIEWS} are offered.` : '';
  return `choose between the full history and what the model saw after ${what}.${left}`;
}

/** Offers views made of steps, which come in the order of their compactions. Right after the full history. */
export function offerViews(
  collector: Collector,
  views: readonly (readonly Step[])[],
  recorded: number,
  facts: ConversationFacts & { tools?: unknown },
): void {
  const named = facts.title ?? (views.length > 1 ? collector.conversations.at(-1)?.title : undefined);
  let kept = 0;
  for (const { at, title } of viewsOffered(views.length)) {
    const view = { ...facts, title: title(named), part: 'after compaction' };
    if (closeSteps(collector, views[at] ?? [], view)) kept++;
  }
  if (kept > 0 && recorded > 0) collector.note(viewsNote(recorded, views.length));
}

/**
 * Offers views of a conversation that is there whole. `shown` has for each compaction, in their order, which messages
 * the model went on with until the next one. Right after the full history.
 */
export function offerSlices(
  collector: Collector,
  main: ConversationBuilder,
  shown: readonly ((message: number) => boolean)[],
): void {
  const named = collector.conversations.at(-1)?.title;
  for (const { at, title } of viewsOffered(shown.length)) {
    const isShown = shown[at];
    if (!isShown) continue;
    const view = collector.silentBuilder();
    const places = new Map<number, number>();
    main.messages.forEach((message, index) => {
      if (!isShown(index)) return;
      places.set(index, view.messages.length);
      view.messages.push(message);
    });
    for (const { message, ...usage } of main.usage) {
      const place = places.get(message);
      if (place !== undefined) view.usage.push({ message: place, ...usage });
    }
    view.tools = main.tools;
    collector.close(view, { title: title(named), part: 'after compaction' });
  }
  collector.note(compactedNote(shown.length));
}

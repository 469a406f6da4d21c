/** Tool results that are cut when written: their cost and their text, kept so that a slider drag neither counts nor cuts again. */

import { memoise, type TokenCounter, type TranscriptIndex } from '../../engine/accounting';
import type { Message } from '../../engine/transcript';
import { cutText, cutTokens, planCut } from '../../engine/truncation';

interface CutSettings {
  maxToolTokens: number;
  truncationMarker: string;
}

function keyOf(settings: CutSettings, graphemes: boolean): string {
  return `${settings.maxToolTokens} ${graphemes} ${JSON.stringify(settings.truncationMarker)}`;
}

/** Per message: tokens of its content once cut (its text; images stay), or 0 where that has not been counted yet. No cut text costs 0. */
export function cutCosts(
  index: TranscriptIndex,
  settings: CutSettings,
  graphemes: boolean,
  counter: TokenCounter,
): Int32Array {
  const key = `cut costs ${counter.id} ${keyOf(settings, graphemes)}`;
  return memoise(index.memo, key, () => new Int32Array(index.roles.length));
}

/** Tokens of a tool result that is longer than it may be, as it stands after the cut. */
export function costOnceCut(
  message: number,
  known: Int32Array,
  index: TranscriptIndex,
  settings: CutSettings,
  graphemes: boolean,
  counter: TokenCounter,
): number {
  const cost = known[message] as number;
  if (cost > 0) return cost;
  const one = index.transcript.messages[message] as Message;
  const key = `${counter.id} ${keyOf(settings, graphemes)}`;
  const before = costs.get(one, key);
  if (before !== undefined) {
    known[message] = before;
    return before;
  }
  const text = one.content ?? '';
  const images = one.imageTokens ?? 0;
  const length = index.codePoints[message] as number;
  const cut = planCut(text, length, settings.maxToolTokens, graphemes);
  if (!cut) return counter.count(text) + images;
  const counted = cutTokens(text, length, cut, settings.truncationMarker, counter) + images;
  known[message] = counted;
  costs.set(one, key, counted);
  return counted;
}

/** Settings of which cuts are remembered, the latest: lanes beside each other have theirs, those of a whole drag would pile up. */
const MOST_SETTINGS = 2;

/** What is known of messages' cuts by their settings. It stays with a message that an edit of the transcript gives another number. */
class Remembered<Value> {
  private readonly of = new WeakMap<Message, { key: string; value: Value }[]>();

  get(message: Message, key: string): Value | undefined {
    return this.of.get(message)?.find((one) => one.key === key)?.value;
  }

  set(message: Message, key: string, value: Value): void {
    const all = this.of.get(message) ?? [];
    if (all.length === 0) this.of.set(message, all);
    if (all.length === MOST_SETTINGS) all.shift();
    all.push({ key, value });
  }
}

const costs = new Remembered<number>();
const cuts = new Remembered<Message>();

/** A message as it stands in the window: itself, or a cut tool result. The same object until the settings change. */
export function cutMessage(item: number, index: TranscriptIndex, settings: CutSettings, graphemes: boolean): Message {
  const message = index.transcript.messages[item] as Message;
  const length = index.codePoints[item] as number;
  if (message.role !== 'tool' || message.content === null || length <= settings.maxToolTokens * 4) return message;
  const key = keyOf(settings, graphemes);
  const known = cuts.get(message, key);
  if (known) return known;
  const cut = planCut(message.content, length, settings.maxToolTokens, graphemes);
  const written = cut ? { ...message, content: cutText(message.content, cut, settings.truncationMarker) } : message;
  cuts.set(message, key, written);
  return written;
}

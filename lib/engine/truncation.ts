/** Cutting a tool result when it is written: head 60 %, tail 40 %, a marker between; never inside a code point. */

import { codePointLength, type TokenCounter } from './accounting';

/** Characters a token stands for when a token limit is turned into a length (document 000). */
const CHARACTERS_PER_TOKEN = 4;

/** Where a text is cut, in UTF-16 code units, and how many code points fall out between. */
export interface Cut {
  headEnd: number;
  tailStart: number;
  dropped: number;
}

/** Code unit offset of the code point number `count` (0-based) of a text. */
function offsetOf(text: string, count: number): number {
  let offset = 0;
  for (let seen = 0; seen < count && offset < text.length; seen++) {
    offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Code unit offset at which the last `count` code points of a text begin. */
function offsetFromEnd(text: string, count: number): number {
  let offset = text.length;
  for (let seen = 0; seen < count && offset > 0; seen++) {
    const low = text.charCodeAt(offset - 1);
    const high = offset > 1 ? text.charCodeAt(offset - 2) : 0;
    offset -= low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? 2 : 1;
  }
  return offset;
}

let segmenter: Intl.Segmenter | undefined;
/** Code units looked at around a cut at first; doubled until a cluster's own start is in sight. */
const CONTEXT = 128;

function isRegionalIndicator(codePoint: number | undefined): boolean {
  return codePoint !== undefined && codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

/** No cluster joins two characters below U+0300, where combining marks begin, but a line break of two. */
function isPlainBoundary(before: number, after: number): boolean {
  return before < 0x300 && after < 0x300 && !(before === 13 && after === 10);
}

/** The grapheme cluster around an offset, as code unit offsets: `from` is the offset itself at a boundary. */
function clusterAt(text: string, offset: number): { from: number; to: number } {
  if (isPlainBoundary(text.charCodeAt(offset - 1), text.charCodeAt(offset))) return { from: offset, to: offset };
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (let context = CONTEXT; ; context *= 2) {
    let start = Math.max(0, offset - context);
    if (start > 0) start = offsetFromEnd(text.slice(0, start + 1), 1);
    // Flags are pairs of regional indicators: which two belong together shows only from the start of the run.
    while (start >= 2 && isRegionalIndicator(text.codePointAt(start - 2))) start -= 2;
    let end = Math.min(text.length, offset + context);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end--;
    const near = text.slice(start, end);
    const segment = segmenter.segment(near).containing(offset - start);
    if (!segment) return { from: offset, to: offset };
    // A cluster that fills half of what is looked at may begin before it; one that ends where it ends may go on.
    const mayBeginBefore = start > 0 && offset - start - segment.index > context / 2;
    const mayGoOn = segment.index + segment.segment.length === near.length && end < text.length;
    if (mayBeginBefore || mayGoOn) continue;
    const from = start + segment.index;
    return from === offset ? { from, to: from } : { from, to: from + segment.segment.length };
  }
}

/**
 * Where a text longer than `maxTokens` is cut, or null where it fits. `codePoints` is the text's length.
 * With `graphemes` both ends shrink to the nearest grapheme boundary, so that no emoji, flag or accented letter is split.
 */
export function planCut(text: string, codePoints: number, maxTokens: number, graphemes: boolean): Cut | null {
  const limit = maxTokens * CHARACTERS_PER_TOKEN;
  if (codePoints <= limit) return null;
  const head = Math.floor(limit * 0.6);
  const tail = Math.floor(limit * 0.4);
  const plain = codePoints === text.length;
  let headEnd = plain ? head : offsetOf(text, head);
  let tailStart = plain ? text.length - tail : offsetFromEnd(text, tail);
  if (!graphemes) return { headEnd, tailStart, dropped: codePoints - head - tail };
  headEnd = clusterAt(text, headEnd).from;
  tailStart = Math.max(headEnd, clusterAt(text, tailStart).to);
  return { headEnd, tailStart, dropped: codePointLength(text.slice(headEnd, tailStart)) };
}

/** The text as it stands after a cut. `{dropped}` in the marker becomes the number of code points left out. */
export function cutText(text: string, cut: Cut, marker: string): string {
  return text.slice(0, cut.headEnd) + marker.replaceAll('{dropped}', String(cut.dropped)) + text.slice(cut.tailStart);
}

/** Tokens of a cut text, from lengths alone where the counter allows it. */
export function cutTokens(text: string, codePoints: number, cut: Cut, marker: string, counter: TokenCounter): number {
  if (!counter.countCodePoints) return counter.count(cutText(text, cut, marker));
  const note = marker.replaceAll('{dropped}', String(cut.dropped));
  return counter.countCodePoints(codePoints - cut.dropped + codePointLength(note));
}

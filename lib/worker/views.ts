/** What the page shows of a replay: the window as rows, the beginnings of texts, and whole messages on demand. */

import { codePointLength, type TranscriptIndex } from '../engine/accounting';
import { arrivedBy, fateAt, ownStateAt, windowAt } from '../engine/ledger';
import type { Insert, Item, Run } from '../engine/run';
import type { MemorySystem } from '../engine/system';
import type { Message } from '../engine/transcript';
import type { FullMessage, LaneSpec, RowText, WindowView } from './protocol';

interface Replayed {
  run: Run;
  lane: LaneSpec;
  system: MemorySystem;
}

/** The window at a call merged with the messages that are gone, in transcript order. */
export function windowView(index: TranscriptIndex, replayed: Replayed, call: number, toolTokens: number): WindowView {
  const { run, lane, system } = replayed;
  const window = windowAt(run, call);
  const pins = system.pins(window, call, run, index, lane.config, lane.guards);
  const arrived = arrivedBy(run, call);
  const inserts = Array.from(window).filter((item) => item < 0).length;
  const length = arrived + inserts;
  const view: WindowView = {
    call,
    items: new Int32Array(length),
    state: new Uint8Array(length),
    cost: new Int32Array(length),
    pin: new Int16Array(length).fill(-1),
    pins: [],
    into: new Int32Array(length).fill(-1),
    decision: new Int32Array(length).fill(-1),
    inWindow: window.length,
    toolTokens,
  };
  const sets = new Map<string, number>();
  const pinOf = (position: number): number => {
    const reasons = pins[position];
    if (!reasons) return -1;
    const key = reasons.map(({ rule, label }) => `${rule} ${label}`).join('\n');
    let at = sets.get(key);
    if (at === undefined) {
      at = view.pins.push(reasons) - 1;
      sets.set(key, at);
    }
    return at;
  };
  let row = 0;
  const standing = new Uint8Array(arrived);
  const positionOf = new Map<number, number>();
  for (let position = 0; position < window.length; position++) {
    const item = window[position] as Item;
    positionOf.set(item, position);
    if (item >= 0) standing[item] = 1;
  }
  const put = (item: Item) => {
    view.items[row] = item;
    const position = positionOf.get(item);
    if (position !== undefined) {
      view.state[row] = ownStateAt(run, item, call);
      view.pin[row] = pinOf(position);
    } else {
      const fate = fateAt(run, item, call);
      view.state[row] = fate.state;
      view.into[row] = fate.insert;
      view.decision[row] = fate.decision;
    }
    view.cost[row] = item >= 0 ? (run.arrivals.cost[item] as number) : (run.inserts[~item] as Insert).tokens;
    row++;
  };
  // Rows follow the window; what is gone stands before the next message that is still there.
  let message = 0;
  for (const item of window) {
    const place = item >= 0 ? item : (run.inserts[~item] as Insert).anchor;
    for (; message < place && message < arrived; message++) if (!standing[message]) put(message);
    put(item);
  }
  for (; message < arrived; message++) if (!standing[message]) put(message);
  return view;
}

function messageOf(index: TranscriptIndex, replayed: Replayed | null, item: Item): Message {
  if (!replayed) return index.transcript.messages[item] as Message;
  const { run, lane, system } = replayed;
  return system.present(item, run, index, lane.config, lane.guards);
}

/** Characters of a text that a row shows. */
const PREVIEW = 320;

/** The first characters of a text on one line, never cut inside a code point. */
function preview(text: string): string {
  const start = text
    .slice(0, PREVIEW * 2)
    .replace(/\s+/g, ' ')
    .trimStart();
  if (start.length <= PREVIEW) return start;
  const unit = start.charCodeAt(PREVIEW - 1);
  return start.slice(0, unit >= 0xd800 && unit <= 0xdbff ? PREVIEW - 1 : PREVIEW);
}

export function rowTexts(index: TranscriptIndex, replayed: Replayed | null, items: Int32Array): RowText[] {
  return Array.from(items, (item) => {
    const message = messageOf(index, replayed, item);
    const row: RowText = {
      item,
      role: item < 0 ? (replayed?.run.inserts[~item]?.kind ?? message.role) : message.role,
      text: preview(message.content ?? ''),
      calls: (message.tool_calls ?? []).map((call) => `${call.function.name}(${preview(call.function.arguments)})`),
      length: item < 0 ? (message.content ?? '').length : (index.codePoints[item] as number),
    };
    const name = message.name ?? toolNameOf(index, item);
    return name === undefined ? row : { ...row, name };
  });
}

/** The tool that a result answers, through its call. */
function toolNameOf(index: TranscriptIndex, item: Item): string | undefined {
  if (item < 0) return undefined;
  const message = index.transcript.messages[item] as Message;
  if (message.role !== 'tool') return undefined;
  const head = index.transcript.messages[index.links.group[item] as number];
  return head?.tool_calls?.find((call) => call.id === message.tool_call_id)?.function.name;
}

export function fullMessage(index: TranscriptIndex, replayed: Replayed | null, item: Item): FullMessage {
  const sent = messageOf(index, replayed, item);
  const original = item >= 0 ? (index.transcript.messages[item] as Message) : null;
  if (!original || original === sent) return { sent, original: null, cut: null };
  const before = original.content ?? '';
  const after = sent.content ?? '';
  if (before === after || after.length === 0) return { sent, original, cut: null };
  const head = commonStart(before, after);
  const tail = commonEnd(before, after, Math.min(before.length, after.length) - head);
  const dropped = before.slice(head, before.length - tail);
  return {
    sent,
    original,
    cut: {
      head: before.slice(0, head),
      dropped,
      marker: after.slice(head, after.length - tail),
      tail: before.slice(before.length - tail),
      droppedLength: codePointLength(dropped),
    },
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Code units that two texts share at the start, whole code points only. */
function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length > 0 && isHighSurrogate(a.charCodeAt(length - 1)) ? length - 1 : length;
}

/** Code units that two texts share at the end, at most `most`, whole code points only. */
function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  const before = a.charCodeAt(a.length - 1 - length);
  return length > 0 && isHighSurrogate(before) ? length - 1 : length;
}

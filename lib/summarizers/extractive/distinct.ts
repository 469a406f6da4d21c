/** Which of many lines hold a text that no later line holds. A replay asks for it thousands of times, with few lines each. */

import type { Note } from './notes';

/** A table of positions by hash, probed in a row; entries of earlier uses are told apart by their stamp. */
let places = new Int32Array(1024);
let stamps = new Int32Array(1024);
let stamp = 0;

/** Per line 1 where it is the last one with its text. Linear. */
export function lastOfText(lines: readonly { note: Note }[]): Uint8Array {
  const last = new Uint8Array(lines.length);
  if (places.length < 2 * lines.length) {
    const size = 2 ** Math.ceil(Math.log2(2 * lines.length));
    places = new Int32Array(size);
    stamps = new Int32Array(size);
    stamp = 0;
  }
  if (stamp === 0x7fffffff) {
    stamps.fill(0);
    stamp = 0;
  }
  stamp++;
  const mask = places.length - 1;
  for (let at = lines.length - 1; at >= 0; at--) {
    const { note } = lines[at] as { note: Note };
    let slot = (note.hash ^ (note.hash >>> 15)) & mask;
    while (stamps[slot] === stamp) {
      const { note: other } = lines[places[slot] as number] as { note: Note };
      if (other.hash === note.hash && other.text === note.text) break;
      slot = (slot + 1) & mask;
    }
    if (stamps[slot] === stamp) continue;
    stamps[slot] = stamp;
    places[slot] = at;
    last[at] = 1;
  }
  return last;
}

/** The survival map as pixels: messages binned into rows, calls into columns, at a cost of rows × columns whatever the transcript. */

import { State } from '@/lib/engine/run';
import type { SurvivalRuns } from './survival-runs';

/** What a message shows as at a call. The map's colours are in this order. */
export const LOOKS = [
  'tool',
  'assistant',
  'user',
  'pinned',
  'truncated',
  'summarised',
  'summarised-line',
  'evicted',
  'evicted-fading',
  'refused',
] as const;
export type MapLook = (typeof LOOKS)[number];

/** Red, green, blue and opacity (0 to 1) of each look. */
export type Palette = readonly (readonly [number, number, number, number])[];

export interface MapShape {
  /** Device pixels. */
  width: number;
  height: number;
  /** Device pixel at which call 0 stands, and the last call. */
  left: number;
  right: number;
  /** Device pixels of an eviction's tick, half of it fading, and of a refusal's. */
  tick: number;
}

/** Per message the look of its whole text: 0 tool, 1 assistant, 2 user, 3 pinned. */
export type MessageLooks = Uint8Array;

const SUMMARISED = LOOKS.indexOf('summarised');
const SUMMARISED_LINE = LOOKS.indexOf('summarised-line');
const TRUNCATED = LOOKS.indexOf('truncated');
const EVICTED = LOOKS.indexOf('evicted');
const FADING = LOOKS.indexOf('evicted-fading');
const REFUSED = LOOKS.indexOf('refused');
const PINNED = LOOKS.indexOf('pinned');

/** What a row shows of a summarised message beside its thin line. */
const NOTHING = -1;

/** How much a message of a look counts where many share a row: what is rare and matters stays visible. */
const WEIGHT = LOOKS.map((look) => (look === 'pinned' || look === 'refused' ? 5 : 1));

/** The message at a row. */
export function messageAt(row: number, messageCount: number, height: number): number {
  return Math.min(messageCount - 1, Math.max(0, Math.floor((row * messageCount) / height)));
}

/** Draws the map into `pixels`, one 32-bit RGBA value (little-endian) each, which must be clear. */
export function drawSurvival(
  pixels: Uint32Array,
  runs: SurvivalRuns,
  looks: MessageLooks,
  shape: MapShape,
  palette: Palette,
): void {
  const { width, height } = shape;
  const { messageCount } = runs;
  if (messageCount === 0 || width <= 0 || height <= 0) return;
  const changes = new Int32Array(LOOKS.length * (width + 1));
  const touched = new Uint8Array(width + 1);
  const counts = new Int32Array(LOOKS.length);
  const sparse = messageCount * 2 <= height;
  for (let row = 0; row < height; row++) {
    const from = Math.floor((row * messageCount) / height);
    const to = Math.max(from + 1, Math.floor(((row + 1) * messageCount) / height));
    let summary = SUMMARISED;
    if (sparse) {
      const top = Math.ceil((from * height) / messageCount);
      const bottom = Math.ceil(((from + 1) * height) / messageCount);
      const thick = bottom - top;
      // Rows tall enough stand apart by a pixel; a summary holds less, so its line is thinner.
      if (thick >= 3 && row === bottom - 1) continue;
      const inset = Math.max(1, Math.round((thick - 1) * 0.28));
      if (thick >= 4) summary = row < top + inset || row >= bottom - 1 - inset ? NOTHING : SUMMARISED_LINE;
    }
    for (let message = from; message < to; message++) {
      mark(message, runs, looks, shape, changes, touched, summary);
    }
    paint(pixels.subarray(row * width, (row + 1) * width), to - from, changes, touched, counts, palette);
  }
}

/** Notes where each look of a message begins and ends. */
function mark(
  message: number,
  runs: SurvivalRuns,
  looks: MessageLooks,
  shape: MapShape,
  changes: Int32Array,
  touched: Uint8Array,
  summary: number,
): void {
  const { width, left, right, tick } = shape;
  const scale = runs.lastCall === 0 ? 0 : (right - left) / runs.lastCall;
  const note = (look: number, start: number, end: number) => {
    const a = Math.max(0, Math.min(width, Math.round(start)));
    const b = Math.max(0, Math.min(width, Math.round(end)));
    if (b <= a) return;
    (changes[look * (width + 1) + a] as number)++;
    (changes[look * (width + 1) + b] as number)--;
    touched[a] = 1;
    touched[b] = 1;
  };
  const end = runs.first[message + 1] as number;
  for (let place = runs.first[message] as number; place < end; place++) {
    const x = left + (runs.from[place] as number) * scale;
    const next = place + 1 < end ? left + (runs.from[place + 1] as number) * scale : width;
    switch (runs.state[place]) {
      case State.verbatim:
        note(looks[message] as number, x, next);
        break;
      case State.truncated:
        note(looks[message] === PINNED ? PINNED : TRUNCATED, x, next);
        break;
      case State.summarised:
        if (summary !== NOTHING) note(summary, x, next);
        break;
      case State.evicted:
        note(EVICTED, x, Math.min(next, x + tick / 2));
        note(FADING, x + tick / 2, Math.min(next, x + tick));
        break;
      case State.refused:
        note(REFUSED, x, Math.min(next, x + tick));
        break;
    }
  }
}

/** Turns one row's noted changes into pixels and clears them. */
function paint(
  line: Uint32Array,
  messages: number,
  changes: Int32Array,
  touched: Uint8Array,
  counts: Int32Array,
  palette: Palette,
): void {
  const width = line.length;
  counts.fill(0);
  let from = 0;
  let color = 0;
  for (let x = 0; x <= width; x++) {
    if (touched[x] === 0) continue;
    if (color !== 0) line.fill(color, from, x);
    touched[x] = 0;
    for (let look = 0; look < counts.length; look++) {
      const at = look * (width + 1) + x;
      (counts[look] as number) += changes[at] as number;
      changes[at] = 0;
    }
    color = blend(counts, messages, palette);
    from = x;
  }
}

/** The colour of a row in which messages of several looks lie over each other; 0 is nothing. */
function blend(counts: Int32Array, messages: number, palette: Palette): number {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  let weight = messages;
  for (let look = 0; look < counts.length; look++) {
    const count = counts[look] as number;
    if (count === 0) continue;
    const own = WEIGHT[look] as number;
    weight += (own - 1) * count;
    const [r, g, b, a] = palette[look] as Palette[number];
    const share = count * own * a;
    red += share * r;
    green += share * g;
    blue += share * b;
    alpha += share;
  }
  if (alpha === 0) return 0;
  const opacity = Math.round((255 * alpha) / weight);
  return (
    ((opacity << 24) |
      (Math.round(blue / alpha) << 16) |
      (Math.round(green / alpha) << 8) |
      Math.round(red / alpha)) >>>
    0
  );
}

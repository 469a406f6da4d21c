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

/** Sums that the colour of a pixel is made of, and how a look changes each of them. */
const SUMS = 5;

/** Per look: red, green and blue times opacity, opacity, and what it adds to a message's weight. Whole numbers, so that sums return to 0. */
function sharesOf(palette: Palette): Float64Array {
  const shares = new Float64Array(LOOKS.length * SUMS);
  for (let look = 0; look < LOOKS.length; look++) {
    const [red, green, blue, alpha] = palette[look] as Palette[number];
    const weight = WEIGHT[look] as number;
    const opacity = Math.round(255 * alpha) * weight;
    shares.set([red * opacity, green * opacity, blue * opacity, opacity, weight - 1], look * SUMS);
  }
  return shares;
}

/** What one row collects: per pixel column how the sums change there. */
interface Row {
  changes: Float64Array;
  touched: Uint8Array;
  shares: Float64Array;
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
  const line: Row = {
    changes: new Float64Array(SUMS * (width + 1)),
    touched: new Uint8Array(width + 1),
    shares: sharesOf(palette),
  };
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
      markMessage(message, runs, looks[message] as number, shape, line, summary);
    }
    paint(pixels.subarray(row * width, (row + 1) * width), to - from, line);
  }
}

/** Notes a look from one column up to another. */
function note(line: Row, width: number, look: number, start: number, end: number): void {
  const a = Math.max(0, Math.min(width, Math.round(start)));
  const b = Math.max(0, Math.min(width, Math.round(end)));
  if (b <= a) return;
  const { changes, shares, touched } = line;
  touched[a] = 1;
  touched[b] = 1;
  for (let sum = 0; sum < SUMS; sum++) {
    const share = shares[look * SUMS + sum] as number;
    (changes[a * SUMS + sum] as number) += share;
    (changes[b * SUMS + sum] as number) -= share;
  }
}

/** Notes the looks of a message's life. */
function markMessage(
  message: number,
  runs: SurvivalRuns,
  look: number,
  shape: MapShape,
  line: Row,
  summary: number,
): void {
  const { width, left, right, tick } = shape;
  const scale = runs.lastCall === 0 ? 0 : (right - left) / runs.lastCall;
  const end = runs.first[message + 1] as number;
  for (let place = runs.first[message] as number; place < end; place++) {
    const x = left + (runs.from[place] as number) * scale;
    const next = place + 1 < end ? left + (runs.from[place + 1] as number) * scale : width;
    switch (runs.state[place]) {
      case State.verbatim:
        note(line, width, look, x, next);
        break;
      case State.truncated:
        note(line, width, look === PINNED ? PINNED : TRUNCATED, x, next);
        break;
      case State.summarised:
        if (summary !== NOTHING) note(line, width, summary, x, next);
        break;
      case State.evicted:
        note(line, width, EVICTED, x, Math.min(next, x + tick / 2));
        note(line, width, FADING, x + tick / 2, Math.min(next, x + tick));
        break;
      case State.refused:
        note(line, width, REFUSED, x, Math.min(next, x + tick));
        break;
    }
  }
}

/** Turns one row's changes into pixels and clears them. */
function paint(pixels: Uint32Array, messages: number, { changes, touched }: Row): void {
  const width = pixels.length;
  let red = 0;
  let green = 0;
  let blue = 0;
  let opacity = 0;
  let weight = messages;
  let from = 0;
  let color = 0;
  for (let x = 0; x <= width; x++) {
    if (touched[x] === 0) continue;
    if (color !== 0) pixels.fill(color, from, x);
    touched[x] = 0;
    const at = x * SUMS;
    red += changes[at] as number;
    green += changes[at + 1] as number;
    blue += changes[at + 2] as number;
    opacity += changes[at + 3] as number;
    weight += changes[at + 4] as number;
    changes.fill(0, at, at + SUMS);
    color =
      opacity === 0
        ? 0
        : ((Math.round(opacity / weight) << 24) |
            (Math.round(blue / opacity) << 16) |
            (Math.round(green / opacity) << 8) |
            Math.round(red / opacity)) >>>
          0;
    from = x;
  }
}

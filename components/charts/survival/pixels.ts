/** The survival map as pixels: messages binned into rows, calls into columns, a row at a time, so that it can be drawn in slices. */

import { State } from '@/lib/engine/run';
import { LOOK_STYLES, LOOKS, type MapLook, opacityAt, TEXTURE } from './looks';
import type { SurvivalRuns } from './runs';

/** Red, green and blue of each look. */
export type Palette = readonly (readonly [number, number, number])[];

export interface MapShape {
  /** Device pixels. */
  width: number;
  height: number;
  /** Call at the left edge, and device pixels from one call to the next. */
  from: number;
  perCall: number;
  /** Device pixels of the tick at an eviction or a refusal. */
  tick: number;
  /** Device pixels of a cell of a texture. */
  cell: number;
}

/** Per message the look of its whole text: tool, assistant, user or pinned. */
export type MessageLooks = Uint8Array;

const COUNT = LOOKS.length;
const code = (look: MapLook) => LOOKS.indexOf(look);
const SUMMARISED = code('summarised');
const TRUNCATED = code('truncated');
const EVICTED = code('evicted');
const EVICTED_TICK = code('evicted-tick');
const REFUSED = code('refused');
const PINNED = code('pinned');

/** What a row shows of a summarised message beside its thin line. */
const NOTHING = -1;

const WEIGHTS = LOOKS.map((look) => LOOK_STYLES[look].weight);

/** Per row of the texture, column of it and look: opacity. */
const OPACITY = new Float64Array(TEXTURE * TEXTURE * COUNT);
for (let row = 0; row < TEXTURE; row++) {
  for (let column = 0; column < TEXTURE; column++) {
    for (const [look, name] of LOOKS.entries()) {
      OPACITY[(row * TEXTURE + column) * COUNT + look] = opacityAt(name, row, column);
    }
  }
}

/** The place of the message at a row of pixels, or of any other measure of height. */
export function placeAtRow(row: number, messageCount: number, height: number): number {
  return Math.min(messageCount - 1, Math.max(0, Math.floor((row * messageCount) / height)));
}

export interface MapInput {
  runs: SurvivalRuns;
  looks: MessageLooks;
  shape: MapShape;
  palette: Palette;
}

/** Draws a map row by row into `pixels`, one 32-bit RGBA value (little-endian) each, which must be clear. */
export class MapPainter {
  /** Rows that are drawn already. */
  row = 0;
  /** Per column of pixels and look: how many messages more or fewer show it from there on. */
  private readonly changes: Int32Array;
  private readonly touched: Uint8Array;
  private readonly counts = new Int32Array(COUNT);
  private readonly colors = new Uint32Array(TEXTURE);

  constructor(
    private readonly pixels: Uint32Array,
    private readonly input: MapInput,
  ) {
    const { width } = input.shape;
    this.changes = new Int32Array((width + 1) * COUNT);
    this.touched = new Uint8Array(width + 1);
  }

  get done(): boolean {
    const { runs, shape } = this.input;
    return runs.messageCount === 0 || shape.width <= 0 || this.row >= shape.height;
  }

  /** Draws the next row. */
  next(): void {
    const { runs, looks, shape } = this.input;
    const { height } = shape;
    const { messageCount } = runs;
    const row = this.row++;
    const from = Math.floor((row * messageCount) / height);
    const to = Math.max(from + 1, Math.floor(((row + 1) * messageCount) / height));
    let summary = SUMMARISED;
    if (messageCount * 2 <= height) {
      const top = Math.ceil((from * height) / messageCount);
      const bottom = Math.ceil(((from + 1) * height) / messageCount);
      const thick = bottom - top;
      // Rows tall enough stand apart by a pixel; a summary holds less, so its line is thinner.
      if (thick >= 3 && row === bottom - 1) return;
      const inset = Math.max(1, Math.round((thick - 1) * 0.28));
      if (thick >= 4 && (row < top + inset || row >= bottom - 1 - inset)) summary = NOTHING;
    }
    for (let place = from; place < to; place++) this.note(place, looks[place] as number, summary);
    this.paint(row, to - from);
  }

  /** Notes a look from one column up to another. */
  private mark(look: number, start: number, end: number): void {
    const { width } = this.input.shape;
    const a = Math.max(0, Math.min(width, Math.round(start)));
    const b = Math.max(0, Math.min(width, Math.round(end)));
    if (b <= a) return;
    const { changes, touched } = this;
    touched[a] = 1;
    touched[b] = 1;
    (changes[a * COUNT + look] as number)++;
    (changes[b * COUNT + look] as number)--;
  }

  /** Notes the looks of a message's life. */
  private note(place: number, look: number, summary: number): void {
    const { runs, shape } = this.input;
    const { width, from, perCall, tick } = shape;
    const end = runs.first[place + 1] as number;
    for (let part = runs.first[place] as number; part < end; part++) {
      const x = ((runs.from[part] as number) - from) * perCall;
      const next = part + 1 < end ? ((runs.from[part + 1] as number) - from) * perCall : width;
      switch (runs.state[part]) {
        case State.verbatim:
          this.mark(look, x, next);
          break;
        case State.truncated:
          this.mark(look === PINNED ? PINNED : TRUNCATED, x, next);
          break;
        case State.summarised:
          if (summary !== NOTHING) this.mark(summary, x, next);
          break;
        case State.evicted:
          this.mark(EVICTED_TICK, x, Math.min(next, x + tick));
          this.mark(EVICTED, x + tick, next);
          break;
        case State.refused:
          this.mark(REFUSED, x, Math.min(next, x + tick * 2));
          break;
      }
    }
  }

  /** Turns what was noted into pixels and clears it. */
  private paint(row: number, messages: number): void {
    const { shape } = this.input;
    const { width, cell } = shape;
    const { changes, touched, counts, colors, pixels } = this;
    const start = row * width;
    const textureRow = Math.floor(row / cell) & 3;
    let from = 0;
    let even = true;
    let shown = false;
    counts.fill(0);
    for (let x = 0; x <= width; x++) {
      if (touched[x] === 0) continue;
      if (shown) {
        if (even) pixels.fill(colors[0] as number, start + from, start + x);
        else for (let at = from; at < x; at++) pixels[start + at] = colors[Math.floor(at / cell) & 3] as number;
      }
      touched[x] = 0;
      for (let look = 0; look < COUNT; look++) (counts[look] as number) += changes[x * COUNT + look] as number;
      changes.fill(0, x * COUNT, (x + 1) * COUNT);
      shown = this.mix(textureRow, messages);
      even = colors[0] === colors[1] && colors[1] === colors[2] && colors[2] === colors[3];
      from = x;
    }
  }

  /** The four colours of what is counted now, one for each column of the texture. Whether any is to be seen. */
  private mix(textureRow: number, messages: number): boolean {
    const { counts, colors } = this;
    const { palette } = this.input;
    let shown = false;
    let total = messages;
    for (let look = 0; look < COUNT; look++) total += (counts[look] as number) * ((WEIGHTS[look] as number) - 1);
    for (let column = 0; column < TEXTURE; column++) {
      const at = (textureRow * TEXTURE + column) * COUNT;
      let red = 0;
      let green = 0;
      let blue = 0;
      let opacity = 0;
      for (let look = 0; look < COUNT; look++) {
        const count = counts[look] as number;
        if (count === 0) continue;
        const share = count * (WEIGHTS[look] as number) * (OPACITY[at + look] as number);
        const color = palette[look] as Palette[number];
        red += share * color[0];
        green += share * color[1];
        blue += share * color[2];
        opacity += share;
      }
      colors[column] =
        opacity <= 0
          ? 0
          : ((Math.round((255 * opacity) / total) << 24) |
              (Math.round(blue / opacity) << 16) |
              (Math.round(green / opacity) << 8) |
              Math.round(red / opacity)) >>>
            0;
      if (colors[column] !== 0) shown = true;
    }
    return shown;
  }
}

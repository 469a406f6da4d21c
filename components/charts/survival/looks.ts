/** How a message's states look on the map: a colour each, and a texture each, so that colour is never the only difference. */

export const LOOKS = [
  'tool',
  'assistant',
  'user',
  'pinned',
  'truncated',
  'summarised',
  'evicted',
  'evicted-tick',
  'refused',
] as const;
export type MapLook = (typeof LOOKS)[number];

/** Cells of a texture: 4 × 4, repeated. */
export const TEXTURE = 4;

/** Opacity of the marked and of the other cells, and which cells are marked: one row of four bits each, from the top. */
interface Texture {
  token: string;
  marked: number;
  other: number;
  rows: readonly [number, number, number, number];
  /** How much a message counts where many share a row of pixels: what is rare and matters stays visible. */
  weight: number;
}

const SOLID = [0b1111, 0b1111, 0b1111, 0b1111] as const;

export const LOOK_STYLES: Record<MapLook, Texture> = {
  tool: { token: '--tool', marked: 0.97, other: 0, rows: SOLID, weight: 1 },
  assistant: { token: '--assistant', marked: 1, other: 0, rows: SOLID, weight: 1 },
  user: { token: '--user', marked: 1, other: 0, rows: SOLID, weight: 1 },
  pinned: { token: '--accent', marked: 1, other: 0, rows: SOLID, weight: 5 },
  // Slanted stripes.
  truncated: { token: '--cut-mark', marked: 1, other: 0.76, rows: [0b1100, 0b0110, 0b0011, 0b1001], weight: 1 },
  // Staggered dashes, light: what a summary says of it.
  summarised: { token: '--summary-mark', marked: 0.42, other: 0.18, rows: [0b1100, 0b0011, 0b1100, 0b0011], weight: 1 },
  // Sparse dots: nothing is left.
  evicted: { token: '--map-gone', marked: 0.45, other: 0.03, rows: [0b1000, 0b0000, 0b0010, 0b0000], weight: 1 },
  'evicted-tick': { token: '--map-gone', marked: 1, other: 0, rows: SOLID, weight: 2 },
  refused: { token: '--map-gone', marked: 1, other: 0, rows: SOLID, weight: 5 },
};

/** Opacity of a look in a cell of its texture. */
export function opacityAt(look: MapLook, row: number, column: number): number {
  const { rows, marked, other } = LOOK_STYLES[look];
  return ((rows[row & 3] as number) >> (3 - (column & 3))) & 1 ? marked : other;
}

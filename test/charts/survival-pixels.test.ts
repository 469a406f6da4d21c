/** The map's pixels: each state in its colour, where its calls are, and nothing where there is nothing. */

import { describe, expect, it } from 'vitest';
import { LOOKS, opacityAt, TEXTURE } from '@/components/charts/survival/looks';
import { MapPainter, type MapShape, type Palette, placeAtRow } from '@/components/charts/survival/pixels';
import type { SurvivalRuns } from '@/components/charts/survival/runs';
import { State } from '@/lib/engine/run';

/** Look n is drawn as red 10n. */
const PALETTE: Palette = LOOKS.map((_, look) => [10 * (look + 1), 0, 0]);

/** Lives as [call, state] pairs, a message each. */
function runsOf(lives: [number, number][][], lastCall: number): SurvivalRuns {
  const flat = lives.flat();
  let length = 0;
  const first = Int32Array.from([0, ...lives.map((life) => (length += life.length))]);
  return {
    messageCount: lives.length,
    lastCall,
    first,
    from: Int32Array.from(flat.map(([call]) => call)),
    state: Uint8Array.from(flat.map(([, state]) => state)),
  };
}

function paint(
  runs: SurvivalRuns,
  shape: MapShape,
  looks: Uint8Array = new Uint8Array(runs.messageCount),
): Uint32Array {
  const pixels = new Uint32Array(shape.width * shape.height);
  const painter = new MapPainter(pixels, { runs, looks, shape, palette: PALETTE });
  while (!painter.done) painter.next();
  return pixels;
}

/** The look of every pixel; null where nothing, or next to nothing, is drawn. */
function draw(runs: SurvivalRuns, shape: MapShape, looks?: Uint8Array): (string | null)[][] {
  const pixels = paint(runs, shape, looks);
  return Array.from({ length: shape.height }, (_, row) =>
    Array.from(pixels.subarray(row * shape.width, (row + 1) * shape.width), (pixel) =>
      pixel >>> 24 < 10 ? null : (LOOKS[(pixel & 255) / 10 - 1] ?? 'mixed'),
    ),
  );
}

function shapeOf(width: number, height: number, lastCall: number, more: Partial<MapShape> = {}): MapShape {
  return { width, height, from: 0, perCall: lastCall === 0 ? 0 : (width - 1) / lastCall, tick: 1, cell: 1, ...more };
}

describe('the survival map', () => {
  it('draws a life from its arrival on, state by state', () => {
    const runs = runsOf(
      [
        [
          [0, State.verbatim],
          [3, State.summarised],
        ],
        [
          [2, State.truncated],
          [4, State.evicted],
        ],
        [[1, State.refused]],
      ],
      5,
    );
    const rows = draw(runs, shapeOf(6, 3, 5));
    expect(rows[0]).toEqual(['tool', 'tool', 'tool', 'summarised', 'summarised', 'summarised']);
    expect(rows[1]).toEqual([null, null, 'truncated', 'truncated', 'evicted-tick', null]);
    expect(rows[2]).toEqual([null, 'refused', 'refused', null, null, null]);
  });

  it('draws a pinned message as pinned, also where it is cut', () => {
    const runs = runsOf([[[0, State.truncated]]], 3);
    const rows = draw(runs, shapeOf(4, 1, 3), Uint8Array.of(LOOKS.indexOf('pinned')));
    expect(rows[0]).toEqual(['pinned', 'pinned', 'pinned', 'pinned']);
  });

  it('keeps tall rows apart and draws a summary thinner than a text', () => {
    const runs = runsOf([[[0, State.verbatim]], [[0, State.summarised]]], 1);
    const rows = draw(runs, shapeOf(2, 20, 1));
    const column = rows.map((row) => row[0]);
    expect(column.slice(0, 10)).toEqual([...new Array(9).fill('tool'), null]);
    expect(column.slice(10).filter((look) => look === 'summarised').length).toBeLessThan(6);
    expect(column[10]).toBeNull();
    expect(column[19]).toBeNull();
  });

  it('mixes the messages that share a row, and leaves no trace in the next one', () => {
    const lives: [number, number][][] = [];
    for (let message = 0; message < 40; message++) lives.push([[0, message < 20 ? State.verbatim : State.summarised]]);
    const rows = draw(runsOf(lives, 1), shapeOf(2, 2, 1));
    expect(rows).toEqual([
      ['tool', 'tool'],
      ['summarised', 'summarised'],
    ]);
    const mixed = paint(runsOf(lives, 0), shapeOf(1, 1, 0));
    const red = (mixed[0] as number) & 255;
    expect(red).toBeGreaterThan(10);
    expect(red).toBeLessThan(10 * (LOOKS.indexOf('summarised') + 1));
  });

  it('draws nothing for nothing', () => {
    const pixels = paint(runsOf([], 0), shapeOf(2, 2, 1));
    expect(Array.from(pixels)).toEqual([0, 0, 0, 0]);
  });

  it('finds the message of a row', () => {
    expect([0, 9, 10, 19, 25, -3].map((row) => placeAtRow(row, 2, 20))).toEqual([0, 0, 1, 1, 1, 0]);
    expect(placeAtRow(599, 100_000, 600)).toBe(99_833);
  });

  it('draws the calls of a zoom only, and a state that began before them', () => {
    const life: [number, number][] = [
      [0, State.verbatim],
      [50, State.summarised],
    ];
    const zoomed = shapeOf(10, 1, 100, { from: 45, perCall: 1 });
    expect(draw(runsOf([life], 100), zoomed)[0]).toEqual([
      ...new Array(5).fill('tool'),
      ...new Array(5).fill('summarised'),
    ]);
  });

  it('is the same picture in slices of any size', () => {
    const lives: [number, number][][] = Array.from({ length: 300 }, (_, message) => [
      [message, State.verbatim],
      [message + 40, message % 3 === 0 ? State.evicted : State.summarised],
    ]);
    const runs = runsOf(lives, 400);
    const shape = shapeOf(90, 64, 400);
    const pixels = new Uint32Array(shape.width * shape.height);
    const painter = new MapPainter(pixels, { runs, looks: new Uint8Array(300), shape, palette: PALETTE });
    for (let row = 0; row < shape.height; row++) {
      expect(painter.row).toBe(row);
      painter.next();
    }
    expect(painter.done).toBe(true);
    expect(pixels).toEqual(paint(runs, shape));
  });

  it('has a texture of its own for each state that is not the whole text', () => {
    const textureOf = (look: (typeof LOOKS)[number]) => {
      const cells: number[] = [];
      for (let cell = 0; cell < TEXTURE * TEXTURE; cell++) {
        cells.push(opacityAt(look, Math.floor(cell / TEXTURE), cell % TEXTURE));
      }
      return cells;
    };
    const textures = (['tool', 'truncated', 'summarised', 'evicted'] as const).map((look) => {
      const cells = textureOf(look);
      const most = cells.reduce((a, b) => Math.max(a, b));
      return cells.map((cell) => (cell === most ? '#' : '.')).join('');
    });
    expect(new Set(textures).size).toBe(textures.length);
    expect(textures[0]).toBe('#'.repeat(16));
  });
});

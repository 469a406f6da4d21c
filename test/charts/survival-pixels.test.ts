/** The map's pixels: each state in its colour, where its calls are, and nothing where there is nothing. */

import { describe, expect, it } from 'vitest';
import { drawSurvival, LOOKS, type MapShape, messageAt, type Palette } from '@/components/charts/survival-pixels';
import type { SurvivalRuns } from '@/components/charts/survival-runs';
import { State } from '@/lib/engine/run';

/** Look n is drawn as red 10n, opaque. */
const PALETTE: Palette = LOOKS.map((_, look) => [10 * (look + 1), 0, 0, 1]);

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

function draw(runs: SurvivalRuns, shape: MapShape, looks = new Uint8Array(runs.messageCount)): (string | null)[][] {
  const pixels = new Uint32Array(shape.width * shape.height);
  drawSurvival(pixels, runs, looks, shape, PALETTE);
  return Array.from({ length: shape.height }, (_, row) =>
    Array.from(pixels.subarray(row * shape.width, (row + 1) * shape.width), (pixel) =>
      pixel === 0 ? null : (LOOKS[(pixel & 255) / 10 - 1] ?? 'mixed'),
    ),
  );
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
    const rows = draw(runs, { width: 6, height: 3, left: 0, right: 5, tick: 2 });
    expect(rows[0]).toEqual(['tool', 'tool', 'tool', 'summarised', 'summarised', 'summarised']);
    expect(rows[1]).toEqual([null, null, 'truncated', 'truncated', 'evicted', 'evicted-fading']);
    expect(rows[2]).toEqual([null, 'refused', 'refused', null, null, null]);
  });

  it('draws a pinned message as pinned, also where it is cut', () => {
    const runs = runsOf([[[0, State.truncated]]], 3);
    const rows = draw(
      runs,
      { width: 4, height: 1, left: 0, right: 3, tick: 2 },
      Uint8Array.of(LOOKS.indexOf('pinned')),
    );
    expect(rows[0]).toEqual(['pinned', 'pinned', 'pinned', 'pinned']);
  });

  it('keeps tall rows apart and draws a summary thinner than a text', () => {
    const runs = runsOf([[[0, State.verbatim]], [[0, State.summarised]]], 1);
    const rows = draw(runs, { width: 2, height: 20, left: 0, right: 1, tick: 1 });
    const column = rows.map((row) => row[0]);
    expect(column.slice(0, 10)).toEqual([...new Array(9).fill('tool'), null]);
    expect(column.slice(10).filter((look) => look === 'summarised-line').length).toBeLessThan(6);
    expect(column[10]).toBeNull();
    expect(column[19]).toBeNull();
  });

  it('mixes the messages that share a row, and leaves no trace in the next one', () => {
    const lives: [number, number][][] = [];
    for (let message = 0; message < 40; message++) lives.push([[0, message < 20 ? State.verbatim : State.summarised]]);
    const rows = draw(runsOf(lives, 1), { width: 2, height: 2, left: 0, right: 1, tick: 1 });
    expect(rows).toEqual([
      ['tool', 'tool'],
      ['summarised', 'summarised'],
    ]);
    const mixed = new Uint32Array(1);
    drawSurvival(
      mixed,
      runsOf(lives, 0),
      new Uint8Array(40),
      { width: 1, height: 1, left: 0, right: 0, tick: 1 },
      PALETTE,
    );
    const red = (mixed[0] as number) & 255;
    expect(red).toBeGreaterThan(10);
    expect(red).toBeLessThan(10 * (LOOKS.indexOf('summarised') + 1));
  });

  it('draws nothing for nothing', () => {
    const pixels = new Uint32Array(4);
    drawSurvival(pixels, runsOf([], 0), new Uint8Array(), { width: 2, height: 2, left: 0, right: 1, tick: 1 }, PALETTE);
    expect(Array.from(pixels)).toEqual([0, 0, 0, 0]);
  });

  it('finds the message of a row', () => {
    expect([0, 9, 10, 19, 25, -3].map((row) => messageAt(row, 2, 20))).toEqual([0, 0, 1, 1, 1, 0]);
    expect(messageAt(599, 100_000, 600)).toBe(99_833);
  });
});

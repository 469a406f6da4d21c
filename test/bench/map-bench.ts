/** The survival map's pixels at its largest, against a small map on the same canvas: what 100,000 × 10,000 cells cost. */

import { LOOKS } from '../../components/charts/survival/looks';
import { MapPainter, type Palette } from '../../components/charts/survival/pixels';
import type { SurvivalRuns } from '../../components/charts/survival/runs';
import { State } from '../../lib/engine/run';

export interface MapFigures {
  /** Milliseconds for the whole picture, the median of several. */
  large: number;
  small: number;
  /** Milliseconds of the slowest row: no slice of the drawing can be shorter. */
  slowestRow: number;
}

const WIDTH = 1800;
const HEIGHT = 560;
const ROUNDS = 7;
const PALETTE: Palette = LOOKS.map((_, look) => [look * 20, 120, 255 - look * 20] as const);

/** Each message comes at its call, is cut, summarised and dropped later, as far as the calls reach. */
function livesOf(messageCount: number, calls: number): SurvivalRuns {
  const first = new Int32Array(messageCount + 1);
  const from: number[] = [];
  const state: number[] = [];
  for (let message = 0; message < messageCount; message++) {
    first[message] = from.length;
    const arrival = Math.floor((message * calls) / messageCount);
    const steps = [State.verbatim, ...(message % 7 === 0 ? [State.truncated] : []), State.summarised, State.evicted];
    for (const [step, code] of steps.entries()) {
      const call = arrival + step * Math.floor(calls / 9);
      if (call >= calls) break;
      from.push(call);
      state.push(code);
    }
  }
  first[messageCount] = from.length;
  return { messageCount, lastCall: calls - 1, first, from: Int32Array.from(from), state: Uint8Array.from(state) };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

function paint(runs: SurvivalRuns): { whole: number; slowestRow: number } {
  const looks = Uint8Array.from({ length: runs.messageCount }, (_, message) => message % 3);
  const wholes: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const shape = { width: WIDTH, height: HEIGHT, from: 0, perCall: WIDTH / runs.lastCall, tick: 6, cell: 2 };
    const painter = new MapPainter(new Uint32Array(WIDTH * HEIGHT), { runs, looks, palette: PALETTE, shape });
    let longest = 0;
    let since = started;
    while (!painter.done) {
      painter.next();
      const now = performance.now();
      longest = Math.max(longest, now - since);
      since = now;
    }
    wholes.push(performance.now() - started);
    slowest.push(longest);
  }
  return { whole: median(wholes), slowestRow: median(slowest) };
}

export function benchMap(): MapFigures {
  const small = paint(livesOf(1000, 500));
  const large = paint(livesOf(100_000, 10_000));
  return { large: large.whole, small: small.whole, slowestRow: large.slowestRow };
}

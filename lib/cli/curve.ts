/** The pressure curve as text: bars over the calls, the limit and the thresholds as lines across. */

import { decimal } from '../engine/figures';

export interface CurveLine {
  label: string;
  pressure: number;
}

const BLOCKS = ['', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ROWS = 12;

/** The highest pressure of the calls that share a column. */
function binned(pressures: readonly number[], columns: number): number[] {
  const bins: number[] = [];
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * pressures.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * pressures.length) / columns));
    let highest = 0;
    for (let call = from; call < to && call < pressures.length; call++) {
      highest = Math.max(highest, pressures[call] as number);
    }
    bins.push(highest);
  }
  return bins;
}

/** Lines of text, the highest pressure first. Each column shows the highest pressure of its calls. */
export function pressureCurve(pressures: readonly number[], lines: readonly CurveLine[], width = 80): string[] {
  const bins = binned(pressures, Math.min(width, pressures.length));
  const top = Math.max(1, ...bins, ...lines.map((line) => line.pressure));
  const step = top / ROWS;
  const labels = new Map<number, string>();
  for (const { label, pressure } of [...lines, { label: 'limit', pressure: 1 }]) {
    const row = Math.min(ROWS, Math.ceil(pressure / step - 1e-9)) - 1;
    const text = `${label} ${decimal(pressure)}`;
    labels.set(row, labels.has(row) ? `${labels.get(row)}, ${text}` : text);
  }
  const margin = [...labels.values()].reduce((widest, label) => Math.max(widest, label.length), 4);
  const drawn: string[] = [];
  for (let row = ROWS - 1; row >= 0; row--) {
    const label = labels.get(row);
    const cells = bins.map((pressure) => {
      const filled = Math.max(0, Math.min(8, Math.round((pressure / step - row) * 8)));
      return filled > 0 ? BLOCKS[filled] : label === undefined ? ' ' : '·';
    });
    drawn.push(`${(label ?? '').padStart(margin)} │${cells.join('')}`.trimEnd());
  }
  drawn.push(`${'0.00'.padStart(margin)} └${'─'.repeat(bins.length)}`);
  const last = `call ${pressures.length}`;
  drawn.push(`${' '.repeat(margin + 2)}call 1${last.padStart(Math.max(last.length + 1, bins.length - 6))}`);
  return drawn;
}

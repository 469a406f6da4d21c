// The scoreboard as the workbench shows it: marks follow what is read.
import { describe, expect, it } from 'vitest';
import { type Cell, evenMarks, type Scoreboard } from '@/lib/metrics/scoreboard';

function board(...column: [value: number | null, shown: string, mark: Cell['mark']][]): Scoreboard {
  return {
    figures: [{ id: 'peakPressure', label: 'Peak', unit: 'ratio', better: 'low', definition: 'x' }],
    rows: column.map(([value, shown, mark], place) => ({
      lane: `lane ${place}`,
      system: 'managed-window',
      cells: [{ value, shown, mark, calls: Int32Array.of() }],
    })),
  };
}

const marksOf = (one: Scoreboard) => one.rows.map(({ cells }) => cells[0]?.mark);

describe('marks of the scoreboard', () => {
  it('are the same where the numbers read the same', () => {
    const even = evenMarks(
      board([0.701, '0.70', 'best'], [0.704, '0.70', null], [0.8, '0.80', null], [1, '1.00', 'worst']),
    );
    expect(marksOf(even)).toEqual(['best', 'best', null, 'worst']);
  });

  it('are none where best and worst read the same', () => {
    expect(marksOf(evenMarks(board([0.701, '0.70', 'best'], [0.704, '0.70', 'worst'])))).toEqual([null, null]);
  });

  it('leave lanes without a number unmarked', () => {
    expect(marksOf(evenMarks(board([null, '–', null], [1, '1', 'best'], [2, '2', 'worst'])))).toEqual([
      null,
      'best',
      'worst',
    ]);
    expect(marksOf(evenMarks(board([null, '–', null], [1, '1', null])))).toEqual([null, null]);
  });
});

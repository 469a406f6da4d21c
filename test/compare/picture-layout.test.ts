/** The picture of the scoreboard: every text of it is there whole, and none runs into its neighbour or over the edge. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGE, LINE, pictureLayout, ROW, signOf, wrapped } from '@/components/compare/picture-layout';
import { REPLAY_LIMITS } from '@/lib/metrics/limits';
import { FIGURES } from '@/lib/metrics/registry';
import { findModel, loadModels, MODEL_SOURCE } from '@/lib/models/registry';
import { boardNotes, type ExportedBoard } from '@/lib/store/board-notes';

const text = (of: string) => [...of].length * 7;
const measures = { text, bold: (of: string) => [...of].length * 8, title: (of: string) => [...of].length * 9 };
const models = await loadModels();
const notes = boardNotes(
  { yardstick: 'o200k_base', prices: { model: 'gemini-2.5-pro', provider: 'google' } },
  { source: MODEL_SOURCE, find: (model, provider) => findModel(models, model, provider) },
);

function boardOf(lanes: readonly { lane: string; shown: string; problem?: string }[]): ExportedBoard {
  return {
    figures: FIGURES.map(({ id, label, unit, better, definition }) => ({ id, label, unit, better, definition })),
    rows: lanes.map(({ shown, ...row }) => ({
      system: 'none',
      cells: FIGURES.map(() => ({ value: 1, shown, mark: 'best' as const, calls: new Int32Array(0) })),
      ...row,
    })),
  };
}

const spaceless = (lines: readonly string[]) => lines.join('').replace(/\s/g, '');

it('wraps a text without losing a letter of it, and no line is too wide', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 7, max: 200 }), (given, width) => {
      const lines = wrapped(given, width, text);
      expect(spaceless(lines)).toBe(given.replace(/\s/g, ''));
      for (const line of lines) expect([...line].length <= 1 || text(line) <= width).toBe(true);
    }),
    { seed: 20_261_130, numRuns: 300 },
  );
});

describe('the layout', () => {
  const lane = 'managed-window, guards off, as its document published it';
  const board = boardOf([
    { lane: 'a', shown: 'verbatim' },
    { lane, shown: '1,234,567.89 of 2,345,678.90' },
    { lane: 'x'.repeat(90), shown: 'cannot run', problem: 'the window is 10' },
  ]);
  const layout = pictureLayout(board, notes, 'title '.repeat(60).trim(), measures);

  it('has names of lanes and figures whole, each inside its own column', () => {
    expect(layout.labels).toContain('Invalid, OpenAI Chat Completions, calls');
    // What a name says itself is not said twice.
    expect(layout.labels).toEqual(expect.arrayContaining(['Sent, tokens', 'Summarizer tokens', 'Bill', 'Recall']));
    let before = EDGE + Math.max(...layout.labels.map(text));
    for (const [place, { lines, right }] of layout.heads.entries()) {
      const row = board.rows[place];
      expect(spaceless(lines)).toBe(row?.lane.replace(/\s/g, ''));
      for (const line of lines) expect(right - text(line)).toBeGreaterThan(before);
      const value = `${signOf({ mark: 'best' })}${row?.cells[0]?.shown}`;
      expect(right - measures.bold(value)).toBeGreaterThan(before);
      before = right;
    }
    expect(before).toBe(layout.width - EDGE);
  });

  it('says below yardstick, prices with the date of the registry, the lane that cannot run, and what a replay cannot show', () => {
    const foot = spaceless(layout.foot.map((line) => line.text));
    expect(foot).toContain('▲best,▼worst');
    const said = ['Tokens in o200k_base.', 'Gemini 2.5 Pro (Google)', 'Cache: Gemini, implicit.', MODEL_SOURCE.date];
    for (const one of [...said, 'cannot run: the window is 10', ...REPLAY_LIMITS]) {
      expect(foot).toContain(one.replace(/\s/g, ''));
    }
    expect(foot).not.toContain('hidden');
    const withHidden = pictureLayout({ ...board, hidden: ['small', 'large'] }, notes, 'title', measures);
    expect(spaceless(withHidden.foot.map((line) => line.text))).toContain('2hiddenlanesareleftout:small,large.');
    for (const line of layout.foot) expect(text(line.text)).toBeLessThanOrEqual(layout.width - EDGE * 2);
  });

  it('puts everything under each other, and ends below all of it', () => {
    const most = Math.max(...layout.heads.map(({ lines }) => lines.length));
    expect(layout.title.length).toBeGreaterThan(1);
    expect(layout.tableTop).toBeGreaterThanOrEqual(layout.titleTop + layout.title.length * 20 + most * LINE - 10);
    let before = layout.tableTop + ROW * FIGURES.length;
    for (const { y } of layout.foot) {
      expect(y - before).toBeGreaterThanOrEqual(LINE);
      before = y;
    }
    expect(layout.height).toBeGreaterThan(before + 10);
  });
});

/** Exports of the scoreboard: whatever a lane is called, a CSV reader, a Markdown reader and a JSON reader get it back unharmed; and bounds on it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOptions, EXAMPLE_PRICES } from '@/lib/metrics/bill-prices';
import { brokenBounds, parseBounds } from '@/lib/metrics/bounds';
import { REPLAY_LIMITS } from '@/lib/metrics/limits';
import type { Scoreboard } from '@/lib/metrics/scoreboard';
import {
  csvText,
  exportScoreboard,
  hiddenText,
  impossibleRow,
  markdownText,
  SCOREBOARD_FORMATS,
} from '@/lib/metrics/scoreboard-export';
import { type BoardNotes, notesText, pricesText } from '@/lib/metrics/scoreboard-notes';

function boardOf(lanes: readonly { name: string; recall: number | null; invalid: number }[]): Scoreboard {
  return {
    figures: [
      { id: 'recall', label: 'Recall', unit: 'share', better: 'high', definition: 'One minus misses ÷ uses.' },
      { id: 'invalid', label: 'Invalid | windows', unit: 'calls', better: 'low', definition: 'Rejected *windows*.' },
    ],
    rows: lanes.map(({ name, recall, invalid }) => ({
      lane: name,
      system: 'none',
      cells: [
        { value: recall, shown: recall === null ? 'none' : recall.toFixed(2), mark: 'best', calls: new Int32Array(0) },
        { value: invalid, shown: String(invalid), mark: null, calls: Int32Array.of(2, 5) },
      ],
    })),
  };
}

const notes: BoardNotes = {
  yardstick: 'o200k_base',
  options: billOptions({ provider: 'google' }, { ...EXAMPLE_PRICES, input: 1.25, output: 10 }),
  model: { id: 'gemini-2.5-pro', name: 'Gemini 2.5 Pro', provider: 'Google' },
  summarizer: null,
  unknown: [],
  hasOwnPrices: false,
  changed: [],
  gaps: null,
  registry: { name: 'prices', version: '1.2.3', date: '2026-09-23' },
};

/** RFC 4180, character by character. */
function parsedCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(field);
      field = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field]);
      row = [];
      field = '';
      at++;
    } else field += sign;
  }
  expect([quoted, field, row]).toEqual([false, '', []]);
  return rows;
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', '|', '`', '*', '<img src=x>', '[a](b)', 'ü'))
    .map((parts) => parts.join('')),
);
const lanes = fc.array(
  fc.record({
    name: nasty,
    recall: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    invalid: fc.nat({ max: 99 }),
  }),
  { minLength: 1, maxLength: 5 },
);
const seeded = { seed: 20_261_130, numRuns: 500 };

describe('CSV', () => {
  it('is read back as it was, numbers in full, and no field is a formula', () => {
    fc.assert(
      fc.property(lanes, (given) => {
        const [titles, ...rows] = parsedCsv(exportScoreboard(boardOf(given), 'csv', notes));
        expect(titles).toEqual(['lane', 'system', 'recall', 'invalid', 'yardstick', 'prices', 'problem', 'limits']);
        expect(rows).toHaveLength(given.length);
        for (const [
          at,
          [name = '', , recall, invalid, yardstick, prices, problem, limits, ...more],
        ] of rows.entries()) {
          const lane = given[at];
          expect(name).not.toMatch(/^[=+\-@\t\r]/);
          expect(name.startsWith("'") && name !== lane?.name ? name.slice(1) : name).toBe(lane?.name);
          expect(recall === '' ? null : Number(recall)).toBe(lane?.recall);
          expect(Number(invalid)).toBe(lane?.invalid);
          expect([yardstick, prices]).toEqual(['o200k_base', pricesText(notes)]);
          expect([problem, limits, more]).toEqual(['', REPLAY_LIMITS.join(' '), []]);
        }
      }),
      seeded,
    );
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['＝1', "'＝1"],
    ['a "b", c', '"a ""b"", c"'],
    ['plain', 'plain'],
  ])('%j is %s', (text, field) => {
    expect(csvText(text)).toBe(field);
  });
});

describe('Markdown', () => {
  it('keeps a row a line and a cell a column, whatever lanes are called', () => {
    fc.assert(
      fc.property(lanes, (given) => {
        const lines = exportScoreboard(boardOf(given), 'markdown', notes).split('\n');
        const table = lines.slice(0, 4);
        for (const line of table) {
          expect(line.replace(/\\./g, '').split('|')).toHaveLength(given.length + 3);
        }
        expect(lines.join('\n').replace(/\\./g, '')).not.toMatch(/<|\]\(|`/);
      }),
      seeded,
    );
  });

  it('marks the best, and says what a replay cannot show', () => {
    const text = exportScoreboard(boardOf([{ name: 'a_b', recall: 0.5, invalid: 3 }]), 'markdown', notes);
    expect(text.split('\n').slice(0, 4)).toEqual([
      '|  | a\\_b |',
      '| --- | ---: |',
      '| Recall | **0.50** |',
      '| Invalid \\| windows | 3 |',
    ]);
    expect(text).toContain('- Invalid \\| windows, calls: Rejected \\*windows\\*.');
    expect(text).toContain(`\n${markdownText(notesText(notes))}\n`);
    for (const sentence of REPLAY_LIMITS) expect(text).toContain(`> ${markdownText(sentence)}`);
  });
});

it('JSON has every figure by its id, with the calls behind it', () => {
  expect(SCOREBOARD_FORMATS).toContain('json');
  fc.assert(
    fc.property(lanes, (given) => {
      const {
        yardstick,
        prices,
        figures,
        lanes: read,
        limits,
      } = JSON.parse(exportScoreboard(boardOf(given), 'json', notes));
      expect(figures.map(({ id }: { id: string }) => id)).toEqual(['recall', 'invalid']);
      expect(limits).toEqual(REPLAY_LIMITS);
      expect(yardstick).toBe('o200k_base');
      expect(prices).toMatchObject({
        text: pricesText(notes),
        model: { id: 'gemini-2.5-pro', provider: 'Google' },
        input: 1.25,
        output: 10,
        cache: { id: 'gemini', readMultiplier: 0.25 },
        registry: { name: 'prices', version: '1.2.3', date: '2026-09-23' },
      });
      const expected = given.map(({ name, recall, invalid }) => ({
        lane: name,
        system: 'none',
        figures: {
          recall: { value: recall === 0 ? 0 : recall, mark: 'best', calls: [] },
          invalid: { value: invalid, mark: null, calls: [2, 5] },
        },
      }));
      expect(read).toEqual(expected);
    }),
    { ...seeded, numRuns: 100 },
  );
});

describe('a lane that cannot run', () => {
  const board = boardOf([{ name: 'a', recall: 0.5, invalid: 3 }]);
  const problem = 'window: It is 10.';
  const row = impossibleRow(board, { lane: 'small', system: 'managed-window', problem });
  const text = (format: (typeof SCOREBOARD_FORMATS)[number]) =>
    exportScoreboard({ ...board, rows: [row, ...board.rows] }, format, notes);

  it('has a row without numbers and its reason, in every format', () => {
    const [, fields] = parsedCsv(text('csv'));
    expect(fields?.slice(0, 5)).toEqual(['small', 'managed-window', '', '', 'o200k_base']);
    expect(fields?.slice(5)).toEqual([pricesText(notes), `Cannot run: ${problem}`, REPLAY_LIMITS.join(' ')]);
    expect(text('markdown')).toContain('| Recall | cannot run | **0.50** |');
    expect(text('markdown')).toContain('\nsmall cannot run: window: It is 10.\n');
    const [read] = JSON.parse(text('json')).lanes;
    expect(read).toMatchObject({ lane: 'small', problem, figures: { recall: { value: null, mark: null } } });
  });
});

describe('hidden lanes', () => {
  it('are named in every format, and nowhere where none is hidden', () => {
    const board = { figures: [], rows: [{ lane: 'seen', system: 'none', cells: [] }], hidden: ['=small', 'large'] };
    const text = (format: 'csv' | 'markdown' | 'json') => exportScoreboard(board, format, notes);
    expect(text('csv').split('\r\n')[0]).toBe('lane,system,yardstick,prices,problem,leftOut,limits');
    expect(text('csv')).toContain('"2 hidden lanes are left out: =small, large."');
    expect(text('markdown')).toContain('\n2 hidden lanes are left out: =small, large.\n');
    expect(JSON.parse(text('json')).hidden).toEqual(['=small', 'large']);
    const none = { ...board, hidden: [] };
    for (const format of SCOREBOARD_FORMATS)
      expect(exportScoreboard(none, format, notes)).not.toMatch(/hidden|leftOut/);
    expect(hiddenText({ hidden: ['small'] })).toBe('1 hidden lane is left out: small.');
  });
});

const NAMES = ['recall', 'invalid'];

describe('bounds on a board', () => {
  it('break exactly where the relation holds', () => {
    const RELATIONS: { [operator: string]: (a: number, b: number) => boolean } = {
      '<': (a, b) => a < b,
      '<=': (a, b) => a <= b,
      '>': (a, b) => a > b,
      '>=': (a, b) => a >= b,
    };
    fc.assert(
      fc.property(lanes, fc.constantFrom(...Object.keys(RELATIONS)), fc.nat({ max: 99 }), (given, operator, limit) => {
        const board = boardOf(given);
        const broken = brokenBounds(board, parseBounds(`invalid${operator}${limit},recall${operator}0.5`, NAMES));
        const relation = RELATIONS[operator] as (a: number, b: number) => boolean;
        const plain = given.flatMap(({ name, recall, invalid }) => [
          ...(relation(invalid, limit) ? [`${name} invalid ${invalid}`] : []),
          ...(recall !== null && relation(recall, 0.5) ? [`${name} recall ${recall}`] : []),
        ]);
        expect(broken.map(({ lane, figure, value }) => `${lane} ${figure.id} ${value}`)).toEqual(plain);
      }),
      { ...seeded, numRuns: 200 },
    );
  });
});

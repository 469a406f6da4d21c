/** What the page says stands behind its scoreboard is what the worker reckons with, and lanes that cannot run go out with their reason. */

import { describe, expect, it } from 'vitest';
import type { ScenarioPrices } from '@/lib/metrics/bill-prices';
import { findModel, loadModels, MODEL_SOURCE } from '@/lib/models/registry';
import { boardLine, boardNotes, exportedBoard, namesModel } from '@/lib/store/board-notes';
import type { LaneEntry } from '@/lib/store/lanes';
import { NOTHING_YET } from '@/lib/store/outcomes';
import { resolvedPrices } from '@/lib/worker/prices';

const models = await loadModels();
const registry = {
  source: MODEL_SOURCE,
  find: (model: string, provider: string | undefined) => findModel(models, model, provider),
};
const notesOf = (prices: ScenarioPrices) => boardNotes({ yardstick: 'words', prices }, registry);

const CASES: readonly ScenarioPrices[] = [
  {},
  { profile: 'none', prices: { input: 1 } },
  { model: 'gemini-2.5-pro', provider: 'google' },
  { model: 'gpt-5-mini', provider: 'openai', cache: { readMultiplier: 0.5 } },
  { model: 'claude-sonnet-4-5', provider: 'anthropic', summarizer: { model: 'gpt-5-mini', provider: 'openai' } },
  { model: 'no-such-model', summarizer: { model: 'no-such-model' } },
  { summarizer: { model: 'mistral-large', provider: 'mistral', prices: { output: 7 } } },
];

it.each(CASES)('reckons as the worker does: %j', async (prices) => {
  expect(notesOf(prices).options).toEqual(await resolvedPrices(prices));
});

describe('the line', () => {
  it('names yardstick, model, provider, profile and the date of the registry', () => {
    const line = boardLine(notesOf({ model: 'gemini-2.5-pro', provider: 'google' }));
    expect(line).toBe(
      `Tokens in words. Bill: Gemini 2.5 Pro (Google), $1.25 a million input tokens, $10 output, more for long requests, ${MODEL_SOURCE.name} ${MODEL_SOURCE.version} of ${MODEL_SOURCE.date}. Cache: Gemini, implicit.`,
    );
  });

  it('says where no prices are known', () => {
    expect(boardLine(notesOf({ model: 'no-such-model' }))).toContain('No prices are known of "no-such-model"');
    expect(boardLine(notesOf({}))).toContain('example prices');
  });

  it('needs the registry only where a model is named', () => {
    expect(CASES.map((prices) => namesModel({ prices }))).toEqual([false, false, true, true, true, true, true]);
  });
});

it('a lane that cannot run goes out below the others, with the reason; a hidden one is only named', () => {
  const entry = (id: string, hidden = false) =>
    ({ id, hidden, name: id, lane: { system: 'none' } }) as unknown as LaneEntry;
  const lanes = [entry('broken'), entry('out of sight', true)];
  const failed = { ...NOTHING_YET, failed: 'The window is 10.' };
  const comparison = new Map(lanes.map(({ id }) => [id, failed]));
  const row = { lane: 'runs', system: 'none', cells: [] };
  const { rows, hidden } = exportedBoard({ figures: [], rows: [row] }, { lanes, comparison });
  expect(rows.map(({ system, problem }) => [system, problem])).toEqual([
    ['none', undefined],
    ['none', 'The window is 10.'],
  ]);
  expect(hidden).toEqual(['out of sight']);
});

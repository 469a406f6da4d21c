/** What stands behind the scoreboard of the comparison, yardstick and prices, and the rows that go out with it. */

import { billOptions, ofProvider, type Prices } from '../metrics/bill-prices';
import { changedSettings } from '../metrics/changed-prices';
import type { FigureInfo, Scoreboard } from '../metrics/scoreboard';
import { type ExportedBoard, hiddenText, impossibleRow, rowNotes, unitBeside } from '../metrics/scoreboard-export';
import {
  type BoardNotes,
  type CallGaps,
  callGaps,
  type NamedModel,
  notesText,
  type PriceRegistry,
} from '../metrics/scoreboard-notes';
import { laneName } from './lanes';
import { failedLanes } from './scored';
import type { State } from './state';

export type { ExportedBoard } from '../metrics/scoreboard-export';
export type { BoardNotes } from '../metrics/scoreboard-notes';

/** The registry that models are looked up in. */
export interface BoardRegistry {
  source: PriceRegistry;
  find(
    model: string,
    provider: string | undefined,
  ): (NamedModel & { providerId: string; prices: Prices | null }) | undefined;
}

/** Whether a model is named, so that the registry is needed to say what it costs. */
export function namesModel({ prices: { model, summarizer } }: Pick<State, 'prices'>): boolean {
  return model !== undefined || summarizer?.model !== undefined;
}

/** The gaps between the calls as any lane's bill has them; null before there is one. The same object while they are the same. */
export function billedGaps({ comparison }: Pick<State, 'comparison'>): CallGaps | null {
  for (const { score } of comparison.values()) {
    const gaps = callGaps(score?.bill);
    if (!gaps) continue;
    if (last?.all !== gaps.all || last.unknown !== gaps.unknown) last = gaps;
    return last;
  }
  return null;
}

let last: CallGaps | null = null;

/** Yardstick and prices that are in force, as the bills of lanes are reckoned with them. */
export function boardNotes(
  { yardstick, prices }: Pick<State, 'yardstick' | 'prices'>,
  registry: BoardRegistry,
  gaps: CallGaps | null = null,
): BoardNotes {
  const agent = lookedUp(prices, registry);
  const writer = lookedUp(prices.summarizer ?? {}, registry);
  return {
    yardstick,
    options: billOptions(ofProvider(prices, agent.providerId), agent.prices ?? undefined, writer.prices),
    model: agent.model,
    summarizer: writer.model,
    unknown: [agent.unknown, writer.unknown].filter((name) => name !== null),
    hasOwnPrices: prices.prices !== undefined,
    changed: changedSettings(prices),
    gaps,
    registry: registry.source,
  };
}

interface LookedUp {
  model: NamedModel | null;
  providerId: string | undefined;
  prices: Prices | null;
  unknown: string | null;
}

/** A model without prices in the registry is as good as none: others stand in. */
function lookedUp({ model, provider }: { model?: string; provider?: string }, { find }: BoardRegistry): LookedUp {
  if (model === undefined) return { model: null, providerId: undefined, prices: null, unknown: null };
  const found = find(model, provider);
  if (!found?.prices) return { model: null, providerId: found?.providerId, prices: null, unknown: model };
  const { id, name, provider: of, providerId } = found;
  return { model: { id, name, provider: of }, providerId, prices: found.prices, unknown: null };
}

/** The line for under the table: the yardstick, and whose prices the bill takes, of which date, with which cache. */
export function boardLine(notes: BoardNotes): string {
  return notesText(notes);
}

/** Which hidden lanes are left out; the empty text where none is hidden. */
export function leftOutLine(board: ExportedBoard): string {
  return hiddenText(board);
}

/** What must be known beside the numbers of each lane, a sentence each. */
export function noteLines(board: ExportedBoard): string[] {
  return board.rows.flatMap((row) => rowNotes(board, row).map((note) => `${row.lane}, ${note}`));
}

/** What a figure is called, with what it counts: "Sent, tokens". */
export function figureText(figure: FigureInfo): string {
  const unit = unitBeside(figure);
  return unit === '' ? figure.label : `${figure.label}, ${unit}`;
}

/** The table as it goes out: lanes that cannot run stand below, with the reason; hidden ones are named. */
export function exportedBoard(board: Scoreboard, of: Pick<State, 'lanes' | 'comparison'>): ExportedBoard {
  const impossible = failedLanes(of).map(({ entry, reason }) =>
    impossibleRow(board, { lane: laneName(entry), system: entry.lane.system, problem: reason }),
  );
  const hidden = of.lanes.filter((entry) => entry.hidden).map(laneName);
  return { ...board, rows: [...board.rows, ...impossible], hidden };
}

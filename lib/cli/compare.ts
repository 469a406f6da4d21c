/** `palimpsest compare`: a transcript through several lanes under one yardstick, as a scoreboard, or as a check that can fail. */

import { counted } from '../engine/figures';
import { type Bound, BoundError, type BrokenBound, brokenBounds, parseBounds } from '../metrics/bounds';
import { shownNumber } from '../metrics/figure';
import { REPLAY_LIMITS } from '../metrics/limits';
import { FIGURES } from '../metrics/registry';
import { type Scoreboard, scoreboard } from '../metrics/scoreboard';
import {
  type ExportedBoard,
  type ExportedRow,
  exportScoreboard,
  impossibleRow,
  rowNotes,
  SCOREBOARD_FORMATS,
  type ScoreboardFormat,
} from '../metrics/scoreboard-export';
import { callGaps } from '../metrics/scoreboard-notes';
import { suggestion } from '../scenario/suggestion';
import { COUNTERS, isCounterId } from '../tokenizers/descriptions';
import { type Arguments, type Command, UsageError } from './command';
import { BILL_OPTIONS, billSentences, pricedBy } from './compare-bill';
import { type ComparedScenario, comparedScenario } from './compare-input';
import { comparedLanes } from './compare-scores';
import { definitionLines, scoreboardTable } from './compare-table';
import type { CommandIo } from './io';
import { oneLine } from './table';

const NAMES = FIGURES.map(({ id }) => id);
const FORMATS = ['table', ...SCOREBOARD_FORMATS] as const;

export const compare: Command = {
  name: 'compare',
  summary: 'Compare memory systems on a transcript: who forgets what, and at what price.',
  usage: 'FILE [--lanes FILE] [--format NAME] [--fail-on BOUNDS] [options]',
  description: [
    'FILE is a transcript in any known format, or a scenario; - reads standard input. --lanes names a scenario or a JSON list of up to eight lanes that is replayed on it: each lane a memory system with its settings, guards and summarizer. Without it the lanes of the scenario are taken, and for a transcript a managed window beside keeping everything.',
    'It prints a row a figure and a column a lane; + marks the best lane, - the worst. --definitions says what each figure means. The probes and prices of a scenario are used.',
    'With --fail-on it serves as a check: bounds like "recall<0.9,invalid>0" say what must not be. Every lane that breaks one is named on standard error, and the command ends with 1. It also does where a lane cannot run: the others are scored, and its row says so. A lane without a number for a figure breaks no bound on it; where no lane has one, the bound cannot be checked, and the command ends with 2. Figures: ' +
      `${NAMES.join(', ')}.`,
  ],
  options: {
    lanes: { value: 'FILE', help: 'Lanes to compare: a scenario, or a JSON list of lanes.' },
    format: { value: 'NAME', help: `How to print: ${FORMATS.join(', ')}. Default table.` },
    figures: { value: 'NAMES', help: 'Only these figures, with commas between them.' },
    'fail-on': { value: 'BOUNDS', help: 'End with 1 where a lane breaks a bound: "recall<0.9,invalid>0".' },
    definitions: { help: 'Say below the table what each figure means; without a FILE, that alone.' },
    conversation: { value: 'N', help: 'Which conversation of the file, from 1. Default 1.' },
    counter: {
      value: 'NAME',
      help: `Yardstick: ${COUNTERS.map(({ id }) => id).join(', ')}. Default: the scenario's, else o200k_base.`,
    },
    ...BILL_OPTIONS,
    timings: { help: 'Also the time that each replay took. It differs from run to run.' },
  },
  examples: [
    'palimpsest compare session.jsonl',
    'palimpsest compare session.jsonl --lanes lanes.json --model claude-sonnet-4-5 --provider anthropic',
    'palimpsest compare support.palimpsest.json --fail-on "recall<0.9,invalid>0"',
    'palimpsest compare session.jsonl --format csv > lanes.csv',
  ],
  files: { most: 1, needed: true, unless: 'definitions' },
  run: runCompare,
};

/** Resolves to the exit code: 1 where a lane breaks a bound, or cannot run; 2 where a bound cannot be checked. */
async function runCompare(given: Arguments, io: CommandIo): Promise<number> {
  const format = choiceOf('compare', given, 'format', FORMATS) ?? 'table';
  const bounds = boundsOf(given);
  const shown = figuresOf('compare', given);
  if (given.files.length === 0) {
    const wanted = FIGURES.filter(({ id }) => !shown || shown.includes(id));
    await io.out(`${['Figures:', ...definitionLines(wanted)].join('\n')}\n`);
    return 0;
  }
  const named = withCounter(await comparedScenario('compare', given, io), given);
  const priced = await pricedBy('compare', given, named.scenario);
  const timed = given.options.has('timings') || bounds.some(({ figure }) => figure === 'computeMs');
  const { scores, bills } = await comparedLanes(named, priced.options, timed, io);
  const prices = { ...priced, gaps: callGaps(bills[0]) };
  const whole = scoreboard(scores);
  const figures = FIGURES.filter(({ id }) =>
    shown ? shown.includes(id) : id !== 'computeMs' || given.options.has('timings'),
  );
  const board = withImpossible(scoreboard(scores, figures), named);
  if (format === 'table') {
    await io.out(asTable(named, board, billSentences(prices), given.options.has('definitions')));
  } else await io.out(exportScoreboard(board, format as ScoreboardFormat, prices));
  return Math.max(check(whole, bounds, io), named.impossible.size > 0 ? 1 : 0);
}

/** Lanes that cannot run, in their places. */
function withImpossible(board: Scoreboard, { scenario, impossible }: ComparedScenario): ExportedBoard {
  const rows: ExportedRow[] = [...board.rows];
  for (const [position, { name, system }] of scenario.lanes.entries()) {
    const problem = impossible.get(position);
    if (problem !== undefined) rows.splice(position, 0, impossibleRow(board, { lane: name, system, problem }));
  }
  return { ...board, rows };
}

/** An option that is one of a few words. */
export function choiceOf<T extends string>(
  command: string,
  given: Arguments,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = given.options.get(name);
  if (typeof value !== 'string') return undefined;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new UsageError(command, `--${name} is "${value}".`, suggestion(value, choices));
}

function boundsOf({ options }: Arguments): Bound[] {
  const text = options.get('fail-on');
  if (typeof text !== 'string') return [];
  try {
    return parseBounds(text, NAMES);
  } catch (error) {
    if (error instanceof BoundError) throw new UsageError('compare', `--fail-on: ${error.problem}`, error.remedy);
    throw error;
  }
}

/** The figures that `--figures` names; null without it. */
export function figuresOf(command: string, { options }: Arguments): string[] | null {
  const text = options.get('figures');
  if (typeof text !== 'string') return null;
  const wanted = text.split(',').map((name) => name.trim());
  for (const name of wanted) {
    if (NAMES.includes(name)) continue;
    throw new UsageError(command, `--figures: there is no figure "${name}".`, suggestion(name, NAMES));
  }
  return wanted;
}

function withCounter(named: ComparedScenario, { options }: Arguments): ComparedScenario {
  const counter = options.get('counter');
  if (typeof counter !== 'string') return named;
  if (isCounterId(counter)) return { ...named, scenario: { ...named.scenario, counter } };
  const known = COUNTERS.map(({ id }) => id);
  throw new UsageError('compare', `--counter is "${counter}".`, suggestion(counter, known));
}

function asTable(
  { name, scenario }: ComparedScenario,
  board: ExportedBoard,
  bill: readonly string[],
  defined: boolean,
): string {
  const { counter, lanes, transcript } = scenario;
  const size = `${counted(transcript.messages.length, 'message')}, ${counted(lanes.length, 'lane')}`;
  const lines = [`${oneLine(name)}: ${size}, tokens in ${counter}`, '', ...scoreboardTable(board), ''];
  if (lanes.length > 1) lines.push('+ best, - worst of the lanes.');
  for (const row of board.rows) for (const note of rowNotes(board, row)) lines.push(oneLine(`! ${row.lane}, ${note}`));
  lines.push(...bill.map(oneLine), '', ...REPLAY_LIMITS);
  if (defined) lines.push('', 'Figures:', ...definitionLines(board.figures));
  return `${lines.join('\n')}\n`;
}

/**
 * Says which lanes break which bounds, and which bounds nothing can be held against: 1 where a lane breaks one, 2 where one
 * cannot be checked, since a check that was not made has not passed.
 */
function check(board: Scoreboard, bounds: readonly Bound[], io: CommandIo): number {
  const broken = brokenBounds(board, bounds);
  for (const one of broken) io.error(sentence(one));
  const unchecked = bounds.filter(({ figure }) => !board.figures.some(({ id }) => id === figure));
  for (const { figure, text } of unchecked) {
    const remedy = figure === 'probes' ? 'Write probes into the scenario' : 'Give a transcript that has some';
    io.error(`cannot check ${text}: no lane has a number for "${figure}". ${remedy}, or leave the bound out.`);
  }
  if (unchecked.length > 0) return 2;
  return broken.length > 0 ? 1 : 0;
}

/** The number in full where rounding could hide that it breaks its bound. */
function sentence({ lane, figure, value, bound }: BrokenBound): string {
  const rounded = shownNumber(value, figure.unit);
  const isExact = Number.isInteger(value) || Number(rounded) === value;
  const number = isExact ? rounded : `${rounded} (${value})`;
  return `failed: ${oneLine(lane)}: ${figure.id} is ${number}, and must not be ${bound.operator} ${bound.limit}.`;
}

/** `palimpsest sweep`: one lane under every combination of a few settings, a row each, so that a threshold can be chosen. */

import { counted } from '../engine/figures';
import type { Parameter } from '../engine/system';
import { REPLAY_LIMITS } from '../metrics/limits';
import { FIGURES } from '../metrics/registry';
import { type Scoreboard, scoreboard } from '../metrics/scoreboard';
import { exportScoreboard, SCOREBOARD_FORMATS, type ScoreboardFormat } from '../metrics/scoreboard-export';
import { callGaps } from '../metrics/scoreboard-notes';
import type { Lane } from '../scenario/lane';
import { suggestion } from '../scenario/suggestion';
import { checkConfig, completeConfig, systemById } from '../systems/registry';
import { type Arguments, type Command, UsageError } from './command';
import { choiceOf, figuresOf } from './compare';
import { BILL_OPTIONS, billSentences, pricedBy } from './compare-bill';
import { comparedScenario } from './compare-input';
import { comparedLanes } from './compare-scores';
import type { CommandIo } from './io';
import { isOption, parsed } from './settings';
import { oneLine, table } from './table';

const FORMATS = ['table', ...SCOREBOARD_FORMATS] as const;
/** What a table has room for. */
const USUAL = [
  'peakPressure',
  'overBudget',
  'sentTokens',
  'bill',
  'compactions',
  'thrash',
  'lostMessages',
  'recall',
  'invalid',
];
const MOST = 256;

export const sweep: Command = {
  name: 'sweep',
  summary: 'Replay a lane under every combination of a few settings.',
  usage: 'FILE --param NAME=VALUES [--param NAME=VALUES] [options]',
  description: [
    'Takes the first lane of the file (a managed window for a transcript; --lanes names another), and replays it once for every combination of the values that --param gives: NAME=0.5,0.6,0.7 lists them, NAME=0.5:0.9:0.1 goes from one to another in steps. It prints a row a combination; + marks the best, - the worst.',
  ],
  options: {
    param: {
      value: 'NAME=VALUES',
      help: 'A setting and its values: compactAt=0.5:0.9:0.1. May be given more than once.',
    },
    lanes: { value: 'FILE', help: 'A scenario, or a JSON list of lanes: the first is taken.' },
    format: { value: 'NAME', help: `How to print: ${FORMATS.join(', ')}. Default table.` },
    figures: { value: 'NAMES', help: `These figures, with commas between them. Default ${USUAL.join(',')}.` },
    conversation: { value: 'N', help: 'Which conversation of the file, from 1. Default 1.' },
    ...BILL_OPTIONS,
  },
  examples: [
    'palimpsest sweep session.jsonl --param compactAt=0.5:0.9:0.1',
    'palimpsest sweep session.jsonl --param window=16000,32000 --param keepRecent=2,8 --format csv',
  ],
  files: { most: 1, needed: true },
  run: runSweep,
};

interface Axis {
  name: string;
  values: unknown[];
}

async function runSweep(given: Arguments, io: CommandIo): Promise<void> {
  const format = choiceOf('sweep', given, 'format', FORMATS) ?? 'table';
  const shown = figuresOf('sweep', given) ?? USUAL;
  const named = await comparedScenario('sweep', given, io, 'first');
  const base = named.scenario.lanes[0] as Lane;
  const axes = (given.repeated.get('param') ?? []).map((text) => axisOf(text, systemById(base.system).parameters));
  if (axes.length === 0) throw new UsageError('sweep', 'no setting is given.', 'Write --param compactAt=0.5:0.9:0.1.');
  const lanes = lanesOf(base, axes);
  const priced = await pricedBy('sweep', given, named.scenario);
  const scenario = { ...named.scenario, lanes };
  const { scores, bills } = await comparedLanes({ ...named, scenario }, priced.options, false, io);
  const prices = { ...priced, gaps: callGaps(bills[0]) };
  const board = scoreboard(
    scores,
    FIGURES.filter(({ id }) => shown.includes(id)),
  );
  if (format !== 'table') return io.out(exportScoreboard(board, format as ScoreboardFormat, prices));
  const heading = `${oneLine(named.name)}: ${base.name}, ${counted(lanes.length, 'combination')}, tokens in ${scenario.counter}`;
  const below = ['+ best, - worst.', ...billSentences(prices), '', ...REPLAY_LIMITS];
  await io.out(`${[heading, '', ...rowsOf(board), '', ...below].join('\n')}\n`);
}

function axisOf(text: string, parameters: readonly Parameter[]): Axis {
  const [name = '', list = ''] = text.split(/=(.*)/s);
  const known = parameters.filter(isOption);
  const parameter = known.find((one) => one.name === name);
  if (!parameter) {
    const names = known.map((one) => one.name);
    throw new UsageError('sweep', `--param: there is no setting "${name}".`, suggestion(name, names));
  }
  const values = list.split(',').flatMap((part) => stepsOf(part.trim()) ?? [part.trim()]);
  return { name, values: values.map((value) => settingOf(parameter, value)) };
}

function settingOf(parameter: Parameter, text: string): unknown {
  const value = parsed(parameter, text);
  const isNumber = parameter.type === 'integer' || parameter.type === 'number';
  if (!isNumber || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new UsageError(
    'sweep',
    `--param: ${parameter.name} cannot be "${text}".`,
    'Give numbers: 0.5,0.6 or 0.5:0.9:0.1.',
  );
}

/** The numbers of `0.5:0.9:0.1`, without what adding steps leaves behind; null for what is no such thing. */
function stepsOf(part: string): string[] | null {
  const [from = Number.NaN, to = Number.NaN, step = Number.NaN, ...more] = part.split(':').map(Number);
  if (more.length > 0 || !(step > 0) || !(to >= from)) return null;
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > MOST)
    throw new UsageError('sweep', `--param: "${part}" is ${count} values.`, `Give ${MOST} at the most.`);
  return Array.from({ length: count }, (_, at) => String(Number((from + at * step).toPrecision(12))));
}

/** A lane for every combination, the last setting changing first. */
function lanesOf(base: Lane, axes: readonly Axis[]): Lane[] {
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (size > MOST) throw new UsageError('sweep', `these are ${size} combinations.`, `Give ${MOST} at the most.`);
  const system = systemById(base.system);
  return Array.from({ length: size }, (_, number) => {
    let rest = number;
    const settings: [string, unknown][] = [];
    for (const { name, values } of axes.toReversed()) {
      settings.unshift([name, values[rest % values.length]]);
      rest = Math.floor(rest / values.length);
    }
    const config = completeConfig(system, { ...base.config, ...Object.fromEntries(settings) });
    const name = settings.map(([setting, value]) => `${setting}=${value}`).join(' ');
    for (const { severity, message, remedy } of checkConfig(system, config)) {
      if (severity === 'error') throw new UsageError('sweep', `${name}: ${message}`, remedy);
    }
    return { ...base, name, config };
  });
}

function rowsOf({ figures, rows }: Scoreboard): string[] {
  const marks = { best: ' +', worst: ' -' } as const;
  return table(
    [{ title: 'settings' }, ...figures.map(({ label }) => ({ title: `${label}  `, align: 'right' }) as const)],
    rows.map(({ lane, cells }) => [lane, ...cells.map(({ shown, mark }) => `${shown}${mark ? marks[mark] : '  '}`)]),
  );
}

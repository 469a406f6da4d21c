/** `npm run bench`: what a replay costs beside what everybody knows the cost of. Ratios of one run; `--json` for machines. */

import { langChainLoop } from './baselines';
import { benchExactCount } from './exact-count';
import { benchReading } from './reading';
import { type Timings, timeReplays, WORK } from './replay-bench';
import { session } from './sessions';
import { benchSystems } from './systems-bench';

interface Line {
  name: string;
  ratio: number;
  /** Where there is a target: the bound, and whether the ratio is to stay under it or over it. */
  target?: { bound: number; side: 'under' | 'over' };
  detail: string;
}

const SMALL = 2_000;
const LARGE = 100_000;
/** trimMessages goes through the whole history before every call: a session that it can finish. */
const LANGCHAIN = 1_000;

function linesOf(timings: Timings): Line[] {
  const time = (name: string): number => timings.milliseconds.get(name) ?? Number.NaN;
  const size = `${timings.messages} messages, ${(timings.bytes / 1e6).toFixed(1)} MB`;
  const against = (name: string, base: string): Pick<Line, 'name' | 'ratio' | 'detail'> => ({
    name: `${name} / ${base}, ${timings.messages} messages`,
    ratio: time(name) / time(base),
    detail: `${size}: ${time(name).toFixed(2)} ms / ${time(base).toFixed(2)} ms`,
  });
  const underTenth = { bound: 0.1, side: 'under' } as const;
  const fourTimes = { bound: 4, side: 'over' } as const;
  return [
    { ...against(WORK.guarded, WORK.parse), target: underTenth },
    { ...against(WORK.published, WORK.parse), target: underTenth },
    { ...against(WORK.none, WORK.parse), target: underTenth },
    { ...against(WORK.hand, WORK.guarded), target: fourTimes },
    { ...against(WORK.hand, WORK.published), target: fourTimes },
    against(WORK.extractive, WORK.parse),
    {
      name: `first extractive replay / ${WORK.parse}, ${timings.messages} messages`,
      ratio: timings.firstExtraction / time(WORK.parse),
      detail: `${size}: every message read for the first time, ${timings.firstExtraction.toFixed(0)} ms`,
    },
  ];
}

/** Exponent of growth between two sizes: 1 is linear. */
function growth(small: Timings, large: Timings, name: string): Line {
  const ratio = (large.milliseconds.get(name) ?? Number.NaN) / (small.milliseconds.get(name) ?? Number.NaN);
  const exponent = Math.log(ratio) / Math.log(large.messages / small.messages);
  const detail = `${small.messages} → ${large.messages} messages`;
  return { name: `growth exponent: ${name}`, ratio: exponent, target: { bound: 1.2, side: 'under' }, detail };
}

async function langChainLine(small: Timings): Promise<Line> {
  const { messages } = session(LANGCHAIN);
  const { milliseconds, sent } = await langChainLoop(messages, small.limit);
  const ours = ((small.milliseconds.get(WORK.guarded) ?? Number.NaN) / small.messages) * LANGCHAIN;
  const detail = `${LANGCHAIN} messages, ${sent} sent, ${milliseconds.toFixed(0)} ms; the replay's time scaled from ${small.messages}`;
  return {
    name: 'LangChain trimMessages / replay, guards on',
    ratio: milliseconds / ours,
    target: { bound: 4, side: 'over' },
    detail,
  };
}

function verdict({ ratio, target }: Line): string {
  if (!target) return '    ';
  return (target.side === 'under' ? ratio < target.bound : ratio > target.bound) ? 'PASS' : 'MISS';
}

function shown(line: Line): string {
  const target = line.target ? `${line.target.side} ${line.target.bound}` : '';
  return `${verdict(line)}  ${line.ratio.toFixed(3).padStart(9)}  ${target.padEnd(9)}  ${line.name}\n${' '.repeat(28)}${line.detail}`;
}

const asJson = process.argv.includes('--json');
const lines: Line[] = [];
function add(...more: Line[]): void {
  lines.push(...more);
  if (!asJson) for (const line of more) console.log(shown(line));
}

const small = timeReplays(SMALL, 15);
add(...linesOf(small));
add(await langChainLine(small));
const large = timeReplays(LARGE, 5);
add(...linesOf(large));
for (const name of [WORK.parse, WORK.guarded, WORK.published, WORK.none]) add(growth(small, large, name));
await benchSystems(add);
const exact = await benchExactCount();
add({ ...exact, target: { bound: 1.2, side: 'under' } });
add(...benchReading());
if (asJson) console.log(JSON.stringify(lines.map((line) => ({ ...line, verdict: verdict(line).trim() || null }))));

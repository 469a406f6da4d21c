/** Every memory system, guarded and as published: how its replay grows with the session, and what it costs beside JSON.parse. */

import { countTranscript, indexTranscript, type TokenCounts } from '../../lib/engine/accounting';
import { replay, runSync, type SyncSummarizer } from '../../lib/engine/replay';
import type { Config } from '../../lib/engine/system';
import type { Transcript } from '../../lib/engine/transcript';
import { createLiveMemory } from '../../lib/live/live-memory';
import { extractiveSummarizer } from '../../lib/summarizers/extractive';
import { fixedSummarizer } from '../../lib/summarizers/fixed';
import { completeConfig, completeGuards, SYSTEMS, systemById } from '../../lib/systems/registry';
import { chars4 } from '../../lib/tokenizers/chars4';
import type { Counter, CounterId } from '../../lib/tokenizers/counter';
import { loadCounter } from '../../lib/tokenizers/registry';
import { medians, processorTime, type Work } from './measure';
import { session } from './sessions';

interface SystemLine {
  name: string;
  ratio: number;
  target?: { bound: number; side: 'under' | 'over' };
  detail: string;
}

const PARSE = 'JSON.parse of the file';

/** A system with settings that differ from its defaults, and the name it goes by. */
interface Lane {
  name: string;
  system: string;
  config?: Config;
  guards: boolean;
  summarizer: SyncSummarizer;
}

const fixed = fixedSummarizer('S{n} of {count}');

/** What has a target: every system with its defaults, and the settings that make it do something else. */
const LANES: readonly Lane[] = [
  ...SYSTEMS.filter(({ id }) => id !== 'none').flatMap(({ id }) =>
    [true, false].map((guards): Lane => {
      const name = `${id}, ${guards ? 'guards on' : 'as published'}`;
      return { name, system: id, guards, summarizer: fixed };
    }),
  ),
  ...['keep_recent', 'sliding_window'].map((strategy): Lane => {
    const config = { strategy, contextWindow: 64_000 };
    return { name: `context-manager, ${strategy}`, system: 'context-manager', config, guards: true, summarizer: fixed };
  }),
];

/** Measured apart, without a target: they read the texts. */
const READERS: readonly Lane[] = [
  {
    name: 'message-cap with maxTokens and references',
    system: 'message-cap',
    config: { maxTokens: 32_000 },
    guards: true,
    summarizer: fixed,
  },
  ...['managed-window', 'three-phase', 'rolling-summary', 'context-manager'].map(
    (system): Lane => ({
      name: `${system}, extractive summaries`,
      system,
      guards: true,
      summarizer: extractiveSummarizer,
    }),
  ),
];
/** Every question is held against all that has left, so this grows faster than the session: sizes that it can finish. */
const RETRIEVAL: readonly Lane[] = [
  {
    name: 'rolling-summary with retrieval',
    system: 'rolling-summary',
    config: { 'retrieval.topK': 3 },
    guards: true,
    summarizer: fixed,
  },
];

/** Lanes that are measured together: session sizes, rounds, and whether the targets are theirs. */
const PARTS = [
  { lanes: LANES, sizes: [2_000, 20_000], rounds: 15, hasTarget: true },
  { lanes: READERS, sizes: [2_000, 20_000], rounds: 3, hasTarget: false },
  { lanes: RETRIEVAL, sizes: [500, 2_000], rounds: 3, hasTarget: false },
] as const;

type Counters = Map<string, Counter>;

const sized = (name: string, count: number): string => `${name}, ${count} messages`;

function worksOf(count: number, lanes: readonly Lane[], counters: Counters): Work[] {
  const text = JSON.stringify(session(count));
  const transcript = JSON.parse(text) as Transcript;
  const index = indexTranscript(transcript);
  const counts = new Map<string, TokenCounts>();
  const works = lanes.map((lane): Work => {
    const system = systemById(lane.system);
    const config = completeConfig(system, lane.config);
    const counter = counters.get(system.counterOf(config)) ?? chars4;
    const counted = counts.get(counter.id) ?? countTranscript(transcript, counter);
    counts.set(counter.id, counted);
    const guards = completeGuards(system, lane.guards);
    const input = { index, system, config, guards, counts: counted, counter };
    return { name: sized(lane.name, count), run: () => runSync(replay(input), lane.summarizer) };
  });
  return [{ name: sized(PARSE, count), run: () => JSON.parse(text) }, ...works];
}

/** Median processor time of a live memory over a whole session, prepared for before each answer. */
async function liveTime(count: number): Promise<number> {
  const { messages, tools = [] } = session(count);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const memory = createLiveMemory({ system: 'managed-window', counter: chars4, tools, summarizer: () => 'S' });
    const start = processorTime();
    for (const message of messages) {
      if (message.role === 'assistant') await memory.prepare();
      await memory.append(message);
    }
    times.push(processorTime() - start);
  }
  return times.sort((a, b) => a - b)[2] as number;
}

/** Lines for `npm run bench`, each handed on as soon as it is there. */
export async function benchSystems(add: (...lines: SystemLine[]) => void): Promise<void> {
  const counters: Counters = new Map();
  for (const { system, config } of PARTS.flatMap(({ lanes }) => lanes)) {
    const found = systemById(system);
    const id = found.counterOf(completeConfig(found, config));
    if (!counters.has(id)) counters.set(id, await loadCounter(id as CounterId));
  }
  for (const { lanes, sizes, rounds, hasTarget } of PARTS) {
    // Both sizes in the same rounds: what slows the machine for a while falls on both.
    const times = medians(
      sizes.flatMap((count) => worksOf(count, lanes, counters)),
      rounds,
    );
    for (const { name } of lanes) add(...linesOf(name, sizes, times, hasTarget));
  }
  const [short, long] = [await liveTime(2_000), await liveTime(20_000)];
  const detail = `2000 → 20000 messages: ${short.toFixed(0)} → ${long.toFixed(0)} ms, every window written out`;
  add({ name: 'growth exponent: live managed-window', ratio: Math.log10(long / short), detail });
}

function linesOf(
  name: string,
  [small, large]: readonly [number, number],
  times: Map<string, number>,
  hasTarget: boolean,
): SystemLine[] {
  const time = (of: string, count: number) => times.get(sized(of, count)) ?? Number.NaN;
  const [short, long, parse] = [time(name, small), time(name, large), time(PARSE, large)];
  const bound = (most: number) => (hasTarget ? { target: { bound: most, side: 'under' as const } } : {});
  return [
    {
      name: `growth exponent: ${name}`,
      ratio: Math.log(long / short) / Math.log(large / small),
      ...bound(1.15),
      detail: `${small} → ${large} messages: ${short.toFixed(2)} → ${long.toFixed(2)} ms`,
    },
    {
      name: `${name} / ${PARSE}, ${large} messages`,
      ratio: long / parse,
      ...bound(0.2),
      detail: `${long.toFixed(2)} ms / ${parse.toFixed(2)} ms`,
    },
  ];
}

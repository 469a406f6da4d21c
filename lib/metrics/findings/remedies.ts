/** What may do away with a finding: candidates in the order in which they are worth trying, gentlest first. */

import { TOOL, USER } from '../../engine/accounting';
import { State } from '../../engine/run';
import { taskOf } from '../../engine/task';
import { departuresOf } from './departures';
import { contextWindowOf, EARLY } from './early';
import { type Examined, type Finding, type FindingId, markersOf } from './finding';
import { rulesOf } from './losses';
import { POOR } from './misses';
import { type Candidate, guarding, pinning, type Remedy, setting } from './remedy';
import { cutResults, reserveUnsent, roomForRefused } from './room-remedies';

/** A parameter multiplied; null where the system has none of this name. */
function times(name: string, factor: number): Candidate {
  return (examined) => {
    const value = examined.config[name];
    return typeof value === 'number' && value > 0 ? setting(examined, { [name]: value * factor }) : null;
  };
}

function to(wanted: { [name: string]: unknown }): Candidate {
  return (examined) => setting(examined, wanted);
}

function guard(name: string): Candidate {
  return (examined) => guarding(examined, name);
}

/** Compact later, and evict later still where that has to give way. */
function compactAt(pressure: (examined: Examined) => number): Candidate {
  return (examined) => {
    const { compactAt: before, evictAt } = examined.config;
    if (typeof before !== 'number' || typeof evictAt !== 'number') return null;
    const next = pressure(examined);
    if (next <= before || next > 0.95) return null;
    return setting(
      examined,
      next < evictAt ? { compactAt: next } : { compactAt: next, evictAt: Math.min(1, next + 0.05) },
    );
  };
}

/** Room for the largest window of the calls where it shows. */
const roomForPeak: Candidate = (examined, finding) => {
  const { run, system, config } = examined;
  let peak = 0;
  const calls = new Set(finding.calls);
  for (const call of calls) peak = Math.max(peak, run.calls.tokens[call] as number);
  for (let decision = 0; decision < run.decisions.call.length; decision++) {
    if (calls.has(run.decisions.call[decision] as number))
      peak = Math.max(peak, run.decisions.after[decision] as number);
  }
  const reason = run.decisions.reason[run.decisions.call.indexOf(finding.calls[0] ?? -1)] ?? 0;
  const room = system.roomFor?.(peak, config, reason);
  return room ? setting(examined, { [room.parameter]: room.value }) : null;
};

/** By its own message: the pin of the first user message does not hold a task that comes behind what a tool wrote. */
const pinTask: Candidate = (examined) => {
  const task = taskOf(examined.index);
  return task < 0 ? null : pinning(examined, [task], 'message');
};

/** By the system's own switch, where the task is the first user message. */
const pinTaskAsFirst: Candidate = (examined) =>
  taskOf(examined.index) === examined.index.roles.indexOf(USER) ? setting(examined, { pinFirstUser: true }) : null;

/** What providers want at the beginning, whoever wrote it. */
const pinFirst: Candidate = (examined) => {
  const first = examined.index.roles.indexOf(USER);
  return first < 0 ? null : pinning(examined, [first], 'message');
};

/** Pins as many as this: more of them would take the window by themselves. */
const MOST_PINS = 20;

/** What the user laid down and what left the window. */
const pinRulesThatLeft: Candidate = (examined) => {
  const { corrections, constraints } = rulesOf(examined.index, markersOf(examined));
  const { left } = departuresOf(examined.run);
  const gone = [...corrections, ...constraints]
    .filter((message) => (left[message] as number) >= 0)
    .sort((a, b) => a - b);
  return gone.length === 0 || gone.length > MOST_PINS ? null : pinning(examined, gone, 'rule');
};

/** The largest result that was cut stays whole. */
const wholeResults: Candidate = (examined) => {
  const { run, index } = examined;
  let longest = 0;
  for (let message = 0; message < run.messageCount; message++) {
    if (run.arrivals.state[message] === State.truncated && index.roles[message] === TOOL) {
      longest = Math.max(longest, index.codePoints[message] as number);
    }
  }
  return setting(examined, { maxToolTokens: longest / 4 + 1 });
};

/** Plans with less, so that the largest request fits what the model takes. */
const planWithLess: Candidate = (examined) => {
  const { sent, config } = examined;
  const window = contextWindowOf(examined);
  if (!sent || window === null || typeof config.ratio !== 'number') return null;
  let peak = 0;
  for (const tokens of sent) peak = Math.max(peak, tokens);
  return setting(examined, { ratio: Math.floor(((config.ratio * window) / peak) * 100 - 2) / 100 });
};

function withoutLabels(priority: string): Candidate {
  return (examined) => {
    const rules = examined.config.priorityRules;
    if (!Array.isArray(rules)) return null;
    const kept = rules.filter((rule: { priority?: string }) => rule?.priority !== priority);
    if (kept.length === rules.length) return null;
    const count = rules.length - kept.length;
    const label = `Drop ${count === 1 ? 'the rule that labels' : `the ${count} rules that label`} ${priority}`;
    return { label, config: { priorityRules: kept }, guards: {} };
  };
}

/** Several at once, where one alone does not do. */
function together(...candidates: readonly Candidate[]): Candidate {
  return (examined, finding) => {
    const parts = candidates.map((candidate) => candidate(examined, finding)).filter((part) => part !== null);
    const [first, ...rest] = parts;
    if (!first || rest.length === 0) return null;
    const label = [first.label, ...rest.map((part) => part.label.charAt(0).toLowerCase() + part.label.slice(1))];
    return {
      label: label.join(' and '),
      config: Object.assign({}, ...parts.map((part) => part.config)),
      guards: Object.assign({}, ...parts.map((part) => part.guards)),
    };
  };
}

/** Larger steps, less often. */
const FEWER_PASSES: readonly Candidate[] = [
  guard('minGain'),
  guard('writeBack'),
  times('maxSpan', 2),
  compactAt(({ config }) => (config.compactAt as number) + 0.1),
  times('keepRecent', 0.5),
  to({ hysteresis: 0.5 }),
  (examined) => setting(examined, { targetLimit: (examined.config.hardLimit as number) * 0.6 }),
  times('keepLatest', 0.5),
  times('maxSpan', 4),
  times('keepTurns', 0.5),
];

/** More room, where nothing smaller helps. */
const MORE_ROOM: readonly Candidate[] = [
  times('tokenCap', 2),
  (examined) => doubledLimits(examined),
  times('window', 2),
  times('contextWindow', 2),
  times('maxMessages', 2),
];

/** The model's window is no knob: another model for a few misses would be no remedy. */
function whereManyMiss(candidate: Candidate): Candidate {
  return (examined, finding) => ((examined.recalled?.recall.recall ?? 1) < POOR ? candidate(examined, finding) : null);
}

function doubledLimits(examined: Examined): Remedy | null {
  const { hardLimit, targetLimit } = examined.config;
  if (typeof hardLimit !== 'number' || typeof targetLimit !== 'number') return null;
  return setting(examined, { hardLimit: hardLimit * 2, targetLimit: targetLimit * 2 });
}

const exactCounter: Candidate = to({ counter: 'o200k_base' });

const CANDIDATES: { readonly [id in FindingId]?: readonly Candidate[] } = {
  'invalid-windows': [
    guard('toolGroups'),
    to({ pinFirstUser: true }),
    pinFirst,
    together(guard('toolGroups'), pinFirst),
    guard('keepSystem'),
  ],
  'instructions-refused': roomForRefused('instructions'),
  'messages-refused': [cutResults, ...roomForRefused('others')],
  'not-in-file': [reserveUnsent],
  'task-lost': [
    pinTaskAsFirst,
    pinTask,
    guard('stablePins'),
    guard('summariesOnce'),
    times('keepTurns', 0.5),
    to({ keepTurns: 1 }),
    ...MORE_ROOM,
  ],
  'task-in-summary': [pinTaskAsFirst, pinTask, guard('stablePins')],
  'correction-lost': [to({ pinCorrections: true }), pinRulesThatLeft],
  'recency-bias': [to({ pinCorrections: true }), pinRulesThatLeft],
  omission: [to({ pinCorrections: true }), pinRulesThatLeft],
  floor: [times('keepRecent', 0.5), times('keepLatest', 0.5), roomForPeak],
  'over-limit': [guard('minGain'), to({ compaction: true }), times('keepLatest', 0.5), roomForPeak],
  'estimate-error': [exactCounter, planWithLess],
  'estimate-off': [exactCounter],
  'floor-over-threshold': [
    times('keepRecent', 0.5),
    compactAt(({ config }) => (config.compactAt as number) + 0.15),
    times('keepLatest', 0.5),
    ...MORE_ROOM,
  ],
  'early-compaction': [
    to({ summaryThreshold: 0 }),
    compactAt((examined) => {
      const window = contextWindowOf(examined) ?? 0;
      return (EARLY * window) / Math.max(1, examined.run.limit) + 0.01;
    }),
    to({ reserveCompletion: 4000, ratio: 0.7, compactAt: 0.7, evictAt: 0.9 }),
  ],
  'wholesale-loss': [
    (examined) => setting(examined, { targetLimit: (examined.config.hardLimit as number) * 0.7 }),
    times('keepTurns', 2),
    times('keepLatest', 2),
    times('maxSpan', 0.5),
    ...MORE_ROOM,
  ],
  thrash: [...FEWER_PASSES, ...MORE_ROOM],
  'futile-passes': FEWER_PASSES,
  'cache-broken': [
    to({ compaction: true }),
    ...FEWER_PASSES,
    to({ strategy: 'summarize' }),
    to({ slidingWindow: false }),
    ...MORE_ROOM,
  ],
  'summary-failures': [guard('minGain'), guard('keepSummary'), to({ compaction: false })],
  'never-summarised': [times('keepTurns', 0.5), to({ keepTurns: 1 })],
  'summaries-of-summaries': [guard('summariesOnce'), guard('writeBack'), ...MORE_ROOM],
  'bad-labels': [withoutLabels('low'), withoutLabels('high')],
  'cut-json': [wholeResults],
  misses: [
    guard('references'),
    times('keepRecent', 2),
    times('maxToolTokens', 2),
    to({ 'retrieval.topK': 3 }),
    times('tokenCap', 2),
    doubledLimits,
    times('maxMessages', 2),
    times('tokenCap', 4),
    times('maxMessages', 4),
    whereManyMiss(times('window', 2)),
    whereManyMiss(times('contextWindow', 2)),
    whereManyMiss(times('window', 4)),
    whereManyMiss(times('contextWindow', 4)),
  ],
};

/** Candidates for a finding, each once. Whether one helps is for a replay to say. */
export function remediesFor(examined: Examined, finding: Finding): Remedy[] {
  const remedies = new Map<string, Remedy>();
  for (const candidate of CANDIDATES[finding.id] ?? []) {
    const remedy = candidate(examined, finding);
    if (remedy && !remedies.has(remedy.label)) remedies.set(remedy.label, remedy);
  }
  return [...remedies.values()];
}

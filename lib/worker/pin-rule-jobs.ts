/** Jobs about pin rules: matching them between other requests, trying a rule before it is taken, and what it would pin. */

import type { TokenCounts, TranscriptIndex } from '../engine/accounting';
import type { PinMatches } from '../engine/pin-matches';
import { activePinRules, type PinRule } from '../engine/pin-rule';
import { type Run, State } from '../engine/run';
import type { Config } from '../engine/system';
import { compileRules } from '../pin-rules/compile';
import { matchInSlices, matchingTime } from '../pin-rules/match';
import { PinRuleError } from '../pin-rules/pin-rule-error';
import type { PinPreview, Requests } from './protocol';

/** What a pause gives way to: the next request that has come in. */
const SLICING = {
  pause: () => new Promise<void>((resolve) => setTimeout(resolve)),
  now: () => performance.now(),
};

/** Milliseconds of matching over which a rule is called slow. */
const SLOW = 250;

/** What the rules of a configuration fit. Long work is cut in slices, so that other requests are heard. */
export async function pinMatches(index: TranscriptIndex, counts: TokenCounts, config: Config): Promise<PinMatches> {
  const { compiled } = await compileRules(activePinRules(config));
  return compiled.length === 0 ? [] : matchInSlices(index, counts, compiled, SLICING);
}

interface Counted {
  index: TranscriptIndex;
  latestRun: { run: Run } | null;
  count(counter: string): Promise<{ counts: TokenCounts }>;
}

/** What each rule would pin once so many messages have come, on or off. A rule that cannot be read says why. */
export async function previewPins(
  session: Counted,
  { rules, counter, appended, groups }: Requests['previewPins']['input'],
): Promise<PinPreview[]> {
  const { index } = session;
  const { counts } = await session.count(counter);
  const costOf = windowCost(session.latestRun?.run ?? null, counts);
  const previews: PinPreview[] = [];
  const costs = { index, counts, costOf, appended, groups };
  for (const rule of rules) previews.push(await preview(costs, { ...rule, on: true }));
  return previews;
}

/** Policy tokens that a message takes in the window: as it came in, cut where it was cut. Null where it was refused. */
function windowCost(run: Run | null, counts: TokenCounts): (message: number) => number | null {
  if (!run || run.messageCount !== counts.message.length) return (message) => counts.message[message] as number;
  const { state, cost } = run.arrivals;
  return (message) => (state[message] === State.refused ? null : (cost[message] as number));
}

interface Costs {
  index: TranscriptIndex;
  counts: TokenCounts;
  costOf: (message: number) => number | null;
  /** Messages that have come. */
  appended: number;
  /** What is pinned holds its tool group. */
  groups: boolean;
}

const NOTHING = { fits: 0, pinned: 0, tokens: 0, held: { messages: 0, tokens: 0 }, slow: null, problem: null };

async function preview(costs: Costs, rule: PinRule): Promise<PinPreview> {
  const { index, counts, costOf, appended } = costs;
  const nothing: PinPreview = { id: rule.id, ...NOTHING };
  try {
    const [match] = await pinMatches(index, counts, { pinRules: [rule] });
    if (!match) return nothing;
    const made = { ...nothing };
    const most = match.latest ?? Number.POSITIVE_INFINITY;
    const pinned: number[] = [];
    for (let message = match.fits.length - 1; message >= 0; message--) {
      const cost = match.fits[message] === 1 ? costOf(message) : null;
      // What was refused never came: no rule holds it.
      if (cost === null) continue;
      made.fits++;
      if (message >= appended || made.pinned >= most) continue;
      made.pinned++;
      made.tokens += cost;
      pinned.push(message);
    }
    made.held = costs.groups ? heldWith(pinned, costs) : { messages: made.pinned, tokens: made.tokens };
    const milliseconds = matchingTime(index, counts, rule);
    if (milliseconds > SLOW) made.slow = Math.round(milliseconds);
    return made;
  } catch (error) {
    if (!(error instanceof PinRuleError)) throw error;
    return { ...nothing, problem: { message: error.problem, remedy: error.remedy, at: error.at } };
  }
}

/** Messages and tokens of the tool groups of pinned messages, as far as they have come. */
function heldWith(pinned: readonly number[], { index, costOf, appended }: Costs): PinPreview['held'] {
  const { group, nextMember } = index.links;
  const held = { messages: 0, tokens: 0 };
  for (const head of new Set(pinned.map((message) => group[message] as number))) {
    for (let member = head; member >= 0 && member < appended; member = nextMember[member] as number) {
      const cost = costOf(member);
      if (cost === null) continue;
      held.messages++;
      held.tokens += cost;
    }
  }
  return held;
}

/** Counters side by side: how far each is from an exact one, from what the provider reported, and which decisions the choice moves. */

import { ASSISTANT, TOOL, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { decisionsAt } from '../engine/ledger';
import { DECISIONS, type DecisionKind, type Run } from '../engine/run';
import { ROLES, type Role } from '../engine/transcript';

/** A count held against another that is taken for true. Tokens. */
export interface Deviation {
  exact: number;
  counted: number;
  /** counted − exact: above 0 where too much is counted. */
  error: number;
  /** error ÷ exact × 100, signed; null where exact is 0. Example: 80 for 100 is −20. */
  percent: number | null;
}

export interface RoleDeviation extends Deviation {
  role: Role;
  messages: number;
}

export interface ToolDeviation extends Deviation {
  /** Null for results whose call is not in the transcript and that name no tool. */
  tool: string | null;
  results: number;
}

/** One counter against the exact one, over one transcript. */
export interface CounterReport {
  counter: string;
  /** All messages and the tool schemas once, overheads included: what one call with everything would send. */
  total: Deviation;
  schemas: Deviation;
  /** Whole messages by role, in the order of ROLES; roles without messages are left out. */
  byRole: RoleDeviation[];
  /** Whole result messages by the tool they answer, most exact tokens first. */
  byTool: ToolDeviation[];
  /** The message with the greatest error either way, the first of several; null where all are right. */
  worst: (Deviation & { message: number }) | null;
}

export function deviation(exact: number, counted: number): Deviation {
  const error = counted - exact;
  return { exact, counted, error, percent: exact === 0 ? null : (error / exact) * 100 };
}

/** Adds up both sides under a key. */
class Sums<K> {
  private readonly rows = new Map<K, { exact: number; counted: number; messages: number }>();

  add(key: K, exact: number, counted: number): void {
    const row = this.rows.get(key);
    if (!row) {
      this.rows.set(key, { exact, counted, messages: 1 });
      return;
    }
    row.exact += exact;
    row.counted += counted;
    row.messages++;
  }

  entries(): { key: K; messages: number; deviation: Deviation }[] {
    return Array.from(this.rows, ([key, { exact, counted, messages }]) => ({
      key,
      messages,
      deviation: deviation(exact, counted),
    }));
  }
}

/** The tool that a result answers. */
function toolOf(index: TranscriptIndex, message: number): string | null {
  const one = index.transcript.messages[message];
  const head = index.transcript.messages[index.links.group[message] as number];
  const call = head?.tool_calls?.find((candidate) => candidate.id === one?.tool_call_id);
  return call?.function.name ?? one?.name ?? null;
}

/** Every counter against the exact one. All counts are of this transcript. Linear in messages and counters. */
export function compareCounters(
  index: TranscriptIndex,
  exact: TokenCounts,
  others: readonly TokenCounts[],
): CounterReport[] {
  const tools: (string | null)[] = [];
  for (let message = 0; message < index.roles.length; message++) {
    tools.push(index.roles[message] === TOOL ? toolOf(index, message) : null);
  }
  return others.map((other) => {
    const byRole = new Sums<number>();
    const byTool = new Sums<string | null>();
    let exactTotal = exact.tools;
    let countedTotal = other.tools;
    let worst = -1;
    let worstError = 0;
    for (let message = 0; message < index.roles.length; message++) {
      const right = exact.message[message] as number;
      const counted = other.message[message] as number;
      exactTotal += right;
      countedTotal += counted;
      const role = index.roles[message] as number;
      byRole.add(role, right, counted);
      if (role === TOOL) byTool.add(tools[message] ?? null, right, counted);
      const error = Math.abs(counted - right);
      if (error <= worstError) continue;
      worst = message;
      worstError = error;
    }
    return {
      counter: other.counter,
      total: deviation(exactTotal, countedTotal),
      schemas: deviation(exact.tools, other.tools),
      byRole: byRole
        .entries()
        .sort((one, two) => one.key - two.key)
        .map(({ key, messages, deviation: own }) => ({ role: ROLES[key] as Role, messages, ...own })),
      byTool: byTool
        .entries()
        .map(({ key, messages, deviation: own }) => ({ tool: key, results: messages, ...own }))
        .sort((one, two) => two.exact - one.exact),
      worst:
        worst < 0
          ? null
          : { message: worst, ...deviation(exact.message[worst] as number, other.message[worst] as number) },
    };
  });
}

/** Tokens that each call would send if nothing were ever forgotten (index = call): all messages before it, and the schemas. */
export function sentWhole(index: TranscriptIndex, counts: TokenCounts): Int32Array {
  const sent: number[] = [];
  let total = counts.tools;
  for (let message = 0; message < index.roles.length; message++) {
    if (index.roles[message] === ASSISTANT) sent.push(total);
    total += counts.message[message] as number;
  }
  sent.push(total);
  return Int32Array.from(sent);
}

/** What a provider reported for the call that produced a message, as importers keep it. */
export interface ReportedUsage {
  message: number;
  /** Tokens of the request, those read from a cache included. */
  input: number;
}

/** One call whose usage the file has: `exact` is what the provider reported as input. */
export interface UsageDeviation extends Deviation {
  call: number;
  message: number;
}

export interface UsageReport {
  /** Ascending by call. */
  calls: UsageDeviation[];
  /** Sums over those calls. */
  total: Deviation;
  /** The call with the greatest error either way; null where there is none. */
  worst: UsageDeviation | null;
  /**
   * Median of recorded − counted over the calls, in tokens; null without calls. Where it hardly changes from call to call
   * it is what the file does not have: the tool's own instructions and schemas.
   */
  offset: number | null;
  /**
   * Growth from one reported call to the next, summed over those at which both sides grow; what is sent with every call
   * falls out, and so do compactions of the recording tool. The fairest look at a counter that recorded usage allows.
   */
  growth: Deviation & { steps: number };
  /** Calls that reported less than the reported call before: the tool that recorded them had compacted, or began anew. */
  drops: number[];
}

/**
 * Recorded usage against the tokens sent at the same call: those of a whole transcript (`sentWhole`), or of a lane. A call
 * reported more than once counts once, as reported last.
 */
export function compareUsage(index: TranscriptIndex, sent: Int32Array, usage: readonly ReportedUsage[]): UsageReport {
  const inputs = new Map<number, number>();
  for (const { message, input } of usage) inputs.set(message, input);
  const calls: UsageDeviation[] = [];
  let recorded = 0;
  let counted = 0;
  let worst: UsageDeviation | null = null;
  for (let message = 0, call = 0; message < index.roles.length; message++) {
    if (index.roles[message] !== ASSISTANT) continue;
    const input = inputs.get(message);
    if (input !== undefined) {
      const one = { call, message, ...deviation(input, sent[call] ?? 0) };
      calls.push(one);
      recorded += input;
      counted += one.counted;
      if (one.error !== 0 && Math.abs(one.error) > Math.abs(worst?.error ?? 0)) worst = one;
    }
    call++;
  }
  return {
    calls,
    total: deviation(recorded, counted),
    worst,
    offset: median(calls.map(({ error }) => 0 - error)),
    ...growthOf(calls),
  };
}

function growthOf(calls: readonly UsageDeviation[]): Pick<UsageReport, 'growth' | 'drops'> {
  const drops: number[] = [];
  let exact = 0;
  let counted = 0;
  let steps = 0;
  let before: UsageDeviation | undefined;
  for (const one of calls) {
    const recorded = one.exact - (before?.exact ?? one.exact);
    const grown = one.counted - (before?.counted ?? one.counted);
    if (recorded < 0) drops.push(one.call);
    if (recorded > 0 && grown > 0) {
      exact += recorded;
      counted += grown;
      steps++;
    }
    before = one;
  }
  return { growth: { ...deviation(exact, counted), steps }, drops };
}

/** The middle one; of an even number, the lower of the two in the middle. */
function median(figures: readonly number[]): number | null {
  return [...figures].sort((one, other) => one - other)[(figures.length - 1) >> 1] ?? null;
}

/** A call at which runs of the same lane under different counters do not decide the same. */
export interface CounterDivergence {
  call: number;
  kind: DecisionKind;
  /** Per run: how many decisions of this kind it took there, and the number of the first; -1 where it took none. */
  decisions: { count: number; first: number }[];
}

/**
 * Calls and kinds at which runs differ, ascending: in how many decisions they take, or in which items those are about. The
 * first is where the choice of counter begins to matter; what comes after it follows in part from it. Linear in decisions.
 */
export function counterDivergences(runs: readonly Run[]): CounterDivergence[] {
  const divergences: CounterDivergence[] = [];
  let calls = 0;
  for (const run of runs) calls = Math.max(calls, run.calls.before.length);
  for (let call = 0; call < calls; call++) {
    const taken = runs.map((run) => takenAt(run, call));
    for (const [code, kind] of DECISIONS.entries()) {
      const own = taken.map((one) => one.get(code));
      if (own.every((one) => one?.about === own[0]?.about)) continue;
      const decisions = own.map((one) => ({ count: one?.count ?? 0, first: one?.first ?? -1 }));
      divergences.push({ call, kind, decisions });
    }
  }
  return divergences;
}

interface Taken {
  count: number;
  first: number;
  /** The items that the decisions are about, as a text to compare. */
  about: string;
}

/** Decisions of a call by the code of their kind. */
function takenAt(run: Run, call: number): Map<number, Taken> {
  const { kind, first, last, count } = run.decisions;
  const { from, to } = decisionsAt(run, call);
  const taken = new Map<number, Taken>();
  for (let decision = from; decision < to; decision++) {
    const code = kind[decision] as number;
    const about = `${first[decision]} ${last[decision]} ${count[decision]};`;
    const known = taken.get(code);
    if (!known) taken.set(code, { count: 1, first: decision, about });
    else {
      known.count++;
      known.about += about;
    }
  }
  return taken;
}

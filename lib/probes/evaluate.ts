/** Asks probes of a run: is it known at the call, in whose words, and if not, which decision took the last that had it. */

import type { TranscriptIndex } from '../engine/accounting';
import { decisionsAt } from '../engine/ledger';
import { DECISIONS, type Item, type Run, State, type StateCode } from '../engine/run';
import type { Message } from '../engine/transcript';
import type { RegexProblem } from '../pin-rules/regex-problem';
import type { CompiledProbe, TextTest } from './compile';
import { findHolders, holdersOf, says } from './holders';
import { type Probe, whereOf } from './probe';
import { byBeginning, eachStay, insertSpans, type Span, SpanWalk, spansInside } from './spans';

/**
 * `held`: word for word in the window. `cut`: the message stands, without its middle. `summary`: only what the memory
 * system wrote has it. `lost`: nothing has it. `unsaid`: no message had said it by then. `beyond`: there is no such call.
 * `unreadable`: the expression cannot be read.
 */
export type ProbeState = 'held' | 'cut' | 'summary' | 'lost' | 'unsaid' | 'beyond' | 'unreadable';

export const PROBE_STATES: { readonly [state in ProbeState]: string } = {
  held: 'held',
  cut: 'held, but cut',
  summary: 'in a summary only',
  lost: 'lost',
  unsaid: 'not said yet',
  beyond: 'no such call',
  unreadable: 'cannot be read',
};

/** The moment at which a probe was lost. */
export interface ProbeLoss {
  /** Index of the call from which on it is gone. */
  call: number;
  /** Number of the decision in the run that took it; -1 where none is recorded. */
  decision: number;
  /** The item that was the last to have it. */
  item: Item;
}

export interface ProbeResult {
  id: string;
  state: ProbeState;
  /** Whether the probe is satisfied: `verbatim` asks for `held`, `anywhere` takes `cut` and `summary` too. */
  passes: boolean;
  /** Index of the call that decided: the first at which it fails, else the last that was asked. -1 where none was. */
  call: number;
  /** The item that has it at that call, or null. */
  holder: Item | null;
  /** Where it fails although it had been said: when the last that would have satisfied it went. */
  loss: ProbeLoss | null;
  /**
   * Where word for word is asked for, and after the loss a summary (or the message, cut) had it for a while: when the last of
   * that went too.
   */
  gone: ProbeLoss | null;
  /** What is wrong with an expression that cannot be read. */
  error: RegexProblem | null;
}

/** A message as the model gets it while it is in a state. */
export type Present = (item: Item, state: StateCode) => Message;

type Answer = Omit<ProbeResult, 'id' | 'error'>;

/** The calls a probe is asked at, as indexes, both included. Where there is no such call the first is after the last. */
function probeCalls({ at }: Pick<Probe, 'at'>, calls: number): { first: number; last: number } {
  const end = calls - 1;
  if (at === 'end') return { first: end, last: end };
  if (typeof at === 'number') return { first: at - 1, last: Math.min(at - 1, end) };
  return { first: at.from - 1, last: at.to === 'end' ? end : Math.min(at.to - 1, end) };
}

class Asker {
  /** What the memory system wrote, in order of beginnings; and the same, what went last first. */
  private readonly written: Span[];
  private readonly lastGone: Span[];
  private readonly shown = new Map<Item, Message>();

  constructor(
    private readonly run: Run,
    private readonly index: TranscriptIndex,
    private readonly present: Present,
  ) {
    this.written = insertSpans(run);
    this.lastGone = this.written.filter((span) => span.end >= 0).sort(laterGone);
  }

  ask({ probe, test, error }: CompiledProbe): Answer {
    const answer = { passes: false, holder: null, loss: null, gone: null };
    if (error) return { ...answer, state: 'unreadable', call: -1 };
    const { run } = this;
    const { first, last } = probeCalls(probe, run.calls.before.length);
    if (first > last) return { ...answer, state: 'beyond', call: -1 };
    const holders = test ? holdersOf(this.index, test) : Int32Array.of(probe.message ?? -1);
    const said = run.arrivals.call[holders[0] ?? -1] ?? Number.POSITIVE_INFINITY;
    if (said > last) return { ...answer, state: 'unsaid', call: last };
    const strong: Span[] = [];
    const weak: Span[] = [];
    for (const holder of holders)
      this.follow(holder, test, (span) => (span.as === 'verbatim' ? strong : weak).push(span));
    const spans = { strong: byBeginning(strong), weak: test ? this.written : byBeginning(weak) };
    return this.judge(probe, test, spans, holders, Math.max(first, said), last);
  }

  /** Goes from call to call while something has it; where nothing does, the probe fails. */
  private judge(
    probe: Probe,
    test: TextTest | null,
    { strong, weak }: { strong: Span[]; weak: Span[] },
    holders: Int32Array,
    first: number,
    last: number,
  ): Answer {
    const isVerbatim = whereOf(probe) === 'verbatim';
    const messages = new SpanWalk(strong);
    const others = new SpanWalk(weak);
    let state: ProbeState = 'held';
    let holder: Item | null = null;
    for (let call = first; call <= last; ) {
      const whole = longest(messages.at(call));
      const other = whole ? undefined : longest(others.at(call), (span) => this.tells(span, test));
      const found = whole ?? (isVerbatim ? undefined : other);
      if (!found) {
        const lost = [strong, isVerbatim ? [] : test ? this.lastGone : weak];
        const loss = this.lossBefore(call, test, lost) ?? this.lossOnArrival(call, holders);
        const after = isVerbatim && !other ? this.lossBefore(call, test, [test ? this.lastGone : weak]) : null;
        const gone = after && loss && after.call > loss.call ? after : null;
        return { state: other ? stateOf(other) : 'lost', passes: false, call, holder: other?.item ?? null, loss, gone };
      }
      if (found.as === 'summary' || state === 'held') state = stateOf(found);
      holder = found.item;
      call = found.until;
    }
    return { state, passes: true, call: last, holder, loss: null, gone: null };
  }

  /** Spans in which a message has it, or is stood for. */
  private follow(message: number, test: TextTest | null, add: (span: Span) => void): void {
    if (message >= this.run.messageCount) return;
    eachStay(this.run, message, (state, into, from, until, end) => {
      const span: Span = { item: message, from, until, end, as: 'verbatim' };
      if (state === State.verbatim) {
        if (into < 0) add(span);
        else spansInside(this.run, into, span, test ? (inside) => inside.as === 'verbatim' && add(inside) : add);
      } else if (state === State.truncated) {
        if (!test) add({ ...span, as: 'cut' });
        else if (says(this.cutMessage(message), test)) add(span);
      } else if (state === State.summarised && into >= 0 && !test) {
        spansInside(this.run, into, { ...span, as: 'summary' }, add);
      }
    });
  }

  private cutMessage(message: number): Message {
    let shown = this.shown.get(message);
    if (!shown) {
      shown = this.present(message, State.truncated);
      this.shown.set(message, shown);
    }
    return shown;
  }

  /** Whether what a memory system wrote has it. What stands for a message probe's message has been chosen already. */
  private tells({ item }: Span, test: TextTest | null): boolean {
    if (!test) return true;
    const insert = this.run.inserts[~item];
    return insert !== undefined && says(insert.message, test);
  }

  /** The latest end of a span that would have satisfied the probe. */
  private lossBefore(call: number, test: TextTest | null, lists: readonly (readonly Span[])[]): ProbeLoss | null {
    let latest: Span | null = null;
    for (const list of lists) {
      for (const span of list) {
        if (span.end < 0 || span.until > call) continue;
        if (latest && laterGone(latest, span) <= 0) {
          // The list of what was written begins with what went last.
          if (list === this.lastGone) break;
          continue;
        }
        if (list !== this.lastGone || this.tells(span, test)) latest = span;
      }
    }
    if (!latest) return null;
    return { call: latest.until, decision: this.run.transitions.decision[latest.end] as number, item: latest.item };
  }

  /** No window ever had it: the latest message that said it was cut, refused or taken before its first call. */
  private lossOnArrival(call: number, holders: Int32Array): ProbeLoss | null {
    const { arrivals } = this.run;
    for (let at = holders.length - 1; at >= 0; at--) {
      const item = holders[at] as number;
      const arrived = arrivals.call[item] ?? Number.POSITIVE_INFINITY;
      if (arrived <= call) return { call: arrived, decision: this.decisionAtArrival(item, arrived), item };
    }
    return null;
  }

  /** The decision that a message met at the call that it came for: what took it again, or what cut or refused it. */
  private decisionAtArrival(message: number, call: number): number {
    const { transitions, messageHead, decisions } = this.run;
    let entry = messageHead[message] as number;
    while (entry >= 0 && (transitions.call[entry] as number) > call) entry = transitions.previous[entry] as number;
    if (entry >= 0) return transitions.decision[entry] as number;
    const { from, to } = decisionsAt(this.run, call);
    for (let decision = from; decision < to; decision++) {
      const kind = DECISIONS[decisions.kind[decision] as number];
      if (decisions.first[decision] === message && (kind === 'truncated' || kind === 'refused')) return decision;
    }
    return -1;
  }
}

/** What went later comes first. */
function laterGone(one: Span, other: Span): number {
  return other.until - one.until || other.end - one.end;
}

function longest(spans: readonly Span[], fits: (span: Span) => boolean = () => true): Span | undefined {
  let best: Span | undefined;
  for (const span of spans) if ((!best || span.until > best.until) && fits(span)) best = span;
  return best;
}

function stateOf({ as }: Span): ProbeState {
  return as === 'verbatim' ? 'held' : as;
}

/** Every probe against one run, in order. Linear in the messages that say what is asked, and in what was written. */
export function evaluateProbes(
  compiled: readonly CompiledProbe[],
  run: Run,
  index: TranscriptIndex,
  present: Present,
): ProbeResult[] {
  findHolders(
    index,
    compiled.flatMap(({ test }) => (test ? [test] : [])),
  );
  const asker = new Asker(run, index, present);
  return compiled.map((one) => ({ id: one.probe.id, ...asker.ask(one), error: one.error }));
}

/** How a run does on its probes. */
export interface ProbeScore {
  all: number;
  /** Probes that are satisfied. */
  held: number;
  /** Of those not satisfied: only a summary has it, or the message was cut. */
  inSummary: number;
  lost: number;
  /** Not said by then, no such call, or not to be read: no memory system could satisfy them. */
  other: number;
  /** held / all, from 0 to 1; 1 where there are none. */
  score: number;
}

/** Example: 5 probes, 3 satisfied, 1 lost, 1 not said by then: 3 / 5 = 0.6. */
export function probeScore(results: readonly ProbeResult[]): ProbeScore {
  const all = results.length;
  const score = { all, held: 0, inSummary: 0, lost: 0, other: 0, score: 1 };
  for (const { passes, state } of results) {
    if (passes) score.held++;
    else if (state === 'summary' || state === 'cut') score.inSummary++;
    else if (state === 'lost') score.lost++;
    else score.other++;
  }
  if (all > 0) score.score = score.held / all;
  return score;
}

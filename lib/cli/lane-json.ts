/** One lane as a line of JSON, call by call, in pieces: a long run never has to stand in memory as one text. */

import { decisionsAt } from '../engine/ledger';
import { DECISIONS, type Item, itemLabel, State } from '../engine/run';
import type { PublishedEvent } from '../engine/system';
import type { Message } from '../engine/transcript';
import { pressureOf } from '../metrics/run-metrics';
import type { LaneOutcome } from './replay-lane';
import { windowsOf } from './windows';

/** Characters after which a piece is handed on. */
const PIECE = 65_536;

/** What is sent of a message: extensions stay at home, and absent content is null. */
function wire(message: Message): Message {
  const { role, content, tool_calls, tool_call_id, name } = message;
  return {
    role,
    content: content ?? null,
    ...(tool_calls && tool_calls.length > 0 ? { tool_calls } : {}),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
    ...(name === undefined ? {} : { name }),
  };
}

/**
 * Names the items of a window: the index of a message that stands unchanged, the message itself where it does not.
 * Of several messages with the same content, the first after the one named before it.
 */
class WindowNames {
  /** By what is sent: the messages that are the same, ascending. */
  private readonly alike = new Map<string, number[]>();
  private readonly known = new Map<Item, { message: Message; alike: readonly number[] }>();

  constructor(private readonly outcome: LaneOutcome) {
    for (const [index, message] of outcome.index.transcript.messages.entries()) {
      const key = JSON.stringify(wire(message));
      const same = this.alike.get(key);
      if (same) same.push(index);
      else this.alike.set(key, [index]);
    }
  }

  of(window: readonly Item[]): (number | Message)[] {
    let last = -1;
    return window.map((item) => {
      const { message, alike } = this.lookUp(item);
      const next = firstAfter(alike, last);
      if (next === undefined) return message;
      last = next;
      return next;
    });
  }

  private lookUp(item: Item): { message: Message; alike: readonly number[] } {
    let found = this.known.get(item);
    if (!found) {
      const message = wire(this.outcome.present(item));
      found = { message, alike: this.alike.get(JSON.stringify(message)) ?? [] };
      this.known.set(item, found);
    }
    return found;
  }
}

function firstAfter(ascending: readonly number[], last: number): number | undefined {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= last) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}

interface Note {
  type: string;
  first: number | string;
  last: number | string;
  count: number;
  before: number;
  after: number;
}

/** A message goes by its index, a summary by its name. */
function label(item: Item): number | string {
  return item >= 0 ? item : itemLabel(item);
}

/** The document's own events at a call, and every other decision as a note. */
function eventsAndNotes(outcome: LaneOutcome, call: number): { events: PublishedEvent[]; notes: Note[] } {
  const { run, system, index, lane } = outcome;
  const { decisions } = run;
  const { from, to } = decisionsAt(run, call);
  const events = system.eventsAt?.(call, run, index, lane.config) ?? [];
  const told = new Set(events.map((event) => event.type));
  const notes: Note[] = [];
  for (let decision = from; decision < to; decision++) {
    const type = DECISIONS[decisions.kind[decision] as number] ?? 'unknown';
    if (told.has(type)) continue;
    notes.push({
      type,
      first: label(decisions.first[decision] as Item),
      last: label(decisions.last[decision] as Item),
      count: decisions.count[decision] as number,
      before: decisions.before[decision] as number,
      after: decisions.after[decision] as number,
    });
  }
  return { events, notes };
}

/** Every decision at a call, in a sentence each. */
export function explanationsAt(outcome: LaneOutcome, call: number): string[] {
  const { run, system, lane } = outcome;
  const { from, to } = decisionsAt(run, call);
  const sentences: string[] = [];
  for (let decision = from; decision < to; decision++) {
    sentences.push(system.explain(decision, run, lane.config, lane.guards));
  }
  return sentences;
}

function* callsJson(outcome: LaneOutcome, explain: boolean): Generator<string> {
  const { run, sent, system } = outcome;
  const names = new WindowNames(outcome);
  let call = 0;
  for (const window of windowsOf(run)) {
    const before = run.calls.before[call] as number;
    const tokens = run.calls.tokens[call] as number;
    const json = JSON.stringify({
      before: before < 0 ? null : before,
      tokens,
      ...(system.unit === 'messages' ? { messages: tokens } : {}),
      sentTokens: sent[call],
      pressure: pressureOf(run, call),
      window: names.of(window),
      ...eventsAndNotes(outcome, call),
      ...(explain ? { explanations: explanationsAt(outcome, call) } : {}),
    });
    yield call === 0 ? json : `,${json}`;
    call++;
  }
}

function* appendsJson({ run, system }: LaneOutcome): Generator<string> {
  for (let index = 0; index < run.messageCount; index++) {
    const tokens = run.arrivals.tokens[index] as number;
    const json = JSON.stringify({
      index,
      tokens,
      ...(system.unit === 'messages' ? { messages: tokens } : {}),
      refused: run.arrivals.state[index] === State.refused,
    });
    yield index === 0 ? json : `,${json}`;
  }
}

function* parts(scenario: string, outcome: LaneOutcome, explain: boolean): Generator<string> {
  const { lane, system, run, exchanges } = outcome;
  const head = JSON.stringify({ scenario, lane: lane.name, system: system.id, limit: run.limit });
  yield `${head.slice(0, -1)},"calls":[`;
  yield* callsJson(outcome, explain);
  yield '],"appends":[';
  yield* appendsJson(outcome);
  const summaryTexts = exchanges.map((exchange) => exchange.answer ?? null);
  const findings = outcome.findings.map((finding) => ({ ...finding, calls: Array.from(finding.calls) }));
  const metrics = { ...outcome.metrics, findings };
  yield `],${JSON.stringify({ summaries: run.summarizerCalls, summaryTexts, metrics }).slice(1)}\n`;
}

/** The line in pieces of about 64 KiB; joined they are one JSON object and a line break. */
export function* laneJson(scenario: string, outcome: LaneOutcome, explain: boolean): Generator<string> {
  let piece = '';
  for (const part of parts(scenario, outcome, explain)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

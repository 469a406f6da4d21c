/** Finds the message sequences in LangSmith runs, Langfuse traces of LangGraph, and lists of logged calls. */

import type { History } from './growing-histories';
import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { isLangchainMessage, isRemoval, isRoleMessage, normalMessage } from './langchain-message';
import { findLists, mostlyFits } from './list-search';

/** JSON that was written as a string, up to three times over, as tracing tools store inputs and outputs. */
export function unfolded(value: unknown): unknown {
  let current = value;
  for (let layer = 0; layer < 3 && typeof current === 'string' && /^\s*["[{]/.test(current); layer++) {
    try {
      current = JSON.parse(current);
    } catch {
      return current;
    }
  }
  return current;
}

export function isEitherMessage(value: unknown): boolean {
  return isLangchainMessage(value) || isRoleMessage(value);
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && normalMessage(value) !== undefined;
}

/** The messages of one input or output: a list, a list of lists, one message, a completion, or generations. */
function messagesIn(raw: unknown): unknown[] {
  const value = unfolded(raw);
  if (isEitherMessage(value)) return [value];
  if (isRecord(value)) {
    const generations = ownArray(value, 'generations')?.flat(1) ?? [];
    const replies = generations.map((entry) => (isRecord(entry) ? own(entry, 'message') : undefined));
    const choices = (ownArray(value, 'choices') ?? []).map((entry) =>
      isRecord(entry) ? own(entry, 'message') : undefined,
    );
    const reply = [...replies, ...choices].find(isEitherMessage);
    if (reply !== undefined) return [reply];
    const output = own(value, 'output');
    if (isEitherMessage(output)) return [output];
  }
  const list = Array.isArray(value)
    ? value
    : isRecord(value)
      ? (ownArray(value, 'messages') ?? ownArray(value, 'input') ?? ownArray(value, 'output'))
      : undefined;
  if (list) {
    if (mostlyFits(list, isEitherMessage) || list.every(isPair)) return [...list];
    const inner = list.find(
      (entry) => Array.isArray(entry) && (mostlyFits(entry, isEitherMessage) || entry.every(isPair)),
    );
    if (Array.isArray(inner)) return [...inner];
  }
  return findLists(value, isLangchainMessage).at(0)?.list.slice() ?? [];
}

/** Normal messages of a list; what is none is counted, a definition of a tool among them becomes a schema. */
export function normalized(
  list: readonly unknown[],
  refuse: (reason: string) => void,
  unread?: (fields: JsonRecord) => void,
): { messages: JsonRecord[]; tools: unknown[] } {
  const messages: JsonRecord[] = [];
  const ids: (string | undefined)[] = [];
  const tools: unknown[] = [];
  for (const entry of list) {
    const schema = toolSchemaIn(entry);
    if (schema) {
      tools.push(schema);
      continue;
    }
    if (unread && isRecord(entry)) unread(ownRecord(entry, 'kwargs') ?? ownRecord(entry, 'data') ?? entry);
    const message = normalMessage(entry);
    if (!message) refuse('a value that is no message stands among messages');
    else if (isRemoval(message)) remove(message.remove, messages, ids, refuse);
    else {
      messages.push(message);
      ids.push(idOf(entry));
    }
  }
  return { messages, tools };
}

/** A RemoveMessage takes away the message with its id, or all before it. */
function remove(
  id: string,
  messages: JsonRecord[],
  ids: (string | undefined)[],
  refuse: (reason: string) => void,
): void {
  if (id === '__remove_all__') {
    refuse(`a RemoveMessage took away the ${messages.length} messages before it`);
    messages.length = 0;
    ids.length = 0;
    return;
  }
  const at = ids.indexOf(id);
  if (at < 0) {
    refuse('a RemoveMessage names a message that is not in the list');
    return;
  }
  refuse('a message was taken away by a RemoveMessage');
  messages.splice(at, 1);
  ids.splice(at, 1);
}

function idOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const fields = ownRecord(entry, 'kwargs') ?? ownRecord(entry, 'data') ?? entry;
  return ownString(fields, 'id');
}

/** LangGraph logs the tools of a call as messages of the role "tool" that hold a definition. */
function toolSchemaIn(entry: unknown): JsonRecord | undefined {
  if (!isRecord(entry) || own(entry, 'role') !== 'tool') return undefined;
  const content = unfolded(own(entry, 'content'));
  return isRecord(content) && own(content, 'type') === 'function' && isRecord(own(content, 'function'))
    ? content
    : undefined;
}

const byTime = (one: JsonRecord, other: JsonRecord): number => {
  const [first, second] = [one, other].map((run) => ownString(run, 'startTime') ?? ownString(run, 'start_time') ?? '');
  return (first as string) < (second as string) ? -1 : (first as string) > (second as string) ? 1 : 0;
};

/** The sequences of a Langfuse trace: those of its model calls, or else the states of its graph. */
export function langfuseHistories(trace: JsonRecord, line: number, refuse: (reason: string) => void): History[] {
  const observations = (ownArray(trace, 'observations') ?? []).filter(isRecord).sort(byTime);
  const calls = observations.filter((entry) => own(entry, 'type') === 'GENERATION');
  const name = ownWord(ownRecord(trace, 'trace') ?? {}, 'name');
  const histories = calls.map((call) => historyOf(own(call, 'input'), own(call, 'output'), line, refuse, call));
  const spoken = histories.some(({ messages }) => messages.length > 0)
    ? histories
    : observations.map((span) => historyOf(own(span, 'input'), own(span, 'output'), line, refuse, span));
  return spoken.map((history) => ({ ...history, name }));
}

/** All runs of a LangSmith export, children among them, in the order of their start. */
export function langsmithRuns(roots: readonly unknown[]): JsonRecord[] {
  const runs: JsonRecord[] = [];
  const waiting = roots.filter(isRecord).reverse();
  for (let run = waiting.pop(); run; run = waiting.pop()) {
    runs.push(run);
    for (const child of (ownArray(run, 'child_runs') ?? []).filter(isRecord).reverse()) waiting.push(child);
  }
  return runs.sort(byTime);
}

/** The sequences of LangSmith runs: those of model calls, or else of chains. */
export function langsmithHistories(
  runs: readonly JsonRecord[],
  line: number,
  refuse: (reason: string) => void,
): History[] {
  for (const run of runs) if (!Object.hasOwn(run, 'inputs')) refuse('a run without `inputs`');
  const read = (run: JsonRecord): History => ({
    ...historyOf(own(run, 'inputs'), own(run, 'outputs'), line, refuse, run),
    name: ownWord(run, 'name'),
  });
  const calls = runs.filter((run) => own(run, 'run_type') === 'llm').map(read);
  const others = runs.length - calls.length;
  if (calls.some(({ messages }) => messages.length > 0)) {
    if (others > 0) refuse(`${others} runs that are no model calls: what they hold is in the calls`);
    return calls;
  }
  return runs.filter((run) => own(run, 'run_type') !== 'tool').map(read);
}

function historyOf(
  input: unknown,
  output: unknown,
  line: number,
  refuse: (reason: string) => void,
  run: JsonRecord,
): History {
  const sent = normalized(messagesIn(input), refuse);
  const answer = normalized(messagesIn(output), refuse);
  for (const [side, read] of [
    [input, sent],
    [output, answer],
  ] as const)
    if (isFilled(side) && read.messages.length === 0) refuse('an input or output of a call that holds no messages');
  const messages = joined(sent.messages, answer.messages);
  const tools = sent.tools.length > 0 ? sent.tools : toolsOf(run, unfolded(input));
  const usage = ownRecord(run, 'usageDetails');
  const last = messages.at(-1);
  if (usage && last?.role === 'assistant' && !('usage' in last) && typeof own(usage, 'input') === 'number')
    messages[messages.length - 1] = {
      ...last,
      usage: { input_tokens: own(usage, 'input'), output_tokens: own(usage, 'output') },
    };
  return { messages, line, ...(tools !== undefined && { tools }) };
}

function isFilled(side: unknown): boolean {
  return side !== null && side !== undefined && side !== '';
}

/** What was sent and the answer to it; a state after a step already begins with the state before it. */
function joined(sent: JsonRecord[], answer: JsonRecord[]): JsonRecord[] {
  const repeats =
    answer.length >= sent.length &&
    sent.every((message, index) => message.role === answer[index]?.role && sameText(message, answer[index]));
  return repeats ? answer : [...sent, ...answer];
}

function sameText(one: JsonRecord, other: JsonRecord | undefined): boolean {
  return typeof one.content !== 'string' || one.content === other?.content;
}

function toolsOf(run: JsonRecord, input: unknown): unknown {
  const extra = ownRecord(run, 'extra') ?? {};
  const invocation = ownRecord(extra, 'invocation_params') ?? ownRecord(run, 'modelParameters') ?? {};
  return own(invocation, 'tools') ?? (isRecord(input) ? own(input, 'tools') : undefined);
}

/** Entries `{input: {success, data}, output: {success, data}}` by the id of an observation, as a checker of traces writes them. */
export function checkedHistories(map: JsonRecord, line: number, refuse: (reason: string) => void): History[] {
  const histories: History[] = [];
  for (const [id, entry] of Object.entries(map)) {
    if (!isRecord(entry)) continue;
    const lists = ['input', 'output'].map((key) => {
      const side = ownRecord(entry, key) ?? {};
      const data = own(side, 'success') === true ? ownArray(side, 'data') : undefined;
      return data && mostlyFits(data, isEitherMessage) ? data : undefined;
    });
    if (!lists[0] && !lists[1]) {
      refuse(`the observation ${id.slice(0, 40)} holds no list of messages that its checker accepted`);
      continue;
    }
    const [sent, answer] = lists.map((list) => normalized(list ?? [], refuse).messages);
    histories.push({ messages: joined(sent ?? [], answer ?? []), line });
  }
  return histories;
}

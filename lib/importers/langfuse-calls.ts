/** The model calls of a Langfuse trace and what its tools returned, as histories: outer calls left to those inside, fragments joined. */

import { geminiTools } from './gemini-parts';
import type { History } from './growing-histories';
import {
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';
import { around, attributesOf, field, idOf, parentOf, startOf, typeOf } from './langfuse-observation';
import {
  addResults,
  addSystems,
  type Draft,
  isToolSpan,
  type LangfuseCall,
  type TraceReport,
} from './langfuse-results';
import { recordedMessages, unwrapped } from './trace-messages';

interface Call extends LangfuseCall {
  sent: JsonRecord[];
  said: JsonRecord[];
  isText: boolean;
  tools: unknown;
}

/** In order of their start; those that start together stay in the order of the file. */
function inOrder(observations: readonly JsonRecord[]): JsonRecord[] {
  return observations
    .map((observation, index) => ({ observation, index, start: startOf(observation) }))
    .sort((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : one.index - other.index))
    .map(({ observation }) => observation);
}

/** The histories of a trace. */
export function traceHistories(
  trace: JsonRecord,
  recorded: readonly JsonRecord[],
  line: number,
  report: TraceReport,
): History[] {
  const observations = inOrder(recorded);
  const byId = new Map(observations.map((observation) => [idOf(observation), observation]));
  const generations = observations.filter((one) => typeOf(one) === 'GENERATION');
  let calls = generations.map((observation) => callOf(observation, report)).filter((call) => isSpoken(call));
  const silent = generations.length - calls.length;
  for (let count = 0; count < silent; count++) report.leaveOut('model call without messages');
  if (calls.length === 0) {
    // Without a recorded model call, the states of agents and spans are all there is.
    const others = observations.filter((one) => typeOf(one) !== 'TOOL' && typeOf(one) !== 'EVENT');
    calls = [...others, trace].map((observation) => callOf(observation, report)).filter((call) => isSpoken(call));
    calls = calls.filter(({ said }) => said.length > 0);
  }
  const chosen = withoutOuter(calls, byId, report);
  const tools = observations.filter((one) => typeOf(one) === 'TOOL' || isToolSpan(one));
  const told = new Set([...tools, ...chosen.map(({ observation }) => observation)]);
  for (const observation of observations)
    if (typeOf(observation) !== 'GENERATION' && !told.has(observation))
      report.leaveOut(`${typeOf(observation).toLowerCase() || 'nameless'} observation`);
  const name = ownWord(trace, 'name');
  const histories = joined(chosen, line, name);
  for (const history of histories) sameArguments(history.messages);
  addSystems(histories, byId, trace);
  const unused = tools.length - addResults(histories, tools, report);
  for (let count = 0; count < unused; count++) report.leaveOut('observation of a tool, which a prompt repeats');
  return histories.map(({ messages, ...rest }) => ({ ...rest, messages }));
}

function isSpoken({ sent, said }: Call): boolean {
  return sent.length + said.length > 0;
}

function callOf(observation: JsonRecord, report: TraceReport): Call {
  const input = unwrapped(own(observation, 'input'));
  const output = unwrapped(own(observation, 'output'));
  const skip = (reason: string): void => report.skip(reason);
  const sent = isUseless(input) ? { messages: [], isText: false } : recordedMessages(input, 'user', skip);
  const answer = recordedMessages(output, 'assistant', skip);
  // What a response says of its instructions was sent before everything.
  const instructions = answer.messages.filter((message) => own(message, 'role') === 'system');
  const said = answer.messages.filter((message) => own(message, 'role') !== 'system');
  const starts = own(sent.messages[0] ?? {}, 'role');
  const system = starts === 'system' || starts === 'developer' ? [] : instructions;
  return {
    sent: [...system, ...sent.messages],
    said: withRecords(said, observation),
    isText: sent.isText && typeof own(observation, 'input') === 'string',
    observation,
    tools: toolsOf(input, output, observation),
  };
}

/** `{"content": "role"}`: what a faulty integration writes in place of the messages. */
function isUseless(input: unknown): boolean {
  return isRecord(input) && Object.keys(input).length === 1 && own(input, 'content') === 'role';
}

/** Usage and time of the call, on the answer that it brought. */
function withRecords(said: readonly JsonRecord[], observation: JsonRecord): JsonRecord[] {
  const last = said.findLastIndex((message) => own(message, 'role') === 'assistant');
  const time = field(observation, 'endTime', 'end_time') ?? field(observation, 'startTime', 'start_time');
  const usage = usageOf(observation);
  return said.map((message, index) =>
    index === last
      ? { ...message, ...(typeof time === 'string' && { timestamp: time }), ...(usage && { usage }) }
      : message,
  );
}

function usageOf(observation: JsonRecord): JsonRecord | undefined {
  const details = field(observation, 'usageDetails', 'usage_details');
  for (const usage of [details, own(observation, 'usage')]) {
    if (!isRecord(usage)) continue;
    const input = ownCount(usage, 'input') ?? ownCount(usage, 'promptTokens') ?? ownCount(usage, 'prompt_tokens');
    if (input === undefined) continue;
    // Tokens from a cache are counted apart by some providers, and are part of the prompt.
    const cached = (ownCount(usage, 'input_cache_read') ?? 0) + (ownCount(usage, 'input_cache_creation') ?? 0);
    const output =
      ownCount(usage, 'output') ?? ownCount(usage, 'completionTokens') ?? ownCount(usage, 'completion_tokens');
    return { prompt_tokens: input + cached, ...(output !== undefined && { completion_tokens: output }) };
  }
  return undefined;
}

/** Schemas in the prompt, the response, the parameters or the attributes of a call. */
function toolsOf(input: unknown, output: unknown, observation: JsonRecord): unknown {
  const metadata = unwrapped(own(observation, 'metadata'));
  const attributes = attributesOf(observation);
  const parameters = unwrapped(own(attributes, 'model_request_parameters'));
  const config = isRecord(input) ? ownRecord(input, 'config') : undefined;
  const candidates = [
    isRecord(input) ? own(input, 'tools') : undefined,
    config ? geminiTools(own(config, 'tools')) : undefined,
    isRecord(output) && own(output, 'object') === 'response' ? own(output, 'tools') : undefined,
    isRecord(metadata) ? own(metadata, 'tools') : undefined,
    own(attributes, 'gen_ai.tool.definitions'),
    isRecord(parameters) ? own(parameters, 'function_tools') : undefined,
  ];
  for (const candidate of candidates) {
    const list = unwrapped(candidate);
    if (!Array.isArray(list) || list.length === 0) continue;
    return list.map(unwrapped).filter(isRecord).map(schemaOf);
  }
  return undefined;
}

/** Pydantic AI names a schema `parameters_json_schema`. */
function schemaOf(tool: JsonRecord): JsonRecord {
  const parameters = own(tool, 'parameters_json_schema');
  if (parameters === undefined) return tool;
  const description = ownWord(tool, 'description');
  return {
    type: 'function',
    function: { name: own(tool, 'name'), ...(description !== undefined && { description }), parameters },
  };
}

/** A call around other calls repeats them; a call that only kept the rendering of another says less than it. */
function withoutOuter(calls: readonly Call[], byId: ReadonlyMap<string, JsonRecord>, report: TraceReport): Call[] {
  const structured = new Set(calls.filter(({ isText }) => !isText).map(({ observation }) => observation));
  const outer = new Set<JsonRecord>();
  const within = new Set<JsonRecord>();
  for (const { observation } of calls) {
    for (const parent of around(observation, byId)) {
      if (structured.has(observation)) outer.add(parent);
      else if (structured.has(parent)) within.add(observation);
    }
  }
  const chosen = calls.filter(({ observation }) => !outer.has(observation) && !within.has(observation));
  for (let count = chosen.length; count < calls.length; count++)
    report.leaveOut('model call that repeats the one around or inside it');
  return chosen;
}

/** Calls that say what they were sent, each a history; answers alone go on with the history before them. */
function joined(calls: readonly Call[], line: number, name: string | undefined): Draft[] {
  const drafts: Draft[] = [];
  const open = new Map<string, Draft>();
  for (const call of calls) {
    const parent = parentOf(call.observation);
    const before = call.sent.length === 0 ? (open.get(parent) ?? drafts.at(-1)) : undefined;
    if (before) {
      for (const message of call.said) before.messages.push(message);
      before.calls.push(call);
      continue;
    }
    const tools = call.tools === undefined ? {} : { tools: call.tools };
    const draft: Draft = { messages: [...call.sent, ...call.said], line, name, ...tools, calls: [call] };
    drafts.push(draft);
    open.set(parent, draft);
  }
  return drafts;
}

/** A prompt writes the arguments of an earlier call in other spacing than its answer did: the first form stays. */
function sameArguments(messages: JsonRecord[]): void {
  for (const [index, message] of messages.entries()) {
    const calls = ownArray(message, 'tool_calls');
    if (!calls) continue;
    messages[index] = { ...message, tool_calls: calls.map((call) => (isRecord(call) ? compactCall(call) : call)) };
  }
}

function compactCall(call: JsonRecord): JsonRecord {
  const text = ownString(call, 'arguments');
  const value = text === undefined ? undefined : unwrapped(text);
  return isRecord(value) ? { ...call, arguments: jsonText(value) } : call;
}

/** What stands around the model calls of a Langfuse trace: instructions that they do not repeat, and results of tools. */

import type { History } from './growing-histories';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownWord } from './json-values';
import { around, attributesOf, field, typeOf } from './langfuse-observation';
import { asText, systemOf, unwrapped } from './trace-messages';

/** Where things go that become no message. */
export interface TraceReport {
  skip(reason: string): void;
  leaveOut(kind: string): void;
  note(text: string): void;
}

export interface LangfuseCall {
  observation: JsonRecord;
}

/** A history that is still put together, and the calls that it comes from. */
export type Draft = History & { calls: LangfuseCall[] };

/** Instructions that only an observation around the calls names. */
export function addSystems(drafts: readonly Draft[], byId: ReadonlyMap<string, JsonRecord>, trace: JsonRecord): void {
  for (const draft of drafts) {
    if (draft.messages.some((message) => own(message, 'role') === 'system' || own(message, 'role') === 'developer'))
      continue;
    const first = draft.calls[0];
    for (const observation of [...(first ? around(first.observation, byId) : []), trace]) {
      const input = unwrapped(own(observation, 'input'));
      const [system] = isRecord(input) && !('messages' in input) ? systemOf(input) : [];
      if (!system) continue;
      draft.messages.unshift(system);
      break;
    }
  }
}

export function isToolSpan(observation: JsonRecord): boolean {
  const attributes = attributesOf(observation);
  return typeOf(observation) === 'SPAN' && 'ai.toolCall.name' in attributes;
}

/** Adds results that only the tools' own observations tell, after the calls that they answer; says how many. */
export function addResults(drafts: readonly Draft[], tools: readonly JsonRecord[], report: TraceReport): number {
  const used = new Set<JsonRecord>();
  const byName = new Map<string, JsonRecord[]>();
  for (const tool of tools) {
    const name = lastWord(ownWord(attributesOf(tool), 'ai.toolCall.name') ?? ownWord(tool, 'name') ?? '');
    const known = byName.get(name);
    if (known) known.push(tool);
    else byName.set(name, [tool]);
  }
  // The longest come first: the others are their beginnings.
  const longest = [...drafts].sort((one, other) => other.messages.length - one.messages.length);
  const answered = new Set<string>();
  for (const { messages } of longest)
    for (const message of messages) {
      const id = own(message, 'role') === 'tool' ? ownWord(message, 'tool_call_id') : undefined;
      if (id !== undefined) answered.add(id);
    }
  let count = 0;
  for (const draft of longest) {
    const placed: JsonRecord[] = [];
    for (const [index, message] of draft.messages.entries()) {
      placed.push(message);
      if (own(draft.messages[index + 1] ?? {}, 'role') === 'tool') continue;
      for (const call of ownArray(message, 'tool_calls') ?? []) {
        const id = isRecord(call) ? ownWord(call, 'id') : undefined;
        if (!isRecord(call) || id === undefined || answered.has(id)) continue;
        const named = byName.get(lastWord(ownWord(call, 'name') ?? '')) ?? [];
        const tool = named.find((one) => !used.has(one) && isResultOf(one, call, id));
        if (!tool) continue;
        used.add(tool);
        answered.add(id);
        count++;
        const time = field(tool, 'endTime', 'end_time');
        const content = resultText(own(tool, 'output'));
        placed.push({
          role: 'tool',
          tool_call_id: id,
          name: own(call, 'name'),
          content,
          ...(time ? { timestamp: time } : {}),
        });
      }
    }
    draft.messages.splice(0, draft.messages.length);
    for (const message of placed) draft.messages.push(message);
  }
  if (count > 0) report.note('Results that no prompt repeats were taken from the observations of the tools.');
  return count;
}

/** "execute_tool weather" and "running tool: weather" are both about the tool "weather". */
function lastWord(title: string): string {
  return title.slice(title.lastIndexOf(' ') + 1);
}

/** A tool's observation names its call by id, or else by the tool's name and the same arguments. */
function isResultOf(tool: JsonRecord, call: JsonRecord, id: string): boolean {
  const attributes = attributesOf(tool);
  const named = ownWord(attributes, 'ai.toolCall.id') ?? ownWord(attributes, 'gen_ai.tool.call.id');
  if (named !== undefined) return named === id;
  const input = unwrapped(own(tool, 'input'));
  const wanted = jsonText(unwrapped(own(call, 'arguments')));
  return jsonText(input) === wanted || (isRecord(input) && jsonText(own(input, 'input')) === wanted);
}

/** A result is a text, a list of text blocks, or any value. */
function resultText(output: unknown): unknown {
  const value = unwrapped(output);
  const inner = isRecord(value) ? (own(value, 'content') ?? own(value, 'output') ?? value) : value;
  if (Array.isArray(inner) && inner.length > 0 && inner.every((part) => isRecord(part) && own(part, 'type') === 'text'))
    return inner;
  return typeof inner === 'string' ? inner : asText(value);
}

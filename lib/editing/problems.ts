/** What in a transcript no provider would take (broken pairs, calls without JSON, empty messages), each with its repairs. */

import { linkTools, type Message, type ToolCall } from '../engine/transcript';
import type { Operation } from './operations';

/** A way to mend a problem: the words of a button, and what it does. */
export interface Repair {
  label: string;
  operation: Operation;
}

/** Something wrong at a message. */
export interface TranscriptProblem {
  message: number;
  /** Stable name of the rule. */
  rule:
    | 'orphan result'
    | 'no result'
    | 'second result'
    | 'result apart'
    | 'arguments'
    | 'no name'
    | 'empty'
    | 'repeated id';
  /** For people, in one sentence. */
  text: string;
  repairs: Repair[];
}

const NO_RESULT = '[no result was recorded]';

/** Every problem in message order. Linear in messages, calls and the text of arguments. */
export function transcriptProblems(messages: readonly Message[]): TranscriptProblem[] {
  const problems: TranscriptProblem[] = [];
  const links = linkTools(messages);
  /** Per call id: whether its newest call has been answered. */
  const answered = new Map<string, boolean>();
  /** Calls of each head that never get a result. */
  const waiting = new Map<number, Set<string>>();
  messages.forEach((message, index) => {
    for (const call of message.tool_calls ?? []) {
      const open = waiting.get(index);
      if (open) open.add(call.id);
      else waiting.set(index, new Set([call.id]));
    }
    if (message.role === 'tool' && message.tool_call_id !== undefined) {
      waiting.get(links.group[index] as number)?.delete(message.tool_call_id);
    }
  });
  let runEnd = -1;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as Message;
    if (message.role === 'tool') {
      if (links.orphan[index] === 1) problems.push(orphan(message, index));
      else {
        const id = message.tool_call_id as string;
        if (answered.get(id)) {
          problems.push({
            message: index,
            rule: 'second result',
            text: `The call ${id} has its result already.`,
            repairs: [{ label: 'Delete this result', operation: { do: 'delete', at: [index] } }],
          });
        } else if (index > runEnd) problems.push(apart(messages, links.group[index] as number, index));
        answered.set(id, true);
      }
      continue;
    }
    if (message.role === 'assistant' && message.tool_calls && message.tool_calls.length > 0) {
      const seen = new Set<string>();
      for (const [place, call] of message.tool_calls.entries()) {
        if (seen.has(call.id)) problems.push(repeated(message, index, place));
        seen.add(call.id);
        answered.set(call.id, false);
        if (call.function.name.trim() === '')
          problems.push({ message: index, rule: 'no name', text: 'A call names no tool.', repairs: [] });
        const fault = argumentsFault(call);
        if (fault) problems.push({ message: index, rule: 'arguments', text: fault, repairs: [] });
      }
      runEnd = index;
      while (messages[runEnd + 1]?.role === 'tool') runEnd++;
      const open = waiting.get(index);
      // At the very end the result may still be to come.
      if (open && open.size > 0 && runEnd < messages.length - 1)
        problems.push(unanswered(message, index, runEnd, open));
    } else if ((message.content ?? '').trim() === '' && !message.imageTokens) {
      problems.push(empty(message, index));
    }
  }
  return problems;
}

/** Reasoning is never sent back as text: a message of reasoning alone goes out empty, but it is not without content here. */
function empty(message: Message, index: number): TranscriptProblem {
  const { role, reasoning } = message;
  const remove: Repair = { label: 'Delete it', operation: { do: 'delete', at: [index] } };
  if (reasoning === undefined || reasoning.trim() === '') {
    const text = `This ${role} message is empty: providers refuse it.`;
    return { message: index, rule: 'empty', text, repairs: [remove] };
  }
  const { reasoning: _reasoning, ...rest } = message;
  return {
    message: index,
    rule: 'empty',
    text: `This ${role} message holds reasoning alone, which is not sent: without it the message is empty, and providers refuse it.`,
    repairs: [
      {
        label: 'Make the reasoning its text',
        operation: { do: 'replace', at: index, message: { ...rest, content: reasoning } },
      },
      remove,
    ],
  };
}

function orphan(message: Message, index: number): TranscriptProblem {
  const id = message.tool_call_id;
  const repairs: Repair[] = [{ label: 'Delete the result', operation: { do: 'delete', at: [index] } }];
  const callId = id ?? `call_${index}`;
  const call: ToolCall = { id: callId, type: 'function', function: { name: message.name ?? 'tool', arguments: '{}' } };
  repairs.push({
    label: 'Add its call before it',
    operation: {
      do: 'splice',
      splices: [
        {
          at: index,
          remove: 1,
          insert: [
            { role: 'assistant', content: null, tool_calls: [call] },
            { ...message, tool_call_id: callId },
          ],
        },
      ],
    },
  });
  return {
    message: index,
    rule: 'orphan result',
    text: id === undefined ? 'This result names no call.' : `No call before this result has the id ${id}.`,
    repairs,
  };
}

function apart(messages: readonly Message[], head: number, index: number): TranscriptProblem {
  let to = head + 1;
  while (messages[to]?.role === 'tool') to++;
  return {
    message: index,
    rule: 'result apart',
    text: `Other messages stand between this result and its call at message ${head + 1}.`,
    repairs: [{ label: 'Move it to its call', operation: { do: 'move', at: [index], to } }],
  };
}

function unanswered(message: Message, index: number, runEnd: number, open: ReadonlySet<string>): TranscriptProblem {
  const calls = (message.tool_calls ?? []).filter((call) => open.has(call.id));
  const kept = (message.tool_calls ?? []).filter((call) => !open.has(call.id));
  const names = calls.map((call) => call.function.name || 'a tool without a name').join(', ');
  const results = calls.map((call): Message => ({ role: 'tool', tool_call_id: call.id, content: NO_RESULT }));
  const { tool_calls: _calls, ...rest } = message;
  const without: Message = {
    ...rest,
    content: kept.length === 0 ? (message.content ?? '') : message.content,
    ...(kept.length > 0 ? { tool_calls: kept } : {}),
  };
  const gone = kept.length === 0 && (without.content ?? '').trim() === '';
  return {
    message: index,
    rule: 'no result',
    text:
      calls.length === 1 ? `The call of ${names} has no result.` : `${calls.length} calls have no result: ${names}.`,
    repairs: [
      {
        label: calls.length === 1 ? 'Add an empty result' : 'Add empty results',
        operation: { do: 'insert', at: runEnd + 1, messages: results },
      },
      {
        label: calls.length === 1 ? 'Remove the call' : 'Remove the calls',
        operation: gone ? { do: 'delete', at: [index] } : { do: 'replace', at: index, message: without },
      },
    ],
  };
}

function repeated(message: Message, index: number, place: number): TranscriptProblem {
  const calls = message.tool_calls ?? [];
  const id = calls[place]?.id ?? '';
  const next = calls.map((call, at) => (at === place ? { ...call, id: `${call.id}_${place + 1}` } : call));
  return {
    message: index,
    rule: 'repeated id',
    text: `Two calls of this message have the id ${id}.`,
    repairs: [
      {
        label: 'Give the second its own id',
        operation: { do: 'replace', at: index, message: { ...message, tool_calls: next } },
      },
    ],
  };
}

/** Why the arguments of a call are no JSON object, or null where they are one. */
export function argumentsFault(call: ToolCall): string | null {
  const { name, arguments: text } = call.function;
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
    return `The arguments of ${name || 'the call'} are no JSON object.`;
  } catch (error) {
    return `The arguments of ${name || 'the call'} are no JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** Each provider's rules once more, written down plainly over a list of messages: what the incremental checks are held against. */

import type { ProviderId } from '@/lib/engine/provider-rules';
import type { Message } from '@/lib/engine/transcript';

const idsOf = (message: Message): string[] => (message.tool_calls ?? []).map((call) => call.id);
const isInstruction = ({ role }: Message): boolean => role === 'system' || role === 'developer';
const isBlank = ({ content }: Message): boolean => (content ?? '').trim() === '';

function chat(messages: readonly Message[]): boolean {
  let owed = new Set<string>();
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (message.content === null || message.tool_call_id === undefined) return false;
      if (!open.includes(message.tool_call_id)) return false;
      owed.delete(message.tool_call_id);
      continue;
    }
    if (owed.size > 0) return false;
    open = message.role === 'assistant' ? idsOf(message) : [];
    owed = new Set(open);
    if (message.content === null && open.length === 0) return false;
  }
  return owed.size === 0 && messages.length > 0;
}

function responses(messages: readonly Message[]): boolean {
  if (messages.length === 0) return false;
  const places = messages.map((message, place) => ({ message, place }));
  const outputs = places.filter(({ message }) => message.role === 'tool');
  const calls = places.filter(({ message }) => message.role === 'assistant');
  const answered = calls.every(({ message, place }) =>
    idsOf(message).every((id) => outputs.some((one) => one.place > place && one.message.tool_call_id === id)),
  );
  const called = outputs.every(({ message, place }) =>
    calls.some((one) => one.place < place && idsOf(one.message).includes(message.tool_call_id ?? '')),
  );
  return answered && called;
}

/** Runs of user and assistant turns, results counted with the user. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  const side = (message: Message) => (message.role === 'assistant' ? 'assistant' : 'user');
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.[0] && side(last[0]) === side(message)) last.push(message);
    else turns.push([message]);
  }
  return turns;
}

function anthropic(all: readonly Message[]): boolean {
  const messages = all.filter((message) => !isInstruction(message));
  if (messages.length === 0 || messages[0]?.role === 'assistant') return false;
  const used = messages.filter(({ role }) => role === 'assistant').flatMap(idsOf);
  if (new Set(used).size < used.length) return false;
  for (const [place, message] of messages.entries()) {
    if (message.role === 'tool' || idsOf(message).length > 0 || !isBlank(message)) continue;
    if (message.role !== 'assistant' || place < messages.length - 1) return false;
  }
  const turns = turnsOf(messages);
  for (const [place, turn] of turns.entries()) {
    if (turn[0]?.role === 'assistant') {
      if (turn.some((message) => idsOf(message).length > 0) && place === turns.length - 1) return false;
      continue;
    }
    const before = turns[place - 1] ?? [];
    const owed = before.flatMap(idsOf);
    const results = turn.filter(({ role }) => role === 'tool').map((message) => message.tool_call_id ?? '');
    const opening = turn.findIndex(({ role }) => role !== 'tool');
    const atStart = opening < 0 ? turn.length : opening;
    if (results.length !== atStart || results.length !== owed.length) return false;
    if ([...results].sort().join() !== [...owed].sort().join()) return false;
  }
  return true;
}

function gemini(all: readonly Message[]): boolean {
  const messages = all.filter((message) => !isInstruction(message));
  if (messages.length === 0 || messages[0]?.role === 'assistant') return false;
  const contents: Message[][] = [];
  for (const message of messages) {
    const last = contents.at(-1);
    if (message.role === 'tool' && last?.[0]?.role === 'tool') last.push(message);
    else contents.push([message]);
  }
  for (const [place, content] of contents.entries()) {
    const [first] = content;
    if (!first) return false;
    const before = contents[place - 1]?.[0];
    const after = contents[place + 1];
    const count = first.role === 'assistant' ? idsOf(first).length : 0;
    if (first.role === 'tool') {
      if (before?.role !== 'assistant' || idsOf(before).length !== content.length) return false;
    } else if (count === 0 && (first.content ?? '') === '') return false;
    if (count > 0 && (before?.role === 'assistant' || after?.[0]?.role !== 'tool' || after.length !== count))
      return false;
  }
  return true;
}

/** Whether a provider takes the messages. */
export const TAKES: { readonly [provider in ProviderId]: (messages: readonly Message[]) => boolean } = {
  'openai-chat': chat,
  'openai-responses': responses,
  anthropic,
  gemini,
};

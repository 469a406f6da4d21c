/** What a person does to a transcript (add, change, delete, duplicate, move, split, merge), and the patch each one makes. */

import type { Message, Role, ToolSchema } from '../engine/transcript';
import type { Patch, Splice } from './patch';

/** Fields that can be set on many messages at once; `null` takes a field away. */
export interface Change {
  role?: Role;
  name?: string | null;
  kind?: NonNullable<Message['kind']> | null;
  priority?: NonNullable<Message['priority']> | null;
  pinned?: true | null;
}

/** Positions are message indices before the operation; lists of them may come in any order. */
export type Operation =
  | { do: 'insert'; at: number; messages: Message[] }
  | { do: 'replace'; at: number; message: Message }
  | { do: 'change'; at: readonly number[]; change: Change }
  | { do: 'delete'; at: readonly number[] }
  | { do: 'duplicate'; at: readonly number[] }
  /** They stand together before the message that is at `to` now; `to` may be the length. */
  | { do: 'move'; at: readonly number[]; to: number }
  /** The content is cut at a UTF-16 offset: what follows becomes a message of its own. */
  | { do: 'split'; at: number; offset: number }
  | { do: 'merge'; at: readonly number[] }
  /** Everything, as a text of the whole transcript says it: what is the same at both ends is left alone. */
  | { do: 'rewrite'; messages: Message[]; tools: ToolSchema[] }
  | { do: 'tools'; tools: ToolSchema[] }
  /** Several splices that belong together, as a repair makes them. */
  | { do: 'splice'; splices: Splice[] };

/** An operation that makes no sense where it was asked for. */
export class OperationError extends Error {
  override name = 'OperationError';

  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** The patch that an operation comes to on these messages. Throws an OperationError that says why it cannot be done. */
export function patchOf(messages: readonly Message[], operation: Operation): Patch {
  switch (operation.do) {
    case 'insert':
      within(operation.at, messages.length + 1);
      return { splices: [{ at: operation.at, remove: 0, insert: operation.messages }] };
    case 'replace':
      within(operation.at, messages.length);
      return { splices: [{ at: operation.at, remove: 1, insert: [operation.message] }] };
    case 'change':
      return each(messages, operation.at, (message) => [withChange(message, operation.change)]);
    case 'delete':
      return each(messages, operation.at, () => []);
    case 'duplicate':
      return each(messages, operation.at, (message) => [message, structuredClone(message)]);
    case 'move':
      return moved(messages, operation.at, operation.to);
    case 'split':
      return split(messages, operation.at, operation.offset);
    case 'merge':
      return merged(messages, operation.at);
    case 'rewrite':
      return { ...rewritten(messages, operation.messages), tools: operation.tools };
    case 'tools':
      return { splices: [], tools: operation.tools };
    case 'splice':
      return { splices: operation.splices };
  }
}

function within(at: number, below: number): void {
  if (Number.isInteger(at) && at >= 0 && at < below) return;
  throw new OperationError(`There is no message ${at + 1}.`, 'Select a message that the list shows.');
}

/** The chosen positions, ascending and once each. */
function sorted(messages: readonly Message[], at: readonly number[]): number[] {
  const positions = [...new Set(at)].sort((one, other) => one - other);
  for (const position of positions) within(position, messages.length);
  if (positions.length === 0) throw new OperationError('No message is selected.', 'Select one or more messages.');
  return positions;
}

function each(messages: readonly Message[], at: readonly number[], make: (message: Message) => Message[]): Patch {
  const splices = sorted(messages, at).map((position) => ({
    at: position,
    remove: 1,
    insert: make(messages[position] as Message),
  }));
  return { splices };
}

function withChange(message: Message, change: Change): Message {
  const next: { [field: string]: unknown } = { ...message };
  for (const [field, value] of Object.entries(change)) {
    if (value === null || value === undefined) delete next[field];
    else next[field] = value;
  }
  if (next.role !== 'assistant') delete next.tool_calls;
  if (next.role !== 'tool') {
    delete next.tool_call_id;
    delete next.is_error;
  }
  if (next.content === null && next.tool_calls === undefined) next.content = '';
  return next as unknown as Message;
}

function moved(messages: readonly Message[], at: readonly number[], to: number): Patch {
  within(to, messages.length + 1);
  const positions = sorted(messages, at);
  const insert = positions.map((position) => messages[position] as Message);
  const splices: Splice[] = [];
  let placed = false;
  for (const position of positions) {
    if (!placed && position >= to) {
      splices.push({ at: to, remove: 0, insert });
      placed = true;
    }
    splices.push({ at: position, remove: 1, insert: [] });
  }
  if (!placed) splices.push({ at: to, remove: 0, insert });
  return { splices };
}

function split(messages: readonly Message[], at: number, offset: number): Patch {
  within(at, messages.length);
  const message = messages[at] as Message;
  const content = message.content ?? '';
  if (message.role === 'tool') {
    throw new OperationError('A tool result cannot be split: its call has one result.', 'Edit its text instead.');
  }
  const unit = content.charCodeAt(offset);
  const cut = unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
  if (!(cut > 0 && cut < content.length)) {
    throw new OperationError(
      'There is no text on one side of the cut.',
      'Put the cursor inside the text, where the second message should begin.',
    );
  }
  const { tool_calls: calls, ...rest } = message;
  const first: Message = { ...rest, content: content.slice(0, cut).trimEnd() };
  // Calls come last in a message, and their results follow it.
  const second: Message = { ...rest, content: content.slice(cut).trimStart(), ...(calls ? { tool_calls: calls } : {}) };
  delete second.reasoning;
  delete second.imageTokens;
  return { splices: [{ at, remove: 1, insert: [first, second] }] };
}

function merged(messages: readonly Message[], at: readonly number[]): Patch {
  const positions = sorted(messages, at);
  const [head, ...others] = positions;
  if (head === undefined || others.length === 0) {
    throw new OperationError('One message alone cannot be merged.', 'Select two or more messages of one role.');
  }
  const parts = positions.map((position) => messages[position] as Message);
  const first = parts[0] as Message;
  const odd = parts.find((part) => part.role !== first.role);
  if (odd) {
    throw new OperationError(
      `A message of the ${first.role} and one of the ${odd.role} cannot become one.`,
      'Select messages of one role, or change their role first.',
    );
  }
  if (first.role === 'tool' && parts.some((part) => part.tool_call_id !== first.tool_call_id)) {
    throw new OperationError('Results of different calls cannot become one.', 'Select results of the same call.');
  }
  const texts = parts.map((part) => part.content ?? '').filter((text) => text !== '');
  const calls = parts.flatMap((part) => part.tool_calls ?? []);
  const reasoning = parts.map((part) => part.reasoning ?? '').filter((text) => text !== '');
  const images = parts.reduce((sum, part) => sum + (part.imageTokens ?? 0), 0);
  const message: Message = {
    ...first,
    content: texts.length === 0 && calls.length > 0 ? null : texts.join('\n\n'),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reasoning.length > 0 ? { reasoning: reasoning.join('\n\n') } : {}),
    ...(images > 0 ? { imageTokens: images } : {}),
  };
  return {
    splices: [
      { at: head, remove: 1, insert: [message] },
      ...others.map((position) => ({ at: position, remove: 1, insert: [] })),
    ],
  };
}

function sameMessage(one: Message, other: Message): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function rewritten(before: readonly Message[], after: readonly Message[]): Patch {
  let start = 0;
  while (
    start < before.length &&
    start < after.length &&
    sameMessage(before[start] as Message, after[start] as Message)
  )
    start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (
    end < most &&
    sameMessage(before[before.length - 1 - end] as Message, after[after.length - 1 - end] as Message)
  )
    end++;
  const remove = before.length - start - end;
  const insert = after.slice(start, after.length - end);
  return { splices: remove === 0 && insert.length === 0 ? [] : [{ at: start, remove, insert }] };
}

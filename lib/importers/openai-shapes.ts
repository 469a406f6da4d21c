/** Finds the conversations in one JSON value: arrays, requests, stored completions, maps, batches and their lookalikes. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString } from './json-values';
import { isMessageLike } from './openai-message';

export interface FoundConversation {
  messages: readonly unknown[];
  /** The object around the messages: tools, a system prompt, the reply and usage are read from it. */
  owner?: JsonRecord;
  /** The key of the owner under which the messages stand one level down. */
  wrapper?: string;
  /** What the file calls the conversation: its title where no user speaks in it. */
  name?: string;
  /** The key of a map, which goes before the title. */
  label?: string;
  /** Set where this is no plain conversation: a note for the report. */
  note?: string;
}

const MESSAGE_KEYS = ['messages', 'conversation', 'conversations', 'chat_history', 'chat', 'dialog', 'dialogue'];
const WRAPPER_KEYS = [
  'request',
  'body',
  'input',
  'inputs',
  'data',
  'payload',
  'sample',
  'transcript',
  'response',
  'result',
];
const NAME_KEYS = ['title', 'name', 'id', 'session_id', 'conversation_id', 'request_id', 'custom_id', 'task_id'];

/** Whether a list is meant as messages: the first or most of its elements are. */
export function isMessageList(list: readonly unknown[]): boolean {
  let alike = 0;
  const looked = Math.min(list.length, 50);
  for (let index = 0; index < looked; index++) if (isMessageLike(list[index])) alike++;
  return alike > 0 && alike * 2 >= looked;
}

/** Every conversation in the value, in order; an empty list where there is none. Messages alone on a line are not looked for. */
export function findConversations(value: unknown): FoundConversation[] {
  if (!Array.isArray(value)) return isRecord(value) ? inObject(value) : [];
  if (isMessageList(value)) return [{ messages: value }];
  const found: FoundConversation[] = [];
  for (const element of value) {
    if (Array.isArray(element)) {
      if (isMessageList(element)) found.push({ messages: element });
    } else if (isRecord(element)) {
      for (const conversation of inObject(element)) found.push(conversation);
    }
  }
  return found;
}

function inObject(owner: JsonRecord): FoundConversation[] {
  const whole = direct(owner);
  if (whole) return [whole];
  for (const key of WRAPPER_KEYS) {
    const inner = ownRecord(owner, key);
    const body = inner && (direct(inner) ?? direct(ownRecord(inner, 'body') ?? {}));
    if (body) return [{ ...body, owner: { ...owner, ...body.owner }, wrapper: key }];
  }
  const rows = ownArray(owner, 'results');
  if (rows) {
    const found: FoundConversation[] = [];
    for (const row of rows) {
      const conversation = isRecord(row) ? direct(row) : undefined;
      if (conversation)
        found.push({
          ...conversation,
          note: 'These are evaluation rows: each is a prompt and its score rather than a whole conversation.',
        });
    }
    if (found.length > 0) return found;
  }
  return lookalike(owner) ?? inMap(owner);
}

function direct(owner: JsonRecord): FoundConversation | undefined {
  for (const key of MESSAGE_KEYS) {
    const list = ownArray(owner, key);
    if (list && (isMessageList(list) || (key === 'messages' && list.length === 0 && 'choices' in owner)))
      return { messages: list, owner, ...named(owner) };
  }
  const tree = ownRecord(owner, 'answer_generation');
  const prefixes = tree && ownArray(tree, 'train_messages')?.filter(Array.isArray);
  const last = prefixes?.at(-1);
  if (tree && last && isMessageList(last)) {
    return {
      messages: last,
      owner: { tools: own(tree, 'function') },
      note: `A search tree: ${prefixes?.length} growing prefixes of one conversation, of which the longest, the last, is read.`,
    };
  }
  const reply = ownArray(owner, 'choices')?.[0];
  if (isRecord(reply) && isRecord(own(reply, 'message'))) return { messages: [], owner, ...named(owner) };
  return undefined;
}

function named(owner: JsonRecord): { name?: string } {
  for (const key of NAME_KEYS) {
    const name = own(owner, key);
    if ((typeof name === 'string' && name !== '') || typeof name === 'number') return { name: String(name) };
  }
  return {};
}

/** A map of names to message lists: at least half of its values are lists of messages. */
function inMap(owner: JsonRecord): FoundConversation[] {
  const found: FoundConversation[] = [];
  const entries = Object.entries(owner);
  const others: [string, unknown][] = [];
  for (const [name, list] of entries) {
    if (Array.isArray(list) && isMessageList(list)) found.push({ messages: list, label: name });
    else others.push([name, list]);
  }
  if (found.length * 2 < entries.length) return [];
  // What else is in the map goes with the first, as fields beside it.
  if (found[0] && others.length > 0) found[0] = { ...found[0], owner: Object.fromEntries(others) };
  return found;
}

/** Files that only look like chats: rendered text with role prefixes, and calls that hold their own results. */
function lookalike(owner: JsonRecord): FoundConversation[] | undefined {
  const rendered = ownString(owner, 'messages_display') ?? ownString(owner, 'transcript');
  if (rendered !== undefined) {
    const messages = splitRendered(rendered);
    if (messages.length < 2) return undefined;
    return [
      {
        messages,
        note: 'The file holds rendered text; roles were told apart by "user:" and "assistant:" at the start of lines, and calls are not in it.',
      },
    ];
  }
  const calls = ownArray(owner, 'tool_calls');
  if (calls && calls.length > 0 && !('role' in owner) && calls.every((call) => isRecord(call) && 'result' in call)) {
    return [
      {
        ...named(owner),
        messages: inlineResults(owner, calls.filter(isRecord)),
        owner,
        note: 'The file holds calls with their results and no messages; each call became a message and its result another.',
      },
    ];
  }
  return undefined;
}

const PREFIX = /^(user|assistant|tool|system|human|agent): ?/;

/** Splits "user: …" lines; a line without a prefix belongs to the message before it. */
function splitRendered(text: string): JsonRecord[] {
  const messages: { role: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const role = PREFIX.exec(line);
    if (role) messages.push({ role: role[1] as string, lines: [line.slice(role[0].length)] });
    else messages.at(-1)?.lines.push(line);
  }
  return messages.map(({ role, lines }) => {
    const content = lines.join('\n');
    return { role, content: role === 'assistant' && content === 'None' ? null : content };
  });
}

function inlineResults(owner: JsonRecord, calls: readonly JsonRecord[]): JsonRecord[] {
  const messages: JsonRecord[] = [];
  for (const call of calls) {
    const name = ownString(call, 'func_name') ?? ownString(call, 'name') ?? 'tool';
    const input = own(call, 'args') ?? own(call, 'arguments') ?? {};
    const result = own(call, 'result');
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: [{ name, arguments: typeof input === 'string' ? input : jsonText(input) }],
    });
    messages.push({ role: 'tool', name, content: typeof result === 'string' ? result : jsonText(result) });
  }
  const answer = ownString(owner, 'model_answer');
  if (answer !== undefined) messages.push({ role: 'assistant', content: answer });
  return messages;
}

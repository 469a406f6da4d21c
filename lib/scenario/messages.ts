/** Checks a scenario's transcript by hand, message by message: fast at 300,000 messages, and never recursive. */

import { type Message, ROLES, type ToolCall, type ToolSchema, type Transcript } from '../engine/transcript';
import { DEPTH_LIMIT, field, isRecord, isTooDeep, type JsonObject, looks } from './json';
import type { Findings } from './scenario-error';
import { suggestion } from './suggestion';

const MESSAGE_FIELDS = [
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'name',
  'kind',
  'priority',
  'timestamp',
  'pinned',
  'reasoning',
  'imageTokens',
  'is_error',
];
/** More than the images of any message cost, and far from where sums of counts would overflow. */
const MOST_IMAGE_TOKENS = 10_000_000;
const KINDS = ['user_message', 'assistant_message', 'tool_observation', 'decision'];
const PRIORITIES = ['low', 'normal', 'high'];
/** The transcript of a scenario in canonical form; what cannot be read is in the findings. */
export function readTranscript(value: unknown, findings: Findings): Transcript {
  const path = 'transcript';
  if (!isRecord(value)) {
    findings.error(path, `It is ${looks(value)}, not an object.`, 'Give {"messages": [...], "tools": [...]}.');
    return { messages: [] };
  }
  for (const name of Object.keys(value)) {
    if (name !== 'messages' && name !== 'tools') {
      findings.warn(
        `${path}.${name}`,
        'The field is not known and is left out.',
        suggestion(name, ['messages', 'tools']),
      );
    }
  }
  const list = field(value, 'messages');
  if (!Array.isArray(list)) {
    findings.error(`${path}.messages`, `It is ${looks(list)}, not a list.`, 'Give the messages in order.');
    return { messages: [] };
  }
  const unknown = new Map<string, { first: string; count: number }>();
  const messages: Message[] = new Array(list.length);
  for (let index = 0; index < list.length; index++) {
    messages[index] = readMessage(list[index], `${path}.messages[${index}]`, findings, unknown);
  }
  for (const [name, { first, count }] of unknown) {
    const more = count > 1 ? ` (and in ${count - 1} more)` : '';
    findings.warn(
      `${first}.${name}`,
      `The field is not known and is not sent${more}.`,
      suggestion(name, MESSAGE_FIELDS),
    );
  }
  const tools = readTools(field(value, 'tools'), `${path}.tools`, findings);
  return tools.length > 0 ? { messages, tools } : { messages };
}

function readTools(value: unknown, path: string, findings: Findings): ToolSchema[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    findings.error(path, `It is ${looks(value)}, not a list.`, 'Give a list of tool schemas, or leave it out.');
    return [];
  }
  if (isTooDeep(value)) {
    findings.error(path, `It nests deeper than ${DEPTH_LIMIT} levels.`, 'Flatten the schemas.');
    return [];
  }
  const tools: ToolSchema[] = [];
  for (let index = 0; index < value.length; index++) {
    const tool: unknown = value[index];
    if (isRecord(tool)) tools.push(tool);
    else
      findings.error(`${path}[${index}]`, `It is ${looks(tool)}, not an object.`, 'Give each tool as its JSON schema.');
  }
  return tools;
}

const EMPTY: Message = { role: 'user', content: null };

function readMessage(
  value: unknown,
  path: string,
  findings: Findings,
  unknown: Map<string, { first: string; count: number }>,
): Message {
  if (!isRecord(value)) {
    findings.error(path, `It is ${looks(value)}, not a message.`, 'Give an object with role and content.');
    return EMPTY;
  }
  const role = ROLES.find((one) => one === value.role);
  if (role === undefined) {
    findings.error(`${path}.role`, `It is ${looks(value.role)}, not a role.`, `Use one of ${ROLES.join(', ')}.`);
    return EMPTY;
  }
  const message: Message = { role, content: readContent(value, path, findings) };
  for (const name of Object.keys(value)) {
    if (MESSAGE_FIELDS.includes(name)) continue;
    const seen = unknown.get(name);
    if (seen) seen.count++;
    else unknown.set(name, { first: path, count: 1 });
  }
  const calls = field(value, 'tool_calls');
  if (calls !== undefined) {
    const read = readCalls(calls, `${path}.tool_calls`, findings);
    if (read.length > 0) message.tool_calls = read;
    if (read.length > 0 && role !== 'assistant') {
      findings.warn(`${path}.tool_calls`, `A ${role} message calls no tools.`, 'Only assistant messages do.');
    }
  }
  for (const name of ['tool_call_id', 'name', 'timestamp', 'reasoning'] as const) {
    const text = field(value, name);
    if (typeof text === 'string') message[name] = text;
    else if (text !== undefined)
      findings.error(`${path}.${name}`, `It is ${looks(text)}, not a text.`, 'Write it as text.');
  }
  const kind = readChoice(value, 'kind', KINDS, path, findings);
  if (kind !== undefined) message.kind = kind as NonNullable<Message['kind']>;
  const priority = readChoice(value, 'priority', PRIORITIES, path, findings);
  if (priority !== undefined) message.priority = priority as NonNullable<Message['priority']>;
  const pinned = field(value, 'pinned');
  if (typeof pinned === 'boolean') message.pinned = pinned;
  else if (pinned !== undefined) {
    findings.error(`${path}.pinned`, `It is ${looks(pinned)}, not true or false.`, 'Use true or leave it out.');
  }
  const images = field(value, 'imageTokens');
  if (typeof images === 'number' && Number.isInteger(images) && images >= 0 && images <= MOST_IMAGE_TOKENS) {
    message.imageTokens = images;
  } else if (images !== undefined) {
    const remedy = `Use a whole number from 0 to ${MOST_IMAGE_TOKENS}, or leave it out.`;
    findings.error(`${path}.imageTokens`, `It is ${looks(images)}, not a number of tokens.`, remedy);
  }
  const failed = field(value, 'is_error');
  if (failed === true && role === 'tool') message.is_error = true;
  else if (failed === true)
    findings.warn(`${path}.is_error`, `A ${role} message is no tool result; the field is left out.`, 'Remove it.');
  else if (failed !== undefined && failed !== false) {
    findings.error(`${path}.is_error`, `It is ${looks(failed)}, not true or false.`, 'Use true or leave it out.');
  }
  return message;
}

function readContent(value: JsonObject, path: string, findings: Findings): string | null {
  const content = field(value, 'content');
  if (content === undefined) return null;
  if (typeof content === 'string') return content;
  findings.error(
    `${path}.content`,
    `It is ${looks(content)}, not a text or null.`,
    Array.isArray(content)
      ? 'Join the parts into one text, or give the original transcript file: importers read content parts.'
      : 'Write it as text.',
  );
  return null;
}

function readChoice(
  value: JsonObject,
  name: string,
  choices: readonly string[],
  path: string,
  findings: Findings,
): string | undefined {
  const given = field(value, name);
  if (given === undefined) return undefined;
  const choice = choices.find((one) => one === given);
  if (choice === undefined) {
    findings.error(
      `${path}.${name}`,
      `It is ${looks(given)}, which is none of those known.`,
      `Use one of ${choices.join(', ')}.`,
    );
  }
  return choice;
}

function readCalls(value: unknown, path: string, findings: Findings): ToolCall[] {
  if (!Array.isArray(value)) {
    findings.error(path, `It is ${looks(value)}, not a list.`, 'Give a list of calls, or leave it out.');
    return [];
  }
  const calls: ToolCall[] = [];
  for (let index = 0; index < value.length; index++) {
    const call: unknown = value[index];
    const at = `${path}[${index}]`;
    const target = isRecord(call) ? field(call, 'function') : undefined;
    if (!isRecord(call) || !isRecord(target)) {
      findings.error(at, `It is ${looks(call)}${isRecord(call) ? ' without "function"' : ''}.`, CALL_SHAPE);
      continue;
    }
    const id = field(call, 'id');
    const name = field(target, 'name');
    const text = field(target, 'arguments') ?? '';
    if (typeof id !== 'string') findings.error(`${at}.id`, `It is ${looks(id)}, not a text.`, CALL_SHAPE);
    else if (typeof name !== 'string')
      findings.error(`${at}.function.name`, `It is ${looks(name)}, not a text.`, CALL_SHAPE);
    else if (typeof text !== 'string') {
      const remedy = 'Write the arguments as the model did: JSON in a text.';
      findings.error(`${at}.function.arguments`, `It is ${looks(text)}, not a text.`, remedy);
    } else calls.push({ id, type: 'function', function: { name, arguments: text } });
  }
  return calls;
}

const CALL_SHAPE = 'A call is {"id": "…", "type": "function", "function": {"name": "…", "arguments": "…"}}.';

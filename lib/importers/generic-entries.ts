/** What of an entry of an unknown format would be its role and its text, and which role a speaker has. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownString, ownWord } from './json-values';

const ROLE_KEYS = [
  'role',
  'from',
  'sender',
  'author',
  'speaker',
  'participant',
  'actor',
  'source',
  'by',
  'type',
  'name',
  'user',
];
const TEXT_KEYS = ['content', 'text', 'value', 'message', 'body', 'parts', 'utterance', 'msg', 'output'];
const LONGEST_ROLE = 60;

const ROLES = new Map(
  Object.entries({
    system: ['system', 'instruction', 'instructions'],
    developer: ['developer'],
    user: [
      'user',
      'human',
      'customer',
      'client',
      'person',
      'me',
      'you',
      'q',
      'question',
      'prompter',
      'usr',
      'visitor',
      'input',
    ],
    assistant: [
      'assistant',
      'ai',
      'bot',
      'agent',
      'model',
      'gpt',
      'chatgpt',
      'chatbot',
      'claude',
      'gemini',
      'llm',
      'a',
      'answer',
      'output',
      'sys_answer',
    ],
    tool: ['tool', 'function', 'observation', 'tool_result', 'function_response', 'environment'],
  }).flatMap(([role, names]) => names.map((name) => [name, role] as const)),
);

export interface EntryKeys {
  role: string;
  text: string;
}

/** The name of who speaks: a short text, or an object that has one. */
function nameAt(entry: JsonRecord, key: string): string | undefined {
  const value = own(entry, key);
  const name = isRecord(value) ? (ownWord(value, 'role') ?? ownWord(value, 'name')) : value;
  return typeof name === 'string' && name !== '' && name.length <= LONGEST_ROLE ? name : undefined;
}

function hasText(entry: JsonRecord, key: string): boolean {
  const value = own(entry, key);
  return typeof value === 'string' || Array.isArray(value) || isRecord(value) || (value === null && key === 'content');
}

/** The first usual names under which an entry has a role and a text that are not the same field. */
export function roleAndText(entry: JsonRecord): EntryKeys | undefined {
  const role = ROLE_KEYS.find((key) => nameAt(entry, key) !== undefined);
  if (role === undefined) return undefined;
  const text = TEXT_KEYS.find((key) => key !== role && hasText(entry, key));
  return text === undefined ? undefined : { role, text };
}

/** Which role each speaker has: by its name, or where no name says assistant, by who speaks second. */
export class SpeakerRoles {
  readonly guesses = new Set<string>();
  private readonly speakers: string[] = [];

  hear(entry: JsonRecord): void {
    const keys = roleAndText(entry);
    const name = keys && nameAt(entry, keys.role);
    if (name !== undefined && this.speakers.length < 20 && !this.speakers.includes(name)) this.speakers.push(name);
  }

  roleOf(name: string): string {
    const known = ROLES.get(name.trim().toLowerCase());
    if (known !== undefined) return known;
    const named = this.speakers.map((speaker) => ROLES.get(speaker.trim().toLowerCase()));
    const unknown = this.speakers.filter((_, index) => named[index] === undefined);
    const answers = named.includes('assistant') ? undefined : named.includes('user') ? unknown[0] : unknown[1];
    const role = name === answers ? 'assistant' : 'user';
    this.guesses.add(`"${name}" was read as ${role}: the file does not say.`);
    return role;
  }
}

/** An entry in the builder's form: its role and text under their names, the rest as it is. */
export function readEntry(entry: JsonRecord, keys: EntryKeys, roles: SpeakerRoles): JsonRecord {
  const name = nameAt(entry, keys.role) ?? '';
  const role = roles.roleOf(name);
  const known = ROLES.has(name.trim().toLowerCase());
  return { ...entry, role, content: textOf(own(entry, keys.text)), name: known ? ownWord(entry, 'name') : name };
}

/** Text, parts, or the text inside an object around it. */
function textOf(value: unknown): unknown {
  if (!isRecord(value)) return value ?? null;
  const inner =
    ownArray(value, 'parts') ?? ownString(value, 'text') ?? own(value, 'content') ?? ownString(value, 'body');
  return inner === undefined || isRecord(inner) ? jsonText(value) : inner;
}

const QUESTIONS = ['prompt', 'question', 'instruction', 'query', 'user', 'human'];
const ANSWERS = ['completion', 'answer', 'response', 'output', 'assistant', 'chosen', 'reply'];

/** A row that holds a question and its answer, as many data sets do. */
export function rowMessages(entry: JsonRecord): { messages: JsonRecord[]; keys: string[] } | undefined {
  const question = QUESTIONS.find((key) => ownWord(entry, key) !== undefined);
  const answer = ANSWERS.find((key) => ownWord(entry, key) !== undefined);
  if (question === undefined || answer === undefined) return undefined;
  const system = ownWord(entry, 'system') ?? ownWord(entry, 'system_prompt');
  const more = question === 'instruction' ? ownWord(entry, 'input') : ownWord(entry, 'context');
  const asked = [ownString(entry, question), more].filter((text) => text !== undefined).join('\n\n');
  return {
    keys: [question, answer],
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: asked },
      { role: 'assistant', content: ownString(entry, answer) },
    ],
  };
}

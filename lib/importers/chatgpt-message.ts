/** The messages on one path of a ChatGPT conversation in OpenAI-like form: calls by their recipient, thoughts beside the answer they led to. */

import { addParts, partsContent, type RawMessage, timeField } from './agent-steps';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { knownFields } from './known-fields';

/** Whom a message speaks to where it calls no tool. */
const EVERYBODY = 'all';

const NEVER_SENT = ['content_type', 'language', 'response_format_name', 'source_analysis_msg_id'];
const AUTHOR = knownFields('role name metadata');
const AUTHOR_TEXTS = knownFields('role name');
const THOUGHT = knownFields('summary content chunks finished');
const PICTURE = knownFields('content_type asset_pointer size_bytes width height fovea metadata');
const SPEECH = knownFields('content_type text direction decoding_id');
const TEXTS = knownFields(
  'summary content asset_pointer text recipient id result title url name content_type language',
);

/** Told of every object that is read, with the names of what is read or says nothing to a model. */
type Beside = (owner: JsonRecord, read: ReadonlySet<string>, texts: ReadonlySet<string>) => void;

export function chatgptRecords(
  path: readonly JsonRecord[],
  beside: Beside,
): { records: RawMessage[]; leftOut: string[] } {
  const records: RawMessage[] = [];
  const leftOut: string[] = [];
  /** Thought about what comes next. */
  let thoughts: { text: string; time: RawMessage }[] = [];
  /** The call that results belong to: ChatGPT writes no ids. */
  let open: string | undefined;
  const flush = () => {
    for (const { text, time } of thoughts)
      records.push({ ...time, role: 'assistant', content: null, reasoning_content: text });
    thoughts = [];
  };
  for (const [place, message] of path.entries()) {
    const author = ownRecord(message, 'author') ?? {};
    const role = ownString(author, 'role') ?? 'user';
    beside(author, AUTHOR, AUTHOR_TEXTS);
    const content = contentIn(message);
    const type = ownString(content, 'content_type') ?? 'text';
    const time = timeField(own(message, 'create_time'));
    if (type === 'thoughts') {
      thoughts.push({ text: thoughtsText(content, beside), time });
      continue;
    }
    if (type === 'reasoning_recap') {
      leftOut.push('line that says how long the model thought');
      continue;
    }
    const said = contentOf(content, type, beside);
    const recipient = ownWord(message, 'recipient') ?? EVERYBODY;
    const isCall = role === 'assistant' && recipient !== EVERYBODY;
    if (!isCall && (said === null || said === '')) {
      leftOut.push(`${role} message without content`);
      continue;
    }
    if (role !== 'assistant') flush();
    const raw: RawMessage = { ...time, role, content: said };
    if (role === 'assistant' && thoughts.length > 0) {
      raw.reasoning_content = thoughts.map(({ text }) => text).join('\n\n');
      thoughts = [];
    }
    const name = ownWord(author, 'name');
    if (name !== undefined) raw.name = name;
    if (isCall) {
      open = ownWord(message, 'id') ?? `call_${place}`;
      raw.content = null;
      raw.tool_calls = [{ id: open, type: 'function', function: { name: recipient, arguments: asText(said) } }];
    } else if (role === 'tool') {
      if (open !== undefined) raw.tool_call_id = open;
    } else open = undefined;
    records.push(raw);
  }
  flush();
  return { records, leftOut };
}

/** The content as an object; a bare text or list stands for its parts. */
function contentIn(message: JsonRecord): JsonRecord {
  const content = own(message, 'content');
  if (isRecord(content)) return content;
  return content === undefined || content === null ? {} : { parts: Array.isArray(content) ? content : [content] };
}

function asText(said: unknown): string {
  return typeof said === 'string' ? said : said === null ? '' : jsonText(said);
}

/** Text, parts, or of the other kinds of content the texts they have. */
function contentOf(content: JsonRecord, type: string, beside: Beside): unknown {
  const parts = ownArray(content, 'parts');
  if (parts) {
    beside(content, new Set([...NEVER_SENT, 'parts']), TEXTS);
    const list: unknown[] = [];
    for (const part of parts) addParts(list, isRecord(part) ? partOf(part, beside) : part);
    return partsContent(list);
  }
  const keys =
    type === 'user_editable_context'
      ? ['user_profile', 'user_instructions']
      : type === 'tether_quote'
        ? ['title', 'url', 'text']
        : type === 'system_error'
          ? ['name', 'text']
          : ['text', 'result', 'content', 'model_set_context'];
  const texts = keys.map((key) => ownWord(content, key)).filter((text) => text !== undefined);
  if (texts.length > 0) {
    beside(content, new Set([...NEVER_SENT, ...keys]), new Set(keys));
    return texts.join('\n');
  }
  const rest = Object.entries(content).filter(
    ([key, value]) => !NEVER_SENT.includes(key) && value !== null && value !== '',
  );
  return rest.length === 0 ? '' : jsonText(Object.fromEntries(rest));
}

/** Pictures become a line and their token cost; what was spoken, its words. */
function partOf(part: JsonRecord, beside: Beside): unknown {
  const type = ownString(part, 'content_type');
  if (type === 'image_asset_pointer') {
    beside(part, PICTURE, TEXTS);
    return { type: 'image_url', image_url: { url: ownWord(part, 'asset_pointer') ?? 'image' } };
  }
  const text = ownWord(part, 'text');
  if (type !== 'audio_transcription' || text === undefined) return jsonText(part);
  beside(part, SPEECH, TEXTS);
  return text;
}

function thoughtsText(content: JsonRecord, beside: Beside): string {
  beside(content, new Set([...NEVER_SENT, ...(Array.isArray(own(content, 'thoughts')) ? ['thoughts'] : [])]), TEXTS);
  const thoughts = ownArray(content, 'thoughts') ?? [];
  return thoughts
    .flatMap((thought) => {
      if (!isRecord(thought)) return [jsonText(thought)];
      beside(thought, THOUGHT, TEXTS);
      return [ownWord(thought, 'summary'), ownWord(thought, 'content')];
    })
    .filter((text) => text !== undefined)
    .join('\n');
}

/** Gemini contents, in camel or snake case, to OpenAI-like records: one a model turn, and one a function response. */

import { either, nameIn, partsContent, type RawMessage } from './agent-steps';
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

const ROLES = new Set([undefined, 'user', 'model', 'function', 'tool', 'system', 'assistant']);
const PART_KEYS = [
  'text',
  'functionCall',
  'function_call',
  'functionResponse',
  'function_response',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'executableCode',
  'executable_code',
  'codeExecutionResult',
  'code_execution_result',
];
/** A response that is only this, and a text, is that text. */
const RESULT_KEYS = ['output', 'result', 'return_value', 'content', 'error'];
/** Ends of code that Gemini ran, other than a good one. */
const FAILED_CODE: ReadonlySet<unknown> = new Set(['OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED']);
/** So many parts say whether a message is Gemini's. */
const LOOKED_AT = 20;

/** Whether a value is a Gemini content: a role or none, and parts that have no `type`. */
export function isGeminiContent(value: unknown): value is JsonRecord {
  if (!isRecord(value)) return false;
  const role = own(value, 'role') ?? undefined;
  const parts = ownArray(value, 'parts');
  if (!parts || !(role === undefined || typeof role === 'string') || !ROLES.has(role)) return false;
  if (role === undefined && parts.length === 0) return false;
  return parts.slice(0, LOOKED_AT).every(isGeminiPart);
}

function isGeminiPart(part: unknown): boolean {
  if (typeof part === 'string') return true;
  return isRecord(part) && !('type' in part) && PART_KEYS.some((key) => Object.hasOwn(part, key));
}

/** The role that a content speaks in: `function` and `tool` are old names for the user's side. */
function roleOf(content: JsonRecord): 'user' | 'assistant' | 'system' {
  const role = own(content, 'role');
  return role === 'model' || role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user';
}

interface Turn {
  parts: unknown[];
  reasoning: string[];
  calls: RawMessage[];
}

/** The records of one content in order; `fields` go to each of them, usage only to what the model said. */
export function contentRecords(content: JsonRecord, fields: RawMessage = {}): RawMessage[] {
  const role = roleOf(content);
  const records: RawMessage[] = [];
  const { usage: _, ...plain } = fields;
  const results: RawMessage[] = [];
  let turn: Turn = { parts: [], reasoning: [], calls: [] };
  const flush = (): void => {
    const { parts, reasoning, calls } = turn;
    if (parts.length + reasoning.length + calls.length === 0) return;
    records.push({
      ...(role === 'assistant' ? fields : plain),
      role: calls.length > 0 ? 'assistant' : role,
      content: partsContent(parts),
      ...(reasoning.length > 0 && { reasoning: reasoning.join('\n') }),
      ...(calls.length > 0 && { tool_calls: calls }),
    });
    turn = { parts: [], reasoning: [], calls: [] };
  };
  for (const part of ownArray(content, 'parts') ?? []) {
    const result = isRecord(part) ? resultRecord(part, plain) : undefined;
    if (!result) addPart(turn, part);
    else if (role === 'assistant') results.push(result);
    else {
      flush();
      records.push(result);
    }
  }
  flush();
  for (const result of results) records.push(result);
  return records;
}

function addPart(turn: Turn, part: unknown): void {
  if (!isRecord(part)) {
    turn.parts.push(part);
    return;
  }
  const call = ownRecord(part, 'functionCall') ?? ownRecord(part, 'function_call');
  const code = ownRecord(part, 'executableCode') ?? ownRecord(part, 'executable_code');
  const text = ownString(part, 'text');
  if (call) {
    const id = nameIn(call, 'id');
    turn.calls.push({
      ...(id !== undefined && { id }),
      name: nameIn(call, 'name') ?? 'function',
      arguments: argumentsText(own(call, 'args') ?? own(call, 'arguments')),
    });
  } else if (code) {
    turn.calls.push({ name: 'code_execution', arguments: jsonText(code) });
  } else if (text !== undefined) {
    const thought = own(part, 'thought');
    if (thought === true) turn.reasoning.push(text);
    else turn.parts.push({ type: 'text', text });
  } else if (typeof own(part, 'thought') === 'string') {
    turn.reasoning.push(String(part.thought));
  } else if (Object.keys(part).some((key) => key !== 'thoughtSignature' && key !== 'thought_signature')) {
    turn.parts.push(mediaOf(part) ?? part);
  }
}

function argumentsText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value ?? {});
}

function resultRecord(part: JsonRecord, fields: RawMessage): RawMessage | undefined {
  const executed = ownRecord(part, 'codeExecutionResult') ?? ownRecord(part, 'code_execution_result');
  if (executed)
    return {
      ...fields,
      role: 'tool',
      name: 'code_execution',
      content: ownString(executed, 'output') ?? jsonText(executed),
      ...(FAILED_CODE.has(own(executed, 'outcome')) && { is_error: true }),
    };
  const response = ownRecord(part, 'functionResponse') ?? ownRecord(part, 'function_response');
  if (!response) return undefined;
  const id = nameIn(response, 'id');
  const name = nameIn(response, 'name');
  const media = (ownArray(response, 'parts') ?? []).map((inner) =>
    isRecord(inner) ? (mediaOf(inner) ?? inner) : inner,
  );
  const text = responseText(own(response, 'response'));
  return {
    ...fields,
    role: 'tool',
    content: media.length > 0 ? [{ type: 'text', text }, ...media] : text,
    ...(id !== undefined && { tool_call_id: id }),
    ...(name !== undefined && { name }),
    ...(isFailure(own(response, 'response')) && { is_error: true }),
  };
}

/** Gemini's key for what went wrong is `error`: a response that holds nothing else failed. */
function isFailure(response: unknown): boolean {
  if (!isRecord(response)) return false;
  const error = own(response, 'error');
  return Object.keys(response).length === 1 && error !== undefined && error !== null;
}

function responseText(response: unknown): string {
  if (typeof response === 'string') return response;
  if (response === undefined || response === null) return '';
  if (isRecord(response)) {
    const keys = Object.keys(response);
    const only = keys.length === 1 ? RESULT_KEYS.find((key) => key === keys[0]) : undefined;
    const text = only === undefined ? undefined : ownString(response, only);
    if (text !== undefined) return text;
  }
  return jsonText(response);
}

/** Inline and stored data as the parts that other providers use; their size comes from the text, which stays undecoded. */
function mediaOf(part: JsonRecord): JsonRecord | undefined {
  const data =
    ownRecord(part, 'inlineData') ??
    ownRecord(part, 'inline_data') ??
    ownRecord(part, 'fileData') ??
    ownRecord(part, 'file_data');
  if (!data) return undefined;
  const mime = String(either(data, 'mimeType', 'mime_type') ?? '');
  const source = ownWord(data, 'data') ?? (either(data, 'fileUri', 'file_uri') as string | undefined);
  // Nothing that is known of it: it stays as it is written.
  if (source === undefined && mime === '') return undefined;
  const title = either(data, 'displayName', 'display_name');
  const kind = mime.startsWith('image/') ? 'image' : 'document';
  if (mime.startsWith('audio/')) return { type: 'input_audio', input_audio: { format: mime, data: source } };
  return {
    type: kind,
    source: { media_type: mime, data: source },
    ...(typeof title === 'string' && { title }),
  };
}

/** A system instruction (content, list of parts, or text) as a record; undefined where it says nothing. */
export function systemRecord(instruction: unknown): RawMessage | undefined {
  const parts = isRecord(instruction)
    ? (ownArray(instruction, 'parts') ??
      (isRecord(own(instruction, 'parts')) ? [own(instruction, 'parts')] : [instruction]))
    : Array.isArray(instruction)
      ? instruction.flatMap((entry) => (isRecord(entry) ? (ownArray(entry, 'parts') ?? [entry]) : [entry]))
      : [instruction];
  const texts = parts
    .map((part) =>
      isRecord(part) ? (ownString(part, 'text') ?? jsonText(part)) : Array.isArray(part) ? jsonText(part) : part,
    )
    .filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? undefined : { role: 'system', content: texts.join('\n') };
}

/** Function declarations as OpenAI tools; other tools, such as search, stay as they are. */
export function geminiTools(tools: unknown): JsonRecord[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  const schemas: JsonRecord[] = [];
  for (const tool of tools) {
    if (!isRecord(tool)) continue;
    const declarations = either(tool, 'functionDeclarations', 'function_declarations');
    if (!Array.isArray(declarations)) {
      schemas.push(tool);
      continue;
    }
    for (const declaration of declarations) {
      if (!isRecord(declaration)) continue;
      const parameters =
        own(declaration, 'parameters') ?? either(declaration, 'parametersJsonSchema', 'parameters_json_schema');
      schemas.push({
        type: 'function',
        function: {
          name: own(declaration, 'name'),
          ...(typeof own(declaration, 'description') === 'string' && { description: declaration.description }),
          ...(parameters !== undefined && { parameters }),
        },
      });
    }
  }
  return schemas.length === 0 ? undefined : schemas;
}

/** Usage in the builder's names; what the model thought counts as output, as with other providers. */
export function geminiUsage(metadata: unknown): RawMessage {
  if (!isRecord(metadata)) return {};
  const count = (one: string, other: string): number | undefined =>
    ownCount(metadata, one) ?? ownCount(metadata, other);
  const input = count('promptTokenCount', 'prompt_token_count');
  const answer = count('candidatesTokenCount', 'candidates_token_count');
  const thoughts = count('thoughtsTokenCount', 'thoughts_token_count');
  if (input === undefined || input === 0) return {};
  const output = answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0);
  return { usage: { input_tokens: input, ...(output !== undefined && { output_tokens: output }) } };
}

/** Messages in the form of OpenTelemetry's GenAI conventions: a role and parts, among them calls and responses. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownString, ownWord } from './json-values';
import { saysError } from './openai-message';

interface Open {
  texts: unknown[];
  reasoning: string[];
  calls: JsonRecord[];
}

function newOpen(): Open {
  return { texts: [], reasoning: [], calls: [] };
}

const RESPONSES = new Set(['tool_call_response', 'tool_result', 'server_tool_call_response']);

/** The messages of one record in order: what stands before a response, the response as the tool's message, what follows. */
export function partMessages(
  message: JsonRecord,
  parts: readonly unknown[],
  side: string,
  skip: (reason: string) => void,
): JsonRecord[] {
  const role = ownString(message, 'role') ?? side;
  const messages: JsonRecord[] = [];
  let open = newOpen();
  const close = (): void => {
    const { texts, reasoning, calls } = open;
    open = newOpen();
    if (texts.length + reasoning.length + calls.length === 0) return;
    messages.push({
      role,
      content: texts.length === 0 ? (calls.length > 0 ? null : '') : plain(texts),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(reasoning.length > 0 && { reasoning: reasoning.join('\n') }),
    });
  };
  for (const part of parts) {
    if (typeof part === 'string') open.texts.push(part);
    else if (!isRecord(part)) skip('a part that is no object');
    else if (RESPONSES.has(ownString(part, 'type') ?? '')) {
      close();
      messages.push(resultOf(part));
    } else addPart(open, part);
  }
  close();
  if (messages.length === 0) messages.push({ role, content: '' });
  return messages;
}

/** One text where there is nothing else. */
function plain(texts: readonly unknown[]): unknown {
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : texts;
}

function addPart(open: Open, part: JsonRecord): void {
  const type = ownString(part, 'type') ?? '';
  const content = ownString(part, 'content') ?? ownString(part, 'text');
  if (type === 'tool_call' || type === 'server_tool_call') {
    const input = own(part, 'arguments') ?? own(part, 'args') ?? own(part, 'server_tool_call');
    open.calls.push({
      ...idOf(part),
      name: ownWord(part, 'name') ?? 'tool',
      arguments: typeof input === 'string' ? input : jsonText(input ?? {}),
    });
  } else if (type === 'thinking' || type === 'reasoning') {
    if (content) open.reasoning.push(content);
  } else if (type === 'text' && content !== undefined) open.texts.push(content);
  else open.texts.push(media(part) ?? content ?? { type: 'text', text: jsonText(part) });
}

/** Some libraries write the id as a list of one. */
function idOf(part: JsonRecord): { id?: string } {
  const id = own(part, 'id') ?? own(part, 'call_id') ?? own(part, 'tool_call_id');
  const one = Array.isArray(id) ? id.find((entry) => typeof entry === 'string') : id;
  return typeof one === 'string' && one !== '' ? { id: one } : {};
}

function resultOf(part: JsonRecord): JsonRecord {
  const response =
    own(part, 'response') ?? own(part, 'result') ?? own(part, 'content') ?? own(part, 'server_tool_call_response');
  const { id } = idOf(part);
  const name = ownWord(part, 'name');
  const isParts =
    Array.isArray(response) &&
    response.every((entry) => isRecord(entry) && /^(?:text|image|image_url)$/.test(ownString(entry, 'type') ?? ''));
  return {
    role: 'tool',
    content:
      typeof response === 'string' || isParts
        ? response
        : response === undefined || response === null
          ? ''
          : jsonText(response),
    ...(id !== undefined && { tool_call_id: id }),
    ...(name !== undefined && { name }),
    ...(saysError(part) && { is_error: true }),
  };
}

/** Images and files: inline (`blob`), stored (`file`) or by address (`uri`), as the parts of other providers. */
function media(part: JsonRecord): JsonRecord | undefined {
  const mime = ownWord(part, 'mime_type') ?? ownWord(part, 'media_type') ?? '';
  const modality = ownWord(part, 'modality') ?? mime.split('/')[0] ?? '';
  const data = ownWord(part, 'content') ?? ownWord(part, 'data') ?? ownWord(part, 'blob');
  const address = ownWord(part, 'uri') ?? ownWord(part, 'url') ?? ownWord(part, 'file_id');
  const type = ownString(part, 'type') ?? '';
  if (type === 'image_url' || Array.isArray(ownArray(part, 'source'))) return part;
  if (!['blob', 'uri', 'file', 'image', 'binary', 'image-url', 'document-url'].includes(type)) return undefined;
  const isImage = modality === 'image' || type.startsWith('image');
  const source = address ?? data;
  if (source === undefined) return undefined;
  return { type: isImage ? 'image' : 'document', source: { media_type: mime || undefined, data: source } };
}

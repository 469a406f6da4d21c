/** Names the known transcript families that no importer reads yet, so that a near miss is called by its name. */

import type { Sample } from './importer';
import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownString } from './json-values';

/** So many records, and elements or messages in each, are looked at. */
const LOOKED_AT = 30;

interface Family {
  label: string;
  reason: string;
}

interface FamilyTest extends Family {
  /** Looks at one record, or at the elements of a record that is an array. */
  test(record: JsonRecord, inArray: boolean): boolean;
}

const ANTHROPIC_BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'compaction',
  'mcp_tool_use',
  'server_tool_use',
]);
const SDK_BLOCKS = new Set(['tool-call', 'tool-result']);

function firstMessage(record: JsonRecord): JsonRecord | undefined {
  const first = ownArray(record, 'messages')?.[0];
  return isRecord(first) ? first : undefined;
}

/** The record itself, which may be a message, and the messages in it. */
function messagesOf(record: JsonRecord): readonly unknown[] {
  return [record, ...(ownArray(record, 'messages') ?? []).slice(0, LOOKED_AT)];
}

function hasBlock(message: unknown, types: ReadonlySet<string>): boolean {
  if (!isRecord(message)) return false;
  const content = ownArray(message, 'content');
  return content?.some((block) => isRecord(block) && types.has(ownString(block, 'type') ?? '')) ?? false;
}

/** In order: the first match wins. */
const FAMILIES: readonly FamilyTest[] = [
  {
    label: 'Gemini CLI session',
    reason: 'it has `sessionId` and `projectHash`',
    test: (record) => 'projectHash' in record && 'sessionId' in record,
  },
  {
    label: 'Qwen Code session',
    reason: 'lines have `parentUuid`, and Gemini parts in their messages',
    test: (record) => 'parentUuid' in record && Array.isArray(ownRecord(record, 'message')?.parts),
  },
  {
    label: 'OpenCode event stream',
    reason: 'lines hold `event.type` and `event.properties`',
    test: (record) => 'properties' in (ownRecord(record, 'event') ?? {}),
  },
  {
    label: 'pi session',
    reason: 'the first line is a session record',
    test: (record) =>
      (record.type === 'session' && 'cwd' in record) ||
      (record.type === 'message' && 'role' in (ownRecord(record, 'message') ?? {}) && !('uuid' in record)),
  },
  {
    label: 'Copilot CLI session',
    reason: 'the first line is `session.start`',
    test: (record) => record.type === 'session.start',
  },
  {
    label: 'Kimi CLI session',
    reason: 'lines are context events',
    test: (record) => (ownString(record, 'type')?.startsWith('context.') ?? false) || 'protocol_version' in record,
  },
  {
    label: 'Cursor agent transcript',
    reason: 'lines hold `role` and `message.content`',
    test: (record) => typeof record.role === 'string' && 'content' in (ownRecord(record, 'message') ?? {}),
  },
  {
    label: 'OpenHands output',
    reason: 'lines hold `history` and an instance',
    test: (record) => Array.isArray(own(record, 'history')) && ('instance_id' in record || 'issue' in record),
  },
  {
    label: 'ShareGPT',
    reason: 'it has `conversations`',
    test: (record) => {
      const first = ownArray(record, 'conversations')?.[0];
      return isRecord(first) && 'from' in first && 'value' in first;
    },
  },
  {
    label: 'Langfuse export',
    reason: 'it has `trace` and `observations`',
    test: (record) => 'trace' in record && 'observations' in record,
  },
  {
    label: 'Letta agent file',
    reason: 'it has `agents` and `blocks`',
    test: (record) => 'agents' in record && 'blocks' in record,
  },
  {
    label: 'ATIF trajectory',
    reason: '`schema_version` says ATIF',
    test: (record) => ownString(record, 'schema_version')?.startsWith('ATIF') ?? false,
  },
  {
    label: 'mini-swe-agent trajectory',
    reason: 'it names mini-swe-agent',
    test: (record) =>
      (ownString(record, 'trajectory_format')?.startsWith('mini-swe-agent') ?? false) ||
      'mini_version' in (ownRecord(record, 'info') ?? {}),
  },
  {
    label: 'SWE-agent trajectory',
    reason: 'it has `history` and `trajectory`',
    test: (record) =>
      Array.isArray(own(record, 'history')) &&
      ('trajectory' in record || 'info' in record || Object.keys(record).length === 1),
  },
  {
    label: 'OpenCode export',
    reason: 'it has `info`, and messages made of parts',
    test: (record) => 'info' in record && Array.isArray(firstMessage(record)?.parts),
  },
  {
    label: 'Gemini API contents',
    reason: 'it has `contents` or `candidates`',
    test: (record) => Array.isArray(own(record, 'contents')) || Array.isArray(own(record, 'candidates')),
  },
  {
    label: 'LangChain messages',
    reason: 'messages are LangChain constructors or have `type` human and ai',
    test: (record, inArray) => {
      const message = firstMessage(record) ?? (inArray ? record : {});
      return message.lc === 1 || message.type === 'human' || message.type === 'ai';
    },
  },
  {
    label: 'Vercel AI SDK chat',
    reason: 'messages are made of typed parts',
    test: (record, inArray) => {
      const message = firstMessage(record) ?? (inArray ? record : {});
      const part = ownArray(message, 'parts')?.[0];
      return isRecord(part) && 'type' in part && typeof message.role === 'string';
    },
  },
  {
    label: 'Vercel AI SDK model messages',
    reason: 'messages hold tool-call parts',
    test: (record) => messagesOf(record).some((message) => hasBlock(message, SDK_BLOCKS)),
  },
  {
    label: 'Gemini contents',
    reason: 'messages are made of parts',
    test: (record, inArray) => inArray && typeof record.role === 'string' && Array.isArray(own(record, 'parts')),
  },
  {
    label: 'OpenHands events',
    reason: 'events have `source` and `action` or `observation`',
    test: (record) => typeof record.source === 'string' && ('action' in record || 'observation' in record),
  },
];

/** The unread family that the sample belongs to, if any. */
export function unreadFamily(sample: Sample): Family | undefined {
  if (/^# aider chat started at /m.test(sample.head)) {
    return { label: 'Aider chat history', reason: 'it has "# aider chat started at" lines' };
  }
  for (const family of FAMILIES) {
    for (const { value } of sample.records.slice(0, LOOKED_AT)) {
      const list = Array.isArray(value) ? value.slice(0, LOOKED_AT) : [value];
      for (const entry of list) {
        if (isRecord(entry) && family.test(entry, Array.isArray(value))) return family;
      }
    }
  }
  return undefined;
}

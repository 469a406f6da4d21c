/** Files with conversations in a form that is not read: what they are by their marks, and how their owner gets at one that is. */

import type { FileRecord } from './importer';
import { isRecord, type JsonRecord, own, ownArray } from './json-values';

export interface Stranger {
  /** "a chat session of VS Code". */
  what: string;
  remedy: string;
}

const LIST = 'a JSON list of objects with `role` (user, assistant, tool, system) and `content`';

const IN_JSON: readonly (Stranger & { test(value: JsonRecord): boolean })[] = [
  {
    what: 'a chat session of VS Code',
    remedy: `It holds what the panel shows, not what the model was sent. Take the session file of the agent itself (Claude Code, Codex and Copilot CLI write one), or make the chat ${LIST}.`,
    test: (value) =>
      (ownArray(value, 'requests') !== undefined && ('requesterUsername' in value || 'responderUsername' in value)) ||
      (own(value, 'kind') === 0 && isRecord(own(value, 'v')) && 'requests' in (own(value, 'v') as JsonRecord)),
  },
  {
    what: 'a session of Continue',
    remedy: `Its messages stand one level down, under \`history[].message\`: \`jq '[.history[].message]' FILE\` makes the list that is read.`,
    test: (value) =>
      ownArray(value, 'history')?.some((entry) => isRecord(entry) && isRecord(own(entry, 'message'))) ?? false,
  },
  {
    what: 'a list of sessions, not a session',
    remedy: 'It names the conversations and does not hold them: choose the file of one of them.',
    test: (value) => 'sessionId' in value && 'dateCreated' in value && !('messages' in value),
  },
  {
    what: 'a HAR file of recorded web requests',
    remedy:
      'Save the body of the request to the model on its own (in the network panel: Copy, Copy request payload), and load that.',
    test: (value) => isRecord(own(value, 'log')) && ownArray(own(value, 'log') as JsonRecord, 'entries') !== undefined,
  },
];

/** What the first values of a JSON file are known to be; undefined where they are nothing that is known. */
export function strangerIn(records: readonly FileRecord[]): Stranger | undefined {
  for (const { value } of records.slice(0, 5)) {
    for (const one of Array.isArray(value) ? value.slice(0, 5) : [value]) {
      const found = isRecord(one) ? IN_JSON.find(({ test }) => test(one)) : undefined;
      if (found) return { what: found.what, remedy: found.remedy };
    }
  }
  return undefined;
}

const SPEAKER = /^\s*(?:\*\*)?(?:user|human|you|assistant|ai|bot|chatgpt|claude|gemini|system)(?:\*\*)?\s*:/gim;

/** What a text is, by how it begins. */
export function strangerText(head: string): Stranger | undefined {
  const start = head.slice(0, 4_000);
  const [first = ''] = start.split('\n', 1);
  if (/(?:^|[,;\t])"?(?:role|speaker|sender|from|author)"?(?:[,;\t]|$)/i.test(first.trim()))
    return {
      what: 'a table with a column of speakers',
      remedy: `Tables are not read: save it as ${LIST}. Many tools have "Export as JSON" beside "Export as CSV".`,
    };
  if (/^(?:messages|conversation|turns|history):\s*$/m.test(start) || /^\s*- role:/m.test(start))
    return {
      what: 'YAML',
      remedy: 'YAML is not read: turn it into JSON (`yq -o=json . FILE`) and load that.',
    };
  const speakers = start.match(SPEAKER);
  if (speakers && speakers.length > 1)
    return {
      what: 'a chat copied as plain text',
      remedy: `Plain text does not say surely where a message ends. Take the tool's own export, write the chat anew with "Write a new one", or make it ${LIST}.`,
    };
  return undefined;
}

/** What to do about a file that is no text. */
export function binaryRemedy(looksLike: string): string {
  if (looksLike === 'a ZIP archive')
    return 'Unpack it and load the transcript inside; only .gz files are unpacked here. In the exports of ChatGPT and Claude that is conversations.json.';
  if (looksLike.includes('archive'))
    return 'Unpack it and load the transcript inside; only .gz files are unpacked here.';
  if (looksLike === 'an SQLite database')
    return 'Tools that keep their sessions in one export them as JSON: `opencode export` does, and so do the menus of most others. Load that export.';
  if (looksLike === 'a Parquet file') return 'Write its rows as JSON lines and load those.';
  return 'Load a transcript as JSON, JSON lines or text.';
}

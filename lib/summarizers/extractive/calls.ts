/** Tool calls as notes name them: what a call changes or reads, and a short label with its telling argument. */

import type { ToolCall } from '../../engine/transcript';
import { type CallNote, countWords, shortened } from './notes';

const PATH_KEYS = ['file_path', 'path', 'filePath', 'filename', 'file', 'target_file', 'notebook_path', 'uri'];
const TELLING_KEYS = ['command', 'cmd', 'query', 'pattern', 'url', 'sql', 'code', 'id', 'name'];
const CHANGES = /write|edit|create|update|patch|replace|insert|delete|remove|move|rename|append|apply|save/i;
const READS = /read|view|open|cat|show|fetch_file|get_file|load/i;
const READING_COMMAND = /^(?:cat|head|tail|less|bat|nl|sed -n|type|Get-Content)\s/;
/** Longer arguments are file contents as a rule; only their start is looked at. */
const LONGEST_ARGUMENTS = 20_000;

function parsed(text: string): { [key: string]: unknown } | null {
  if (text.length > LONGEST_ARGUMENTS) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { [key: string]: unknown })
      : null;
  } catch {
    return null;
  }
}

/** A string field near the start of arguments that are too long, or too broken, to parse. */
function fieldAtStart(text: string, key: string): string | null {
  const head = text.slice(0, 2000);
  const at = head.indexOf(`"${key}"`);
  if (at < 0) return null;
  const open = head.indexOf('"', at + key.length + 2);
  const close = open < 0 ? -1 : head.indexOf('"', open + 1);
  return close < 0 ? null : head.slice(open + 1, close);
}

export function callNote(call: ToolCall): CallNote {
  const { name, arguments: text } = call.function;
  const fields = parsed(text);
  const read = (key: string): string | null => {
    const value = fields ? fields[key] : fieldAtStart(text, key);
    return typeof value === 'string' && value.trim() !== ''
      ? value.trim()
      : typeof value === 'number'
        ? String(value)
        : null;
  };
  const first = (keys: readonly string[]): string | null => {
    for (const key of keys) {
      const value = read(key);
      if (value !== null) return value;
    }
    return null;
  };
  const path = first(PATH_KEYS);
  const command = read('command');
  const changes = CHANGES.test(name) || (path !== null && command !== null && CHANGES.test(command));
  const reads = path === null ? READING_COMMAND.test(command ?? '') : READS.test(name) || command === 'view';
  const kind = path !== null && changes ? 'changes' : reads ? 'reads' : 'other';
  const telling = path ?? first(TELLING_KEYS) ?? firstScalar(fields);
  const line = telling?.split('\n', 1)[0];
  const label = line ? `${name} ${shortened(line, 80)}` : name;
  return { id: call.id, kind, path, label, words: countWords(label) };
}

/** The first plain value among the arguments of a tool that is not known by its keys. */
function firstScalar(fields: { [key: string]: unknown } | null): string | null {
  for (const value of Object.values(fields ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

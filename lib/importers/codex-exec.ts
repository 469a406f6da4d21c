/** What `codex exec --json` prints, as the items that a rollout holds: a call and its outcome are one item there. */

import type { RawMessage } from './agent-steps';
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

/** Lines that frame what is said and done. */
const FRAMES = new Set([
  'thread.started',
  'turn.started',
  'turn.completed',
  'turn.failed',
  'item.started',
  'item.updated',
  'item.completed',
]);

export function isExecLine(line: JsonRecord): boolean {
  const type = ownString(line, 'type') ?? '';
  return FRAMES.has(type) && (!type.startsWith('item.') || isRecord(own(line, 'item')));
}

/** Items for the reader of rollouts; a text where the line is left out, and says as what. */
export function execItems(line: JsonRecord): JsonRecord[] | string {
  const type = ownString(line, 'type') ?? '';
  const item = ownRecord(line, 'item');
  if (type !== 'item.completed' || !item) return type;
  const kind = ownString(item, 'type') ?? ownString(item, 'item_type') ?? 'untyped';
  const { type: _, item_type: _old, id, status, ...fields } = item;
  const text = ownString(item, 'text');
  switch (kind) {
    case 'agent_message':
    case 'assistant_message':
      return [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: text ?? jsonText(fields) }] },
      ];
    case 'reasoning':
      return [{ type: 'reasoning', summary: [{ type: 'summary_text', text: text ?? jsonText(fields) }] }];
    case 'command_execution': {
      const { aggregated_output: output, exit_code: _code, ...asked } = fields;
      const failed = status === 'failed' || (ownCount(item, 'exit_code') ?? 0) !== 0;
      return done(id, 'shell', asked, output ?? '', failed);
    }
    case 'mcp_tool_call': {
      const error = ownRecord(item, 'error');
      const whole = own(item, 'result');
      const result =
        (isRecord(whole) ? ownArray(whole, 'content') : undefined) ??
        whole ??
        (error && (ownWord(error, 'message') ?? jsonText(error))) ??
        '';
      const name = `${ownWord(item, 'server') ?? 'mcp'}.${ownWord(item, 'tool') ?? 'tool'}`;
      return done(id, name, own(item, 'arguments') ?? {}, result, error !== undefined || status === 'failed');
    }
    case 'file_change':
      return done(id, 'apply_patch', fields, ownWord(item, 'status') ?? 'completed', status === 'failed');
    case 'web_search':
    case 'collab_tool_call':
      return [{ type: 'function_call', call_id: id, name: kind, arguments: jsonText(fields) }];
    default:
      return `${kind} item`;
  }
}

function done(id: unknown, name: string, input: unknown, output: unknown, failed: boolean): RawMessage[] {
  return [
    { type: 'function_call', call_id: id, name, arguments: typeof input === 'string' ? input : jsonText(input) },
    { type: 'function_call_output', call_id: id, output, ...(failed && { is_error: true }) },
  ];
}

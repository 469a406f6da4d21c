/** Whether a file is a session of the Codex CLI: a rollout in any of its forms, or what it printed as JSON. */

import { sampledLines } from './agent-steps';
import { isExecLine } from './codex-exec';
import { isCodexItem } from './codex-items';
import type { Sample, Verdict } from './importer';
import { formatNumber, isRecord, type JsonRecord, own, ownString } from './json-values';

const TYPES = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state']);

export function detectCodex(sample: Sample): Verdict {
  const lines = sampledLines(sample.records);
  const wrapped = lines.filter((line) => isRecord(own(line, 'payload')));
  const known = wrapped.filter((line) => TYPES.has(ownString(line, 'type') ?? '')).length;
  if (known > 0) {
    const most = known * 2 >= lines.length;
    return {
      confidence: most ? 0.97 : 0.4,
      reason: `${most ? 'Lines' : 'A few lines'} hold \`timestamp\`, \`type\` and \`payload\`, as Codex writes them (${formatNumber(known)} of the first ${formatNumber(lines.length)}).`,
    };
  }
  const first = lines[0];
  if (first && isOldHeader(first) && lines.slice(1).some(isCodexItem))
    return {
      confidence: 0.93,
      reason:
        'The first line has only `id`, `timestamp` and what belongs to a session, and Responses items follow: a Codex rollout before September 2025.',
    };
  const states = lines.filter(isOldState).length;
  if (states > 0 && lines.some(isCodexItem))
    return {
      confidence: 0.9,
      reason: 'Responses items stand between `record_type` lines, as Codex wrote them before September 2025.',
    };
  if (lines.some((line) => own(line, 'type') === 'item.completed' && isExecLine(line)))
    return { confidence: 0.94, reason: 'Lines such as `item.completed` are what `codex exec --json` prints.' };
  if (wrapped.length > 0) return { confidence: 0.1, reason: 'Lines have a `payload`, but no type that Codex writes.' };
  if (sample.container === 'jsonl' && lines.filter(isCodexItem).length * 2 > lines.length)
    return { confidence: 0.3, reason: 'Lines are Responses items, but without the header of a Codex rollout.' };
  return { confidence: 0, reason: 'No line has the `payload` of a Codex rollout.' };
}

const OLD_HEADER = new Set(['id', 'timestamp', 'instructions', 'git']);

export function isOldHeader(line: JsonRecord): boolean {
  return (
    !('type' in line) &&
    typeof own(line, 'id') === 'string' &&
    'timestamp' in line &&
    Object.keys(line).every((key) => OLD_HEADER.has(key))
  );
}

export function isOldState(line: JsonRecord): boolean {
  return own(line, 'record_type') === 'state';
}

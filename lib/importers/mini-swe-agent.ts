/** mini-swe-agent trajectories: bare lists of the first versions, and objects that name their version. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  formatNumber,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';

const LOOKED_AT = 40;
const READ = new Set(['messages', 'trajectory_format', 'instance_id']);

export const miniSweAgent: Importer = {
  id: 'mini-swe-agent',
  label: 'mini-swe-agent trajectory',
  detect,
  start: () => new MiniSession(),
};

function namesItself(value: JsonRecord): boolean {
  return (
    (ownString(value, 'trajectory_format')?.startsWith('mini-swe-agent') ?? false) ||
    'mini_version' in (ownRecord(value, 'info') ?? {})
  );
}

function detect(sample: Sample): Verdict {
  const value = sample.records[0]?.value;
  if (isRecord(value) && namesItself(value) && ownArray(value, 'messages'))
    return { confidence: 0.98, reason: 'It names mini-swe-agent and has `messages`.' };
  if (Array.isArray(value)) {
    const list = value.slice(0, LOOKED_AT).filter(isRecord);
    const plain = list.every((entry) => typeof own(entry, 'content') === 'string' && !('tool_calls' in entry));
    const answers = list.filter((entry) => own(entry, 'role') === 'assistant');
    const acting = answers.filter((entry) => /```[a-z_]*bash/.test(ownString(entry, 'content') ?? '')).length;
    const observed = list.filter(
      (entry) => own(entry, 'role') === 'user' && isObservation(ownString(entry, 'content') ?? ''),
    ).length;
    if (plain && acting > 0 && observed > 0 && acting * 2 >= answers.length)
      return {
        confidence: 0.85,
        reason:
          'A bare list in which the assistant writes one bash block a message and the user answers with its output, as mini-swe-agent 0 does; OpenAI chat reads it the same way.',
      };
    if (plain && acting > 0)
      return {
        confidence: 0.3,
        reason: 'The assistant writes bash blocks, but no message holds their output as mini-swe-agent writes it.',
      };
  }
  return { confidence: 0, reason: 'Nothing names mini-swe-agent.' };
}

function isObservation(content: string): boolean {
  return /^(?:<returncode>|Observation: |<exception>)/.test(content.slice(0, 40));
}

class MiniSession implements ImportSession {
  private readonly collector = new Collector(new Set(['extra', 'tool_call_ids']));

  push({ value, line }: FileRecord): void {
    const messages = Array.isArray(value) ? value : isRecord(value) ? ownArray(value, 'messages') : undefined;
    if (!messages) {
      this.collector.skipped.add(line, 'no list of `messages`');
      return;
    }
    const builder = this.collector.builder();
    for (const message of messages) {
      if (isRecord(message) && own(message, 'role') === 'exit') {
        this.collector.leaveOut('note on how the run ended', line);
        continue;
      }
      for (const normal of isRecord(message) ? normalMessages(message) : [message]) builder.add(normal, line);
    }
    if (isRecord(value)) {
      const config = ownRecord(ownRecord(ownRecord(value, 'info') ?? {}, 'config') ?? {}, 'model') ?? {};
      builder.addTools(own(ownRecord(config, 'model_kwargs') ?? {}, 'tools') ?? own(value, 'tools'), line);
      const stats = ownRecord(ownRecord(value, 'info') ?? {}, 'model_stats') ?? {};
      const calls = ownCount(stats, 'api_calls');
      if (calls !== undefined) this.collector.note(`The run made ${formatNumber(calls)} model calls.`);
      this.collector.unreadFields(value, READ);
    }
    this.collector.close(builder, { name: isRecord(value) ? ownWord(value, 'instance_id') : undefined });
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }
}

/** A message with the time and usage that stand under `extra`; a stored response becomes the message it holds. */
function normalMessages(message: JsonRecord): JsonRecord[] {
  const extra = ownRecord(message, 'extra') ?? {};
  const response = ownRecord(extra, 'response') ?? {};
  const usage = ownRecord(message, 'usage') ?? ownRecord(response, 'usage');
  const time = own(message, 'timestamp') ?? own(extra, 'timestamp');
  const beside = { ...(usage && { usage }), ...(time !== undefined && { timestamp: time }) };
  if (own(message, 'type') === 'function_call_output')
    return [{ role: 'tool', content: own(message, 'output'), tool_call_id: own(message, 'call_id'), ...beside }];
  const output = 'role' in message ? undefined : ownArray(message, 'output');
  if (output) return [{ ...fromItems(output), ...beside }];
  return [{ ...message, ...beside }];
}

/** The items of a stored OpenAI response as one assistant message. */
function fromItems(items: readonly unknown[]): JsonRecord {
  const content: unknown[] = [];
  const calls: JsonRecord[] = [];
  for (const item of items) {
    if (!isRecord(item)) continue;
    if (own(item, 'type') === 'function_call') calls.push({ ...item, id: own(item, 'call_id') });
    else if (own(item, 'type') === 'reasoning') {
      for (const part of ownArray(item, 'summary') ?? [])
        if (isRecord(part)) content.push({ type: 'reasoning', text: ownString(part, 'text') ?? '' });
    } else for (const part of ownArray(item, 'content') ?? []) content.push(part);
  }
  return {
    role: 'assistant',
    content: content.length > 0 ? content : null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Letta agent files (.af): each agent's messages, what of them is in its window now, and its memory blocks. */

import { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
import {
  countOf,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownRecord,
  ownString,
  ownText,
  ownWord,
} from './json-values';
import { lettaMessages } from './letta-message';

const READ = new Set(['agents', 'blocks', 'tools', 'messages', 'system', 'core_memory', 'created_at']);

const READ_AGENT = new Set([
  'id',
  'name',
  'system',
  'messages',
  'tools',
  'tool_ids',
  'block_ids',
  'core_memory',
  'in_context_message_ids',
  'in_context_message_indices',
]);
const READ_MESSAGE = new Set([
  'id',
  'type',
  'role',
  'name',
  'text',
  'content',
  'model',
  'agent_id',
  'tool_calls',
  'tool_call_id',
  'tool_returns',
  'created_at',
  'date',
]);
const MESSAGE_TEXTS = new Set(['role', 'name', 'tool_call_id']);

export const letta: Importer = {
  id: 'letta',
  label: 'Letta agent file',
  detect,
  start: () => new LettaSession(),
};

/** The first schema has one agent at the top. */
function isOldAgent(value: JsonRecord): boolean {
  return (
    Array.isArray(own(value, 'messages')) && 'llm_config' in value && ('agent_type' in value || 'core_memory' in value)
  );
}

function detect(sample: Sample): Verdict {
  const value = sample.records[0]?.value;
  if (!isRecord(value)) return { confidence: 0, reason: 'It is no object with `agents` and `blocks`.' };
  if (Array.isArray(own(value, 'agents')) && Array.isArray(own(value, 'blocks')))
    return { confidence: 0.98, reason: 'It has `agents` and `blocks`, as Letta agent files have.' };
  if (isOldAgent(value))
    return {
      confidence: 0.95,
      reason: 'It is one agent with `messages`, `llm_config` and core memory: an older Letta file.',
    };
  if (ownArray(value, 'agents')?.some((agent) => isRecord(agent) && 'messages' in agent))
    return { confidence: 0.45, reason: 'It has `agents` with messages, but no `blocks`.' };
  return { confidence: 0, reason: 'It has no `agents` and `blocks`.' };
}

class LettaSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no agent file');
      return;
    }
    const agents = ownArray(value, 'agents')?.filter(isRecord) ?? (isOldAgent(value) ? [value] : []);
    if (agents.length === 0) this.collector.skipped.add(line, 'no agent with messages');
    for (const agent of agents) this.readAgent(agent, value, line);
    this.collector.unreadFields(value, agents[0] === value ? READ_AGENT : READ);
  }

  private readAgent(agent: JsonRecord, file: JsonRecord, line: number): void {
    const messages = ownArray(agent, 'messages') ?? [];
    this.collector.unreadFields(agent, READ_AGENT);
    const name = ownWord(agent, 'name');
    const inContext = windowOf(agent, messages);
    const isWhole = inContext === undefined || inContext.length === messages.length;
    const tools = toolsOf(agent, file);
    const builder = this.collector.builder();
    const boundaries = this.fill(builder, messages, agent, tools, line);
    const main = { title: name, boundaries, ...(!isWhole && { part: 'main' }) };
    if (this.collector.close(builder, main) && !isWhole) {
      const view = this.collector.silentBuilder();
      const seen = this.fill(view, inContext, agent, tools, line, false);
      this.collector.close(view, { title: name, part: 'after compaction', boundaries: seen });
      this.collector.note(
        `${countOf(inContext.length, 'message is', 'messages are')} in the agent's window now, of ${messages.length}: choose between the whole history and that window.`,
      );
    }
    const blocks = ownArray(file, 'blocks') ?? ownArray(agent, 'core_memory') ?? [];
    if (blocks.length > 0)
      this.collector.note(
        `${countOf(blocks.length, 'memory block')} of the file went into the system prompt as it was when it was last put together.`,
      );
  }

  private fill(
    builder: ConversationBuilder,
    messages: readonly unknown[],
    agent: JsonRecord,
    tools: readonly unknown[],
    line: number,
    report = true,
  ): RecordedBoundary[] {
    const boundaries: RecordedBoundary[] = [];
    builder.addTools(tools, line);
    const first = messages[0];
    const system = ownText(agent, 'system');
    if (system !== undefined && !(isRecord(first) && own(first, 'role') === 'system')) {
      builder.add({ role: 'system', content: system }, line);
      if (report)
        this.collector.repaired.add(
          line,
          "the agent's system prompt, which is not among its messages, became the first message",
        );
    }
    for (const message of messages) {
      if (!isRecord(message)) {
        if (report) this.collector.skipped.add(line, 'a value that is no object stands among messages');
        continue;
      }
      if (isSummary(message) && builder.messages.length > 0)
        boundaries.push({ before: builder.messages.length, trigger: 'summary' });
      if (report) this.collector.unreadFields(message, READ_MESSAGE, MESSAGE_TEXTS);
      const normal = lettaMessages(message);
      if (normal.length === 0 && report)
        this.collector.leaveOut(`${ownString(message, 'role') ?? 'untyped'} record without content`, line);
      for (const entry of normal) builder.add(entry, line);
    }
    return boundaries.filter(({ before }) => before < builder.messages.length);
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }
}

/** The messages that are in the window now: named by id, or in older files by index. */
function windowOf(agent: JsonRecord, messages: readonly unknown[]): readonly unknown[] | undefined {
  const ids = ownArray(agent, 'in_context_message_ids');
  if (ids) {
    const wanted = new Set(ids);
    return messages.filter((message) => isRecord(message) && wanted.has(own(message, 'id')));
  }
  const indices = ownArray(agent, 'in_context_message_indices');
  if (!indices) return undefined;
  const wanted = new Set(indices);
  return messages.filter((_, index) => wanted.has(index));
}

function toolsOf(agent: JsonRecord, file: JsonRecord): unknown[] {
  const ids = new Set(ownArray(agent, 'tool_ids') ?? []);
  const listed = ownArray(agent, 'tools') ?? [];
  const all = (listed.length > 0 ? listed : (ownArray(file, 'tools') ?? [])).filter(isRecord);
  const used = ids.size > 0 ? all.filter((tool) => ids.has(own(tool, 'id'))) : all;
  return used.map((tool) => ownRecord(tool, 'json_schema')).filter((schema) => schema !== undefined);
}

/** The summary that takes the place of older messages: a role of its own, or a system alert in a user message. */
function isSummary(message: JsonRecord): boolean {
  if (own(message, 'role') === 'summary') return true;
  if (own(message, 'role') !== 'user') return false;
  const [normal] = lettaMessages(message);
  const parts = normal && Array.isArray(normal.content) ? normal.content : [];
  const first: unknown = parts[0];
  const text = isRecord(first) ? ownString(first, 'text') : normal && ownString(normal, 'content');
  if (text === undefined || !text.startsWith('{')) return false;
  return /"type": ?"system_alert"/.test(text.slice(0, 200)) && /prior messages|summary/i.test(text.slice(0, 600));
}

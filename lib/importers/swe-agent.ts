/** SWE-agent trajectories: the history of a run, its demonstrations, and what the last call was sent where that differs. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  countOf,
  formatNumber,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownText,
  ownWord,
} from './json-values';
import { readContent } from './openai-message';

const LOOKED_AT = 20;
const READ_STEP = new Set([
  'action',
  'observation',
  'response',
  'thought',
  'state',
  'query',
  'messages',
  'tool_calls',
  'tool_call_ids',
  'execution_time',
  'extra_info',
  'thinking_blocks',
  'info',
]);
const READ_MESSAGE = new Set([
  'role',
  'content',
  'agent',
  'thought',
  'action',
  'message_type',
  'tool_calls',
  'tool_call_ids',
  'tool_call_id',
  'is_demo',
  'cache_control',
  'thinking_blocks',
  'reasoning_content',
  'tags',
  'name',
  'demo',
]);
const MESSAGE_TEXTS = new Set(['role', 'agent']);
const READ = new Set(['history', 'trajectory', 'messages', 'instance_id', 'environment']);
/** What SWE-agent writes beside the usual keys of a message. */
const MARKS = ['agent', 'message_type', 'tool_call_ids', 'is_demo', 'thought', 'action'];

export const sweAgent: Importer = {
  id: 'swe-agent',
  label: 'SWE-agent trajectory',
  detect,
  start: () => new SweAgentSession(),
};

function isStep(value: unknown): boolean {
  return isRecord(value) && 'action' in value && 'observation' in value && ('response' in value || 'thought' in value);
}

/** A turn as the published data sets of SWE-agent runs write it. */
function isTurn(value: unknown): boolean {
  return isRecord(value) && typeof own(value, 'role') === 'string' && ('text' in value || 'system_prompt' in value);
}

function historyOf(record: JsonRecord): readonly unknown[] | undefined {
  return ownArray(record, 'history')?.some((entry) => isRecord(entry) && typeof own(entry, 'role') === 'string')
    ? ownArray(record, 'history')
    : undefined;
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    if (!isRecord(value)) continue;
    const history = historyOf(value);
    const trajectory = ownArray(value, 'trajectory');
    const steps = trajectory?.slice(0, LOOKED_AT).some(isStep) ?? false;
    if (history && (steps || (trajectory && isRecord(own(value, 'info')))))
      return { confidence: 0.97, reason: 'It has `history` and a `trajectory` of steps with action and observation.' };
    const marked = history?.slice(0, LOOKED_AT).some((entry) => isRecord(entry) && MARKS.some((mark) => mark in entry));
    if (history && marked)
      return {
        confidence: 0.95,
        reason: 'It has a `history` whose messages name their agent, as SWE-agent writes them.',
      };
    if (steps)
      return { confidence: 0.9, reason: 'It has a `trajectory` of steps with action and observation, and no history.' };
    if (trajectory?.some(isTurn))
      return { confidence: 0.85, reason: 'It has a `trajectory` of turns with `role` and `text`.' };
    if (history)
      return { confidence: 0.4, reason: 'It has a `history` with roles, but nothing else that SWE-agent writes.' };
  }
  return { confidence: 0, reason: 'No object with `history` or `trajectory` was found.' };
}

class SweAgentSession implements ImportSession {
  private readonly collector = new Collector(READ_MESSAGE);

  push({ value, line }: FileRecord): void {
    const { collector } = this;
    const history = isRecord(value) ? historyOf(value) : undefined;
    const trajectory = isRecord(value) ? ownArray(value, 'trajectory') : undefined;
    if (!isRecord(value) || (!history && !trajectory)) {
      collector.skipped.add(line, 'no `history` and no `trajectory` with steps');
      return;
    }
    const steps = own(value, 'trajectory');
    if (steps !== undefined && steps !== null && !(Array.isArray(steps) && steps.every(isRecord)))
      collector.skipped.add(line, 'what stands under `trajectory` is no list of steps');
    const longer = (trajectory ?? []).filter(
      (step) => (sentAt(step)?.length ?? 0) > (lastSent(trajectory ?? [])?.length ?? 0),
    );
    if (longer.length > 0)
      collector.note(
        `${countOf(longer.length, 'step')} before the last sent more messages than the last: what these were sent is not shown apart.`,
      );
    for (const step of trajectory ?? []) if (history && isRecord(step)) collector.unreadFields(step, READ_STEP);
    for (const step of trajectory ?? [])
      for (const key of ['query', 'messages'])
        if (isRecord(step) && !Array.isArray(own(step, key) ?? []))
          collector.skipped.add(line, `\`${key}\` of a step is no list`);
    const title = ownWord(value, 'instance_id');
    const sent = lastSent(trajectory ?? []);
    if (history) {
      const byAgent = this.byAgent(history, line);
      const shortened = byAgent.size === 1 && sent !== undefined && differs(history, sent);
      for (const [agent, messages] of byAgent) {
        const facts = {
          title: taskTitle(messages),
          name: title,
          ...((byAgent.size > 1 || shortened) && { part: agent === [...byAgent.keys()][0] ? 'main' : 'side chain' }),
        };
        this.build(messages, line, facts);
      }
      if (sent && byAgent.size > 1)
        collector.note('Several agents speak: what the last call was sent is not compared with the history.');
      if (sent && shortened) {
        const last = sent.filter(isRecord);
        for (const entry of last) {
          collector.unreadFields(entry, READ_MESSAGE, MESSAGE_TEXTS);
          if (typeof own(entry, 'role') !== 'string')
            collector.skipped.add(line, 'a message that was sent has no role');
        }
        this.build(last, line, { title: taskTitle(last), name: title, part: 'after compaction' });
        collector.note(
          'The last call was sent something else than the history, such as shortened observations: choose between the two.',
        );
      }
    } else this.buildSteps(trajectory ?? [], sent, line, title);
    const info = ownRecord(value, 'info') ?? {};
    const stats = ownRecord(info, 'model_stats') ?? {};
    const tokens = ownCount(stats, 'tokens_sent');
    if (tokens)
      collector.note(
        `The run as a whole sent ${formatNumber(tokens)} tokens and received ${formatNumber(ownCount(stats, 'tokens_received') ?? 0)}; there are no figures a call.`,
      );
    collector.unreadFields(value, READ);
  }

  /** Messages of each agent: a run may ask a second one beside the main one. */
  private byAgent(history: readonly unknown[], line: number): Map<string, JsonRecord[]> {
    const byAgent = new Map<string, JsonRecord[]>();
    let demonstrations = 0;
    for (const entry of history) {
      if (!isRecord(entry)) {
        this.collector.skipped.add(line, 'a value that is no object stands in `history`');
        continue;
      }
      this.collector.unreadFields(entry, READ_MESSAGE, MESSAGE_TEXTS);
      if (own(entry, 'is_demo') === true) demonstrations++;
      const agent = ownWord(entry, 'agent') ?? [...byAgent.keys()][0] ?? '';
      const messages = byAgent.get(agent) ?? [];
      messages.push(entry);
      byAgent.set(agent, messages);
    }
    if (demonstrations > 0)
      this.collector.note(
        `${countOf(demonstrations, 'message is', 'messages are')} a demonstration that the model was shown, and not part of the run.`,
      );
    return byAgent;
  }

  private build(
    messages: readonly JsonRecord[],
    line: number,
    facts: { title?: string | undefined; name?: string | undefined; part?: string },
  ): void {
    const builder = facts.part === 'after compaction' ? this.collector.silentBuilder() : this.collector.builder();
    for (const message of messages) for (const normal of normalMessages(message)) builder.add(normal, line);
    this.collector.close(builder, facts);
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }

  /** Without a history, the steps say what was answered and what came back. */
  private buildSteps(
    trajectory: readonly unknown[],
    sent: readonly unknown[] | undefined,
    line: number,
    title: string | undefined,
  ): void {
    const builder = this.collector.builder();
    for (const entry of sent ?? [])
      if (isRecord(entry)) for (const normal of normalMessages(entry)) builder.add(normal, line);
    const steps = sent ? trajectory.slice(-1) : trajectory;
    for (const step of steps) {
      if (!isRecord(step)) this.collector.skipped.add(line, 'a value that is no object stands in `trajectory`');
      else if (isTurn(step)) builder.add(turn(step), line);
      else if (sent && builder.messages.at(-1)?.role !== 'user' && builder.messages.at(-1)?.role !== 'tool') break;
      else {
        this.collector.unreadFields(step, READ_STEP);
        const content = ownText(step, 'response') ?? ownText(step, 'thought') ?? '';
        const calls = ownArray(step, 'tool_calls');
        builder.add({ role: 'assistant', content, ...(calls && { tool_calls: calls }) }, line);
        const observation = own(step, 'observation');
        if (observation !== undefined && observation !== null && observation !== '')
          builder.add({ role: calls?.length ? 'tool' : 'user', content: observation }, line);
      }
    }
    this.collector.note('The file has no history: the messages were put together from its steps.');
    this.collector.close(builder, { name: title });
  }
}

/** The first words of the run's own user where a demonstration goes before them. */
function taskTitle(messages: readonly JsonRecord[]): string | undefined {
  if (!messages.some((message) => own(message, 'is_demo') === true)) return undefined;
  const task = messages.find((message) => own(message, 'role') === 'user' && own(message, 'is_demo') !== true);
  return task && (readContent(own(task, 'content'), []).text ?? undefined);
}

/** What the model was sent at the last step, where steps record it; the steps before it hold its beginnings. */
function lastSent(trajectory: readonly unknown[]): readonly unknown[] | undefined {
  return sentAt(trajectory.at(-1));
}

function sentAt(step: unknown): readonly unknown[] | undefined {
  return isRecord(step) ? (ownArray(step, 'query') ?? ownArray(step, 'messages')) : undefined;
}

/** Whether what was sent has another text than the history at some place; a history that goes on is no difference. */
function differs(history: readonly unknown[], sent: readonly unknown[]): boolean {
  if (sent.length === 0) return false;
  const text = (entry: unknown): string =>
    isRecord(entry) ? `${ownString(entry, 'role')} ${readContent(own(entry, 'content'), []).text ?? ''}` : '';
  return sent.some((entry, index) => text(entry) !== text(history[index]));
}

/** A message in the builder's form: `tool_call_ids` becomes the id, thinking blocks become reasoning. */
function normalMessages(message: JsonRecord): JsonRecord[] {
  const ids = (ownArray(message, 'tool_call_ids') ?? []).filter((id) => typeof id === 'string');
  const thoughts = (ownArray(message, 'thinking_blocks') ?? [])
    .map((block) => (isRecord(block) ? ownString(block, 'thinking') : undefined))
    .filter((text) => text !== undefined && text !== '');
  const normal: JsonRecord = {
    ...message,
    ...(thoughts.length > 0 && { reasoning: thoughts.join('\n') }),
    ...(ids.length > 0 && !('tool_call_id' in message) && { tool_call_id: ids[0] }),
  };
  const { role } = normal;
  // A result for several calls of one step stands once in the file and answers each of them.
  return role === 'tool' && ids.length > 1 ? ids.map((id) => ({ ...normal, tool_call_id: id })) : [normal];
}

function turn(step: JsonRecord): JsonRecord {
  const role = ownString(step, 'role') === 'ai' ? 'assistant' : ownString(step, 'role');
  return { role, content: ownWord(step, 'text') ?? ownString(step, 'system_prompt') ?? '' };
}

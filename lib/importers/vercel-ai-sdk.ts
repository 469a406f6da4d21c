/** Vercel AI SDK: messages of the page in versions 4 to 6, messages for the model, and the SDK's own telemetry. */

import { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import { type History, keepLongest } from './growing-histories';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownArray, ownString, ownWord } from './json-values';
import { findLists, mostlyFits, VALUES_SAMPLED } from './list-search';
import { isModelMessage, isToolPart, isUiMessage, modelMessages, uiMessages } from './vercel-message';
import { aiSpans, isAiTrace, spanHistories, traceHistories } from './vercel-telemetry';

const LOOKED_AT = 40;
const READ = new Set([
  'messages',
  'message',
  'id',
  'title',
  'tools',
  'system',
  'trigger',
  'chatId',
  'createdAt',
  'model',
  'data',
]);
const READ_MESSAGE = new Set([
  ...[
    'id',
    'role',
    'content',
    'parts',
    'metadata',
    'createdAt',
    'timestamp',
    'toolInvocations',
    'reasoning',
    'annotations',
  ],
  ...[
    'experimental_attachments',
    'data',
    'revisionId',
    'providerOptions',
    'providerMetadata',
    'experimental_providerMetadata',
  ],
]);
const MESSAGE_TEXTS = new Set(['role']);
const CHUNK =
  /^(?:start|finish|start-step|finish-step|text-start|text-delta|text-end|reasoning-(?:start|delta|end)|tool-(?:input|output)-[a-z-]+)$/;

export const vercelAiSdk: Importer = {
  id: 'vercel-ai-sdk',
  label: 'Vercel AI SDK',
  detect,
  start: () => new VercelSession(),
};

function isMessage(value: unknown): boolean {
  return isUiMessage(value) || isModelMessage(value);
}

function isRoleMessage(value: unknown): boolean {
  return (
    isMessage(value) ||
    (isRecord(value) &&
      typeof own(value, 'role') === 'string' &&
      ('content' in value || Array.isArray(own(value, 'parts'))))
  );
}

function isCertainPart(part: unknown): boolean {
  return isToolPart(part) || (isRecord(part) && own(part, 'type') === 'step-start');
}

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let chunks = 0;
  let plain = false;
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    if (isAiTrace(value))
      return {
        confidence: 0.99,
        reason: 'A Langfuse trace whose observations are operations of the AI SDK (`ai.generateText`).',
      };
    if (aiSpans(value).length > 0)
      return { confidence: 0.97, reason: "Spans carry the AI SDK's own attributes (`ai.prompt.messages`)." };
    const list = isMessage(value)
      ? [value]
      : findLists(value, isRoleMessage, VALUES_SAMPLED).flatMap((found) => found.list.slice(0, LOOKED_AT));
    for (const message of list) {
      if (!isRecord(message)) continue;
      if (Array.isArray(own(message, 'toolInvocations')))
        return { confidence: 0.96, reason: 'Messages have `toolInvocations`, as version 4 of the AI SDK writes them.' };
      if (isModelMessage(message))
        return {
          confidence: 0.95,
          reason: 'Messages hold `tool-call` and `tool-result` parts, as the AI SDK sends them to a model.',
        };
      if (isUiMessage(message)) {
        const certain = list.some((entry) => isRecord(entry) && (ownArray(entry, 'parts') ?? []).some(isCertainPart));
        return {
          confidence: certain ? 0.97 : 0.9,
          reason: 'Messages have a role and typed `parts`, as the AI SDK keeps them for a page.',
        };
      }
      plain = true;
    }
    for (const entry of Array.isArray(value) ? value.slice(0, LOOKED_AT) : [value])
      if (isRecord(entry) && CHUNK.test(ownString(entry, 'type') ?? '')) chunks++;
  }
  if (chunks > 2)
    return {
      confidence: 0.3,
      reason: 'These are the pieces of a stream of the AI SDK, not the messages that they make up.',
    };
  if (plain)
    return {
      confidence: 0.15,
      reason: 'Roles and contents alone could be messages for the AI SDK as well; the result is the same.',
    };
  return { confidence: 0, reason: 'No message with typed parts or tool invocations was found.' };
}

class VercelSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly histories: History[] = [];
  /** Spans of a file that has one on each line, and the line of the first. */
  private readonly spans: JsonRecord[] = [];
  private spansAt = 0;
  /** Messages that stand alone on their lines are one conversation. */
  private lines: ConversationBuilder | undefined;

  push({ value, line }: FileRecord): void {
    const leaveOut = (kind: string): void => this.collector.leaveOut(kind, line);
    if (isAiTrace(value)) {
      for (const history of traceHistories(value, line, leaveOut)) this.histories.push(history);
      return;
    }
    const spans = aiSpans(value);
    if (spans.length > 0) {
      if (this.spans.length === 0) this.spansAt = line;
      for (const span of spans) this.spans.push(span);
      if (Array.isArray(value) && !value.every(isRecord))
        this.collector.skipped.add(line, 'values that are no objects stand among the spans');
    } else if (Array.isArray(value) && !mostlyFits(value, isRoleMessage)) {
      for (const entry of value) this.pushValue(entry, line);
    } else this.pushValue(value, line);
  }

  private pushValue(value: unknown, line: number): void {
    if (isRoleMessage(value)) {
      this.lines ??= this.collector.builder();
      this.fill(this.lines, [value], line);
    } else this.pushLists(value, line);
  }

  private pushLists(value: unknown, line: number): void {
    const lists = findLists(value, isRoleMessage);
    if (lists.length === 0) this.collector.skipped.add(line, 'no message of the AI SDK was found in it');
    for (const { list, owner } of lists) {
      const builder = this.collector.builder();
      if (owner) builder.addTools(own(owner, 'tools'), line);
      const system = owner && ownWord(owner, 'system');
      const first = list[0];
      if (system && !(isRecord(first) && own(first, 'role') === 'system'))
        builder.add({ role: 'system', content: system }, line);
      this.fill(builder, list, line);
      if (owner) this.collector.unreadFields(owner, READ);
      this.collector.close(builder, { title: owner && ownWord(owner, 'title') });
    }
  }

  private fill(builder: ConversationBuilder, list: readonly unknown[], line: number): void {
    const leaveOut = (kind: string): void => this.collector.leaveOut(kind, line);
    for (const message of list) {
      if (!isRecord(message)) {
        this.collector.skipped.add(line, 'a value that is no object stands where a message should');
        continue;
      }
      this.collector.unreadFields(message, READ_MESSAGE, MESSAGE_TEXTS);
      const normal =
        isUiMessage(message) || Array.isArray(own(message, 'parts'))
          ? uiMessages(message, leaveOut)
          : modelMessages(message, leaveOut);
      const parts = own(message, 'parts');
      if (parts !== undefined && !Array.isArray(parts)) leaveOut('`parts` that are no list');
      if (normal.length === 0) leaveOut('message without parts for the model');
      for (const entry of normal) builder.add(entry, line);
    }
  }

  finish(): ParsedFile {
    const { collector } = this;
    if (this.lines) collector.close(this.lines);
    const logged = spanHistories(this.spans, this.spansAt, (kind) => collector.leaveOut(kind, this.spansAt));
    const { kept, repeated } = keepLongest([...this.histories, ...logged]);
    for (const history of kept) {
      const builder = collector.builder();
      builder.addTools(history.tools, history.line);
      for (const message of history.messages) builder.add(message, history.line);
      collector.close(builder);
    }
    if (repeated > 0)
      collector.note(
        `Each recorded call repeats the history before it: ${countOf(kept.length, 'whole history is', 'whole histories are')} read, and ${countOf(repeated, 'that only repeats the beginning of another is', 'that only repeat the beginning of another are')} not.`,
      );
    return collector.finish();
  }
}

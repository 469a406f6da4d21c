/** A session log as steps in order, messages and compactions, and such steps as a conversation. */

import type { Collector, ConversationFacts } from './collector';
import type { RecordedBoundary } from './importer';
import { isRecord, type JsonRecord, jsonText, own, ownArray } from './json-values';

/** A message in OpenAI-like form that is still being put together. */
export type RawMessage = { [key: string]: unknown };

export interface MessageStep {
  kind: 'message';
  raw: RawMessage;
  line: number;
}

/** The recording tool compacted here: the next message is the first that the model saw afterwards. */
export interface CompactionStep {
  kind: 'compaction';
  line: number;
  trigger?: string | undefined;
  preTokens?: number | undefined;
}

export type Step = MessageStep | CompactionStep;

/** Parts that show messages of another conversation of the file once more. */
const VIEWS = new Set(['after compaction', 'branch']);
/** So many branches are offered to choose from. */
export const MOST_BRANCHES = 20;

/** Ends a conversation made of steps; one without messages is none. Returns whether it was kept. */
export function closeSteps(
  collector: Collector,
  steps: readonly Step[],
  facts: ConversationFacts & { tools?: unknown } = {},
): boolean {
  const builder = VIEWS.has(facts.part ?? '') ? collector.silentBuilder() : collector.builder();
  const boundaries: RecordedBoundary[] = [];
  if (facts.tools !== undefined) builder.addTools(facts.tools, 0);
  let pending: CompactionStep | undefined;
  for (const step of steps) {
    if (step.kind === 'compaction') {
      pending = step;
      continue;
    }
    const before = builder.messages.length;
    if (!builder.add(step.raw, step.line) || !pending) continue;
    boundaries.push({
      before,
      ...(pending.trigger !== undefined && { trigger: pending.trigger }),
      ...(pending.preTokens !== undefined && { preTokens: pending.preTokens }),
    });
    pending = undefined;
  }
  const { tools: _, ...rest } = facts;
  return collector.close(builder, { ...rest, boundaries });
}

export function messageStep(raw: RawMessage, line: number): MessageStep {
  return { kind: 'message', raw, line };
}

/** How many compactions are among the steps. */
export function compactionsIn(steps: readonly Step[]): number {
  let count = 0;
  for (const { kind } of steps) if (kind === 'compaction') count++;
  return count;
}

/** Usage in the names that the builder reads; nothing where no input was reported. */
export function usageField(input: number | undefined, output: number | undefined): RawMessage {
  if (input === undefined || input <= 0) return {};
  return { usage: { input_tokens: input, ...(output !== undefined && { output_tokens: output }) } };
}

/** A time in the field that the builder reads; the builder checks what it is. */
export function timeField(time: unknown): RawMessage {
  return typeof time === 'string' || typeof time === 'number' ? { timestamp: time } : {};
}

/** A name or an id: a text, or what stands in its place as one, so that nothing is lost. */
export function nameIn(record: JsonRecord, key: string): string | undefined {
  const value = own(record, key);
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : jsonText(value);
}

/** The first key that the record has of its own: formats have changed from camel to snake case and back. */
export function either(record: JsonRecord, one: string, other: string): unknown {
  return own(record, one) ?? own(record, other);
}

/** The lines of a session file: one a record, or all in one array, as some tools export them. */
export function sessionLines(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The first records of a sample, where a file is one array its first elements. */
export function sampledLines(records: readonly { value: unknown }[], most = 60): JsonRecord[] {
  const lines: JsonRecord[] = [];
  for (const { value } of records) {
    for (const line of sessionLines(value).slice(0, most)) if (isRecord(line)) lines.push(line);
    if (lines.length >= most) break;
  }
  return lines;
}

/** Adds what a text or a list of parts says to a list of parts. */
export function addParts(parts: unknown[], content: unknown): void {
  if (typeof content === 'string') {
    if (content !== '') parts.push({ type: 'text', text: content });
  } else if (Array.isArray(content)) {
    for (const part of content) parts.push(part);
  } else if (content !== undefined && content !== null) parts.push(content);
}

/** Parts as content: null where there are none beside what else the message holds. */
export function partsContent(parts: readonly unknown[]): unknown {
  const only = parts[0];
  if (parts.length === 1 && isRecord(only) && own(only, 'type') === 'text' && typeof own(only, 'text') === 'string')
    return own(only, 'text');
  return parts.length === 0 ? null : parts;
}

/** The call records of a message in progress. */
export function callsOf(raw: JsonRecord): readonly unknown[] {
  return ownArray(raw, 'tool_calls') ?? [];
}

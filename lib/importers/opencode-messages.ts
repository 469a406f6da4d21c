/** OpenCode messages to steps: the steps of an answer apart, results behind their calls, files as media. */

import { blockRecords } from './agent-blocks';
import { messageStep, type RawMessage, type Step, timeField, usageField } from './agent-steps';
import type { Collector } from './collector';
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
import type { StoredMessage } from './opencode-store';

/** What OpenCode sends where a compaction stands, and in the place of a result that it let go. */
const COMPACTION_QUESTION = 'What did we do so far?';
export const CLEARED_RESULT = '[Old tool result content cleared]';

interface AnswerStep {
  blocks: JsonRecord[];
  results: RawMessage[];
  usage: RawMessage;
}

/** Adds the steps of a message; results that were cleared later are also put down in `cleared`. */
export function messageSteps(message: StoredMessage, steps: Step[], cleared: Set<Step>, collector: Collector): void {
  const role = ownString(message.info ?? {}, 'role');
  if (role === 'assistant') answerSteps(message, steps, cleared, collector);
  else if (role === 'user') userSteps(message, steps, collector);
  else if (message.info)
    collector.skipped.add(message.line, `a message of the role "${(role ?? 'none').slice(0, 40)}"`);
  else collector.skipped.add(message.line, 'parts of a message that is not in the file');
}

function userSteps(message: StoredMessage, steps: Step[], collector: Collector): void {
  const blocks: JsonRecord[] = [];
  const reminders: string[] = [];
  for (const { fields: part, line } of message.parts.values()) {
    const type = ownString(part, 'type') ?? '';
    if (type === 'text' && own(part, 'ignored') === true) collector.leaveOut('text that is marked as ignored', line);
    else if (type === 'text') blocks.push({ type: 'text', text: ownString(part, 'text') ?? '' });
    else if (type === 'file') {
      // Files of text are read in by the tool, as synthetic texts beside the part.
      if (/^(?:text\/|application\/x-directory)/.test(ownWord(part, 'mime') ?? ''))
        collector.leaveOut('file of text', line);
      else blocks.push(filePart(part));
    } else if (type === 'subtask') blocks.push({ type: 'text', text: ownString(part, 'prompt') ?? '' });
    else if (type === 'compaction') reminders.push(COMPACTION_QUESTION);
    else collector.leaveOut(`part of the type ${type || 'none'}`, line);
  }
  for (const text of reminders) blocks.push({ type: 'text', text });
  if (blocks.length === 0) {
    collector.skipped.add(message.line, 'a message without parts that say something');
    return;
  }
  for (const raw of blockRecords('user', blocks, timeOf(message.info ?? {})))
    steps.push(messageStep(raw, message.line));
}

function answerSteps(message: StoredMessage, steps: Step[], cleared: Set<Step>, collector: Collector): void {
  const info = message.info ?? {};
  const fields = timeOf(info);
  const before = steps.length;
  let step: AnswerStep = { blocks: [], results: [], usage: {} };
  let recorded = false;
  const flush = (): void => {
    if (step.blocks.length > 0)
      for (const raw of blockRecords('assistant', step.blocks, { ...fields, ...step.usage }))
        steps.push(messageStep(raw, message.line));
    for (const result of step.results) {
      const { cleared: gone, ...raw } = result;
      const kept = messageStep(raw, message.line);
      steps.push(kept);
      if (gone === true) cleared.add(kept);
    }
    step = { blocks: [], results: [], usage: {} };
  };
  for (const { fields: part, line } of message.parts.values()) {
    const type = ownString(part, 'type') ?? '';
    if (type === 'step-start') flush();
    else if (type === 'step-finish') {
      step.usage = usageOf(ownRecord(part, 'tokens'));
      recorded ||= Object.keys(step.usage).length > 0;
    } else if (type === 'text' || type === 'reasoning') {
      if (ownWord(part, 'text') !== undefined) step.blocks.push({ type, text: own(part, 'text') });
    } else if (type === 'tool') addTool(step, part);
    else if (type === 'file') step.blocks.push(filePart(part));
    else collector.leaveOut(`part of the type ${type || 'none'}`, line);
  }
  if (!recorded) step.usage = usageOf(ownRecord(info, 'tokens'));
  flush();
  if (steps.length > before) return;
  const error = ownRecord(info, 'error');
  collector.leaveOut(
    error ? `answer that failed (${ownWord(error, 'name') ?? 'error'})` : 'answer without words',
    message.line,
  );
}

function addTool(step: AnswerStep, part: JsonRecord): void {
  const state = ownRecord(part, 'state') ?? {};
  const id = ownWord(part, 'callID');
  const name = ownWord(part, 'tool') ?? 'tool';
  const raw = ownWord(state, 'raw');
  const input = own(state, 'input');
  const empty = input === undefined || (isRecord(input) && Object.keys(input).length === 0);
  step.blocks.push({
    type: 'tool_call',
    ...(id !== undefined && { id }),
    name,
    input: empty && raw !== undefined ? raw : (input ?? {}),
  });
  const status = ownString(state, 'status');
  if (status !== 'completed' && status !== 'error') return;
  const time = ownRecord(state, 'time') ?? {};
  const said = own(state, status === 'error' ? 'error' : 'output') ?? '';
  const text = typeof said === 'string' ? said : jsonText(said);
  const files = (ownArray(state, 'attachments') ?? []).filter(isRecord).map(filePart);
  step.results.push({
    role: 'tool',
    content: files.length > 0 ? [{ type: 'text', text }, ...files] : text,
    name,
    ...(id !== undefined && { tool_call_id: id }),
    ...(status === 'error' && { is_error: true }),
    ...timeField(own(time, 'end')),
    ...(ownCount(time, 'compacted') !== undefined && { cleared: true }),
  });
}

function filePart(part: JsonRecord): JsonRecord {
  const mime = ownWord(part, 'mime') ?? '';
  const title = ownWord(part, 'filename');
  return {
    type: mime.startsWith('image/') ? 'image' : 'document',
    source: { media_type: mime, url: own(part, 'url') },
    ...(title !== undefined && { title }),
  };
}

function timeOf(info: JsonRecord): RawMessage {
  return timeField(own(ownRecord(info, 'time') ?? {}, 'created'));
}

/** What came out of the cache and went into it is input too. Whether output holds the reasoning differs; the total does not. */
function usageOf(tokens: JsonRecord | undefined): RawMessage {
  if (!tokens) return {};
  const cache = ownRecord(tokens, 'cache') ?? {};
  const input = (ownCount(tokens, 'input') ?? 0) + (ownCount(cache, 'read') ?? 0) + (ownCount(cache, 'write') ?? 0);
  const total = ownCount(tokens, 'total');
  return usageField(input, total !== undefined && total >= input ? total - input : ownCount(tokens, 'output'));
}

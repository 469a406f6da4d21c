/** LangChain and LangGraph: constructor and dict dumps, states, stream updates, LangSmith runs, and traces of either. */

import { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import { type History, keepLongest } from './growing-histories';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownArray, ownRecord, ownWord } from './json-values';
import {
  checkedHistories,
  isEitherMessage,
  langfuseHistories,
  langsmithHistories,
  langsmithRuns,
  normalized,
  unfolded,
} from './langchain-histories';
import { isLangchainMessage, isRoleMessage } from './langchain-message';
import { findLists, mostlyFits, VALUES_SAMPLED } from './list-search';
import { shortTitle } from './titles';

const LOOKED_AT = 40;

export const langchain: Importer = {
  id: 'langchain',
  label: 'LangChain / LangGraph',
  detect,
  start: () => new LangchainSession(),
};

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let roles = false;
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    if (isTrace(value)) return traceVerdict(value);
    if (runsIn(value))
      return { confidence: 0.96, reason: 'It holds LangSmith runs with `run_type`, `inputs` and `outputs`.' };
    if (isCheckedMap(value))
      return {
        confidence: findLists(value, isLangchainMessage, VALUES_SAMPLED).length > 0 ? 0.9 : 0.6,
        reason: 'It holds the checked inputs and outputs of observations, in chat form.',
      };
    const found = isLangchainMessage(value)
      ? value
      : findLists(value, isLangchainMessage, VALUES_SAMPLED)[0]?.list.find(isLangchainMessage);
    if (isRecord(found)) {
      const isConstructor = 'lc' in found;
      return {
        confidence: isConstructor ? 0.97 : 0.95,
        reason: isConstructor
          ? 'Messages are LangChain constructors (`lc: 1`).'
          : `Messages have \`type\` and no role, as LangChain writes them ("${(ownWord(found, 'type') ?? '').slice(0, 20)}").`,
      };
    }
    roles ||= findLists(value, isKwargsMessage, VALUES_SAMPLED).length > 0;
  }
  if (roles)
    return { confidence: 0.92, reason: 'Messages have a role and `additional_kwargs`, as LangChain logs them.' };
  return { confidence: 0, reason: 'No LangChain constructor, and no message with `type` human or ai, was found.' };
}

function isKwargsMessage(value: unknown): boolean {
  return isRoleMessage(value) && isRecord(own(value, 'additional_kwargs'));
}

function isTrace(value: unknown): value is JsonRecord {
  return isRecord(value) && Array.isArray(own(value, 'observations')) && isRecord(own(value, 'trace'));
}

/** A Langfuse trace is LangGraph's where its inputs and outputs hold LangChain messages. */
function traceVerdict(trace: JsonRecord): Verdict {
  const observations = (ownArray(trace, 'observations') ?? []).slice(0, LOOKED_AT).filter(isRecord);
  const holds = observations.some((entry) =>
    [own(entry, 'input'), own(entry, 'output')].some((side) => {
      const value = unfolded(side);
      return (
        isLangchainMessage(value) ||
        isKwargsMessage(value) ||
        findLists(value, isLangchainMessage, VALUES_SAMPLED).length > 0
      );
    }),
  );
  if (holds)
    return {
      confidence: 0.97,
      reason: 'A Langfuse trace whose inputs and outputs are LangChain messages, as LangGraph writes them.',
    };
  return { confidence: 0.2, reason: 'A Langfuse trace, but without LangChain messages in it.' };
}

function isRun(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof own(value, 'run_type') === 'string' && ('inputs' in value || 'outputs' in value);
}

/** The LangSmith runs of a value: one, a list, `{runs}`, or a batch whose patches complete its posts. */
function runsIn(value: unknown): JsonRecord[] | undefined {
  if (isRun(value)) return [value];
  if (Array.isArray(value)) return mostlyFits(value, isRun) ? value.filter(isRecord) : undefined;
  if (!isRecord(value)) return undefined;
  const runs = ownArray(value, 'runs');
  if (runs && mostlyFits(runs, isRun)) return runs.filter(isRecord);
  const batch = [...(ownArray(value, 'post') ?? []), ...(ownArray(value, 'patch') ?? [])].filter(isRecord);
  if (!batch.some(isRun)) return undefined;
  const byId = new Map<string, JsonRecord>();
  for (const [index, run] of batch.entries()) {
    const id = ownWord(run, 'id') ?? `without id ${index}`;
    byId.set(id, { ...byId.get(id), ...withoutNulls(run) });
  }
  return [...byId.values()];
}

function withoutNulls(run: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(run).filter(([, value]) => value !== null));
}

function isCheckedMap(value: unknown): value is JsonRecord {
  if (!isRecord(value)) return false;
  const entries = Object.values(value);
  return mostlyFits(entries, (entry) => {
    const input = isRecord(entry) ? ownRecord(entry, 'input') : undefined;
    return input !== undefined && typeof own(input, 'success') === 'boolean' && 'output' in (entry as JsonRecord);
  });
}

/** A state of a graph at one step, as `get_state_history` and checkpoints list them. */
function isSnapshot(value: unknown): boolean {
  return (
    isRecord(value) &&
    (isRecord(own(value, 'values')) || isRecord(own(value, 'channel_values')) || isRecord(own(value, 'checkpoint'))) &&
    ['next', 'config', 'metadata', 'checkpoint', 'checkpoint_id', 'created_at', 'ts'].some((key) => key in value)
  );
}

const STATE_KEYS = new Set(['messages', 'tools', 'values', 'channel_values', 'checkpoint', 'data', 'id', 'title']);

const READ_FIELDS = new Set([
  ...[
    'lc',
    'type',
    'id',
    'name',
    'role',
    'content',
    'additional_kwargs',
    'response_metadata',
    'usage_metadata',
    'metadata',
  ],
  ...['tool_calls', 'invalid_tool_calls', 'tool_call_chunks', 'tool_call_id', 'function_call', 'status', 'artifact'],
  ...['example', 'timestamp', 'created_at', 'reasoning_content', 'chunk_position', 'tokens', 'lc_kwargs'],
]);
const FIELD_TEXTS = new Set(['role', 'type', 'tool_call_id']);

class LangchainSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly histories: History[] = [];
  /** The conversation that goes on over several lines: a message or an update of the graph on each. */
  private current: ConversationBuilder | undefined;

  push({ value, line }: FileRecord): void {
    const refuse = (reason: string): void => this.collector.skipped.add(line, reason);
    const runs = runsIn(value);
    if (isRecord(value)) this.noteBroken(value, refuse);
    if (isTrace(value)) this.gather(langfuseHistories(value, line, refuse));
    else if (runs) this.gather(langsmithHistories(langsmithRuns(runs), line, refuse));
    else if (isCheckedMap(value)) this.gather(checkedHistories(value, line, refuse));
    else if (Array.isArray(value) && !mostlyFits(value, isEitherMessage) && !mostlyFits(value, isSnapshot)) {
      for (const entry of value) this.pushValue(entry, line, refuse);
    } else this.pushValue(value, line, refuse);
  }

  private pushValue(value: unknown, line: number, refuse: (reason: string) => void): void {
    if (isLangchainMessage(value) || isRoleMessage(value)) this.goOn([value], line);
    else this.pushLists(value, line, refuse);
  }

  /** Parts of an export that are no lists of objects are not read, which is said. */
  private noteBroken(value: JsonRecord, refuse: (reason: string) => void): void {
    for (const key of ['post', 'patch', 'runs', 'observations', 'child_runs']) {
      const list = own(value, key);
      if (list === undefined || list === null || (Array.isArray(list) && list.every(isRecord))) continue;
      refuse(`what stands under \`${key}\` is no list of objects`);
    }
    if (Array.isArray(own(value, 'post')))
      for (const key of Object.keys(value))
        if (key !== 'post' && key !== 'patch') refuse(`\`${shortTitle(key)}\` beside the runs of a batch`);
    if (!isRun(value) && ('child_runs' in value || 'inputs' in value || 'outputs' in value))
      refuse('a LangSmith run without `run_type`: only lists of messages in it are read');
    for (const run of ownArray(value, 'patch') ?? [])
      if (isRecord(run) && !('outputs' in run) && !('inputs' in run)) refuse('a patch without inputs and outputs');
  }

  private gather(histories: readonly History[]): void {
    for (const history of histories) this.histories.push(history);
  }

  private pushLists(value: unknown, line: number, refuse: (reason: string) => void): void {
    const strict = findLists(value, isLangchainMessage);
    const lists = strict.length > 0 ? strict : findLists(value, isEitherMessage);
    if (lists.length === 0) {
      refuse(
        isRecord(value) && Object.keys(value).length === 0 ? 'an empty object' : 'no LangChain message was found in it',
      );
      return;
    }
    const snapshots = isSnapshot(value) || (Array.isArray(value) && mostlyFits(value, isSnapshot));
    for (const { list, owner } of lists) {
      const read = normalized(list, refuse, (fields) => this.collector.unreadFields(fields, READ_FIELDS, FIELD_TEXTS));
      const tools = read.tools.length > 0 ? read.tools : owner && own(owner, 'tools');
      if (owner && !snapshots) this.collector.unreadFields(owner, STATE_KEYS);
      if (snapshots) this.histories.push({ messages: read.messages, line, tools });
      else if (this.current && (read.messages[0]?.role === 'assistant' || read.messages[0]?.role === 'tool')) {
        for (const message of read.messages) this.current.add(message, line);
      } else this.begin(read.messages, tools, line);
    }
  }

  /** Messages that stand alone on their lines are one conversation. */
  private goOn(list: readonly unknown[], line: number): void {
    const { messages } = normalized(list, (reason) => this.collector.skipped.add(line, reason));
    if (this.current) for (const message of messages) this.current.add(message, line);
    else this.begin(messages, undefined, line);
  }

  private begin(messages: readonly JsonRecord[], tools: unknown, line: number): void {
    this.endCurrent();
    const builder = this.collector.builder();
    builder.addTools(tools, line);
    for (const message of messages) builder.add(message, line);
    this.current = builder;
  }

  private endCurrent(): void {
    if (this.current) this.collector.close(this.current);
    this.current = undefined;
  }

  finish(): ParsedFile {
    this.endCurrent();
    const { kept, repeated } = keepLongest(this.histories);
    for (const history of kept) {
      const builder = this.collector.builder();
      builder.addTools(history.tools, history.line);
      for (const message of history.messages) builder.add(message, history.line);
      this.collector.close(builder, { name: history.name });
    }
    if (repeated > 0)
      this.collector.note(
        `Each recorded call repeats the history before it: ${countOf(kept.length, 'whole history is', 'whole histories are')} read, and ${countOf(repeated, 'that only repeats the beginning of another is', 'that only repeat the beginning of another are')} not.`,
      );
    const empty = this.histories.filter(({ messages }) => messages.length === 0).length;
    if (empty > 0) this.collector.note(`${countOf(empty, 'recorded call holds', 'recorded calls hold')} no messages.`);
    return this.collector.finish();
  }
}

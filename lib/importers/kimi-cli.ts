/** Kimi CLI: wire logs of context records and loop events, and the older context files, a message a line. */

import {
  closeSteps,
  compactionsIn,
  messageStep,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
} from './agent-steps';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
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
  ownWord,
} from './json-values';
import { KimiContext } from './kimi-context';
import { knownFields, unreadBeside, unreadInParts } from './known-fields';

export const kimiCli: Importer = {
  id: 'kimi-cli',
  label: 'Kimi CLI session',
  detect,
  start: () => new KimiSession(),
};

const MAIN = 'main';
/** What is read in a line, in its message, in a loop event, and in a result. */
const LINE = knownFields(
  'type time agentId message event count summary contextSummary compactedCount tokensBefore tokensAfter ' +
    'keptUserMessageCount keptHeadUserMessageCount droppedCount checkpoint',
);
const MESSAGE = knownFields('id role content toolCalls toolCallId tool_calls tool_call_id origin name partial');
/** Lines of context files that are no messages; no other tool writes such roles beside messages. */
const MARKS = new Set(['_system_prompt', '_checkpoint', '_usage']);
const EVENT = knownFields(
  'type uuid parentUuid stepUuid turnId step part toolCallId name args arguments description display result usage ' +
    'finishReason providerFinishReason rawFinishReason messageId providerMessageId traceId',
);
const RESULT = knownFields('output content message isError note');

function detect(sample: Sample): Verdict {
  let context = 0;
  let loose = 0;
  let marks = 0;
  let said = 0;
  for (const line of sampledLines(sample.records)) {
    const type = ownString(line, 'type') ?? '';
    const role = ownString(line, 'role');
    if (role !== undefined && MARKS.has(role)) marks++;
    else if (role !== undefined) said++;
    if (type.startsWith('context.')) context++;
    else if (type === 'metadata' && 'protocol_version' in line) loose++;
    else if (type === 'turn.prompt' || type === 'llm.request' || type === 'config.update') loose++;
  }
  if (context > 0)
    return {
      confidence: 0.97,
      reason: `Lines are \`context.\` records (${formatNumber(context)} of the first lines).`,
    };
  if (marks > 0 && said > 0)
    return {
      confidence: 0.93,
      reason: 'Among the messages stand lines such as `_checkpoint`, as the Kimi CLI writes them.',
    };
  if (loose > 1)
    return { confidence: 0.7, reason: 'Lines such as `turn.prompt` and `llm.request` are of the Kimi CLI.' };
  return { confidence: 0, reason: 'No lines whose `type` begins with `context.`.' };
}

class KimiSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly contexts = new Map<string, KimiContext>();
  private readonly system = new Map<string, Step>();
  private tools: readonly unknown[] | undefined;
  private promptChanges = 0;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) {
      if (isRecord(entry)) this.pushLine(entry, line);
      else this.collector.skipped.add(line, 'a value that is no object');
    }
  }

  private pushLine(record: JsonRecord, line: number): void {
    const type = ownString(record, 'type') ?? '';
    const agent = ownWord(record, 'agentId') ?? MAIN;
    const time = own(record, 'time');
    if (type === 'context.append_message' && ownRecord(record, 'message')) {
      this.context(agent).message(ownRecord(record, 'message') ?? {}, time, line);
    } else if (type === 'context.append_loop_event' && ownRecord(record, 'event')) {
      const unknown = this.context(agent).event(ownRecord(record, 'event') ?? {}, time, line);
      if (unknown !== undefined) this.collector.skipped.add(line, unknown);
    } else if (type === 'context.apply_compaction') this.context(agent).compact(record, time, line);
    else if (type === 'context.clear') this.context(agent).clear(line);
    else if (type === 'context.undo') {
      if (!this.context(agent).undo(ownCount(record, 'count') ?? 1))
        this.collector.skipped.add(line, 'an undo of more turns than there are');
    } else if (type === '' && typeof own(record, 'role') === 'string') {
      this.pushMessage(record, line);
      return;
    } else {
      this.pushBeside(record, type, agent, line);
      return;
    }
    this.unread(record);
  }

  /** A line of a context file. */
  private pushMessage(message: JsonRecord, line: number): void {
    const role = ownString(message, 'role') ?? '';
    const content = own(message, 'content');
    if (role === '_system_prompt' && typeof content === 'string') this.setPrompt(MAIN, content, undefined, line);
    else if (role.startsWith('_') && content === undefined) this.collector.leaveOut(role, line);
    else {
      this.context(MAIN).message(message, undefined, line);
      unreadBeside(this.collector, message, MESSAGE);
      unreadInParts(this.collector, message, 'content');
    }
  }

  private unread(record: JsonRecord): void {
    unreadBeside(this.collector, record, LINE);
    const message = ownRecord(record, 'message');
    if (message) {
      unreadBeside(this.collector, message, MESSAGE);
      unreadInParts(this.collector, message, 'content');
    }
    const event = ownRecord(record, 'event');
    if (!event) return;
    // How long each phase took.
    const facts = Object.entries(event).filter(([key, value]) => !(key.startsWith('llm') && typeof value === 'number'));
    unreadBeside(this.collector, Object.fromEntries(facts), EVENT);
    const result = ownRecord(event, 'result');
    if (result) unreadBeside(this.collector, result, RESULT);
    unreadInParts(this.collector, { parts: [own(event, 'part')] }, 'parts');
  }

  /** Lines that are no messages, some of which say something about them. */
  private pushBeside(record: JsonRecord, type: string, agent: string, line: number): void {
    if (type === '') {
      this.collector.skipped.add(line, 'a line without a `type`');
      return;
    }
    const prompt = type === 'config.update' ? ownWord(record, 'systemPrompt') : undefined;
    if (prompt !== undefined) this.setPrompt(agent, prompt, own(record, 'time'), line);
    else if (type === 'full_compaction.begin') this.context(agent).trigger = ownWord(record, 'source');
    else if (type === 'llm.tools_snapshot' && ownArray(record, 'tools')) this.tools = ownArray(record, 'tools');
    else this.collector.leaveOut(type, line);
  }

  private setPrompt(agent: string, content: string, time: unknown, line: number): void {
    const known = this.system.get(agent);
    if (known?.kind === 'message' && own(known.raw, 'content') === content) return;
    if (known) this.promptChanges++;
    this.system.set(agent, messageStep({ role: 'system', content, ...timeField(time) }, line));
  }

  private context(agent: string): KimiContext {
    let context = this.contexts.get(agent);
    if (!context) {
      context = new KimiContext();
      this.contexts.set(agent, context);
    }
    return context;
  }

  finish(): ParsedFile {
    let empty = 0;
    for (const [agent, context] of this.contexts) {
      context.close();
      empty += context.emptySteps;
      this.offer(agent, context);
    }
    if (empty > 0)
      this.collector.note(`${countOf(empty, 'step')} of the model began and brought nothing: interrupted, or failed.`);
    if (this.promptChanges > 0)
      this.collector.note('The system prompt changed during the session: the last one stands at the beginning.');
    if (!this.tools && this.contexts.size > 0) this.collector.note('The tool schemas are not in the file.');
    return this.collector.finish();
  }

  private offer(agent: string, context: KimiContext): void {
    const system = this.system.get(agent);
    const whole = (steps: readonly Step[]): Step[] => (system ? [system, ...steps] : [...steps]);
    const tools = this.tools ? { tools: this.tools } : {};
    const folds = compactionsIn(context.all);
    const part = agent === MAIN ? (folds + context.branches.length > 0 ? 'main' : undefined) : 'side chain';
    if (!closeSteps(this.collector, whole(context.all), { ...tools, part })) return;
    const views = [...context.views, context.live].filter((steps) => steps.length > 0);
    if (folds > 0) offerViews(this.collector, views.map(whole), folds, tools);
    for (const branch of context.branches) closeSteps(this.collector, whole(branch), { ...tools, part: 'branch' });
    if (context.unlistedBranches > 0)
      this.collector.note(
        `${countOf(context.unlistedBranches, 'more branch', 'more branches')} that an undo left are not offered.`,
      );
  }
}

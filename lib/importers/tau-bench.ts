/** tau-bench and tau2-bench results: a conversation a trial, the agent's side of it, with the reward in its title. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownWord } from './json-values';

export const tauBench: Importer = {
  id: 'tau-bench',
  label: 'tau-bench results',
  detect,
  start: () => new TauSession(),
};

function isRow(value: unknown): value is JsonRecord {
  return isRecord(value) && Array.isArray(own(value, 'traj')) && ('reward' in value || 'task_id' in value);
}

function isSimulation(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    'task_id' in value &&
    ('termination_reason' in value || 'reward_info' in value) &&
    (Array.isArray(own(value, 'messages')) || Array.isArray(own(value, 'ticks')))
  );
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records) {
    const first = Array.isArray(value) ? value[0] : value;
    if (isRow(first))
      return { confidence: 0.97, reason: 'Rows have `traj` and `reward`, as tau-bench writes its results.' };
    if (isSimulation(first))
      return { confidence: 0.96, reason: 'It has a task and a termination reason, as a tau2 simulation has.' };
    if (isRecord(first) && Array.isArray(own(first, 'simulations')) && 'tasks' in first)
      return { confidence: 0.97, reason: 'It has `simulations` and `tasks`, as tau2-bench writes its results.' };
  }
  return { confidence: 0, reason: 'No `traj` with a reward, and no `simulations` with tasks.' };
}

const READ_OF_RESULTS = new Set(['info', 'tasks', 'simulations', 'timestamp', 'id', 'name']);
const READ_OF_ENVIRONMENT = new Set(['domain_name', 'policy', 'tool_defs']);
const READ_OF_TRIAL = new Set(
  'traj messages ticks task_id trial reward reward_info info id timestamp start_time end_time duration seed mode'
    .split(' ')
    .concat('termination_reason agent_cost user_cost review speech_environment effect_timeline'.split(' ')),
);

class TauSession implements ImportSession {
  private readonly collector = new Collector(new Set(['turn_idx', 'requestor']));

  push({ value, line }: FileRecord): void {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (isRow(entry)) this.addTrial(entry, ownArray(entry, 'traj') ?? [], line);
      else if (isSimulation(entry)) this.addSimulation(entry, undefined, line);
      else if (isRecord(entry) && Array.isArray(own(entry, 'simulations'))) this.addResults(entry, line);
      else
        this.collector.skipped.add(
          line,
          Array.isArray(entry) ? 'a list stands where a trial should' : 'no trial with messages',
        );
    }
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }

  private addResults(results: JsonRecord, line: number): void {
    const environment = ownRecord(ownRecord(results, 'info') ?? {}, 'environment_info') ?? {};
    const policy = ownWord(environment, 'policy');
    this.collector.unreadFields(results, READ_OF_RESULTS);
    this.collector.unreadFields(environment, READ_OF_ENVIRONMENT);
    if (policy === undefined)
      this.collector.note('The file tells no policy: the system prompt of its conversations is missing.');
    for (const simulation of ownArray(results, 'simulations') ?? []) {
      if (isSimulation(simulation)) this.addSimulation(simulation, policy, line, own(environment, 'tool_defs'));
      else this.collector.skipped.add(line, 'a simulation without messages');
    }
  }

  private addTrial(row: JsonRecord, messages: readonly unknown[], line: number): void {
    const builder = this.collector.builder();
    this.collector.unreadFields(row, READ_OF_TRIAL);
    for (const message of messages) {
      if (Array.isArray(message)) this.collector.skipped.add(line, 'a list stands where a message should');
      else builder.add(message, line);
    }
    this.collector.close(builder, { title: titleOf(row, own(row, 'reward')) });
  }

  private addSimulation(simulation: JsonRecord, policy: string | undefined, line: number, tools?: unknown): void {
    const ticks = ownArray(simulation, 'ticks');
    const messages = ownArray(simulation, 'messages') ?? [];
    this.collector.unreadFields(simulation, READ_OF_TRIAL);
    if (ticks && messages.length === 0) {
      this.collector.skipped.add(
        line,
        `${ticks.length} ticks of speech, which are no messages that a memory could hold`,
      );
      return;
    }
    const builder = this.collector.builder();
    if (policy !== undefined) {
      builder.add({ role: 'system', content: policy }, line);
      this.collector.repaired.add(
        line,
        'the policy beside the simulations became the system message; what stands around it in the prompt is not in the file',
      );
    }
    builder.addTools(tools, line);
    const others: JsonRecord[] = [];
    for (const message of messages) {
      if (!isRecord(message)) {
        this.collector.skipped.add(line, 'a value that is no object stands where a message should');
        continue;
      }
      for (const one of tauMessages(message)) {
        others.push(one);
        const seen = agentsView(one);
        if (seen) builder.add(seen, line);
        else {
          this.collector.leaveOut('call of the simulated user, or its result', line);
          if (!('content' in message))
            this.collector.skipped.add(line, 'a message of the simulated user has no content');
        }
      }
    }
    const reward = own(ownRecord(simulation, 'reward_info') ?? {}, 'reward');
    const title = titleOf(simulation, reward);
    this.collector.close(builder, { title });
    if (others.some(isOfUser)) this.addUsersSide(others, title, line);
  }

  /** The other model of a simulation: it plays the user, makes calls of its own, and reads the agent's words as a user's. */
  private addUsersSide(messages: readonly JsonRecord[], title: string, line: number): void {
    const builder = this.collector.silentBuilder();
    for (const message of messages) {
      const role = own(message, 'role');
      if (role === 'user') builder.add({ ...message, role: 'assistant' }, line);
      else if (role === 'tool') {
        if (isOfUser(message)) builder.add(message, line);
      } else if (role === 'assistant' && textOf(own(message, 'content')) !== '')
        builder.add({ ...message, role: 'user', tool_calls: undefined, usage: undefined, reasoning: undefined }, line);
    }
    this.collector.close(builder, { title: `Simulated user: ${title}`, part: 'side chain' });
  }
}

/** Whether a message is a call of the simulated user, or a result of one. */
function isOfUser(message: JsonRecord): boolean {
  return own(message, 'role') === 'tool'
    ? own(message, 'requestor') === 'user'
    : own(message, 'role') === 'user' && (ownArray(message, 'tool_calls')?.length ?? 0) > 0;
}

/** What of a message the agent gets to see: nothing of what the simulated user does on its own side. */
function agentsView(message: JsonRecord): JsonRecord | undefined {
  if (!isOfUser(message)) return own(message, 'role') === 'user' ? { ...message, usage: undefined } : message;
  if (own(message, 'role') === 'tool' || textOf(own(message, 'content')) === '') return undefined;
  return { ...message, tool_calls: undefined, usage: undefined };
}

/** One message, or several where results of parallel calls stand together; results carry the id of their call as `id`. */
function tauMessages(message: JsonRecord): JsonRecord[] {
  const { raw_data: raw, cost: _cost, ...rest } = message;
  const bundled = ownArray(message, 'tool_messages');
  if (bundled) return bundled.filter(isRecord).map((one) => oneMessage(one));
  return [oneMessage(isRecord(raw) ? { ...reasoningIn(raw), ...rest } : rest)];
}

/** What the provider sent beside the text. */
function reasoningIn(raw: JsonRecord): JsonRecord {
  const message = ownRecord(raw, 'message') ?? raw;
  const reasoning = ownWord(message, 'reasoning_content') ?? ownWord(message, 'reasoning');
  return reasoning === undefined ? {} : { reasoning };
}

function oneMessage(message: JsonRecord): JsonRecord {
  if (own(message, 'role') === 'tool') {
    const id = ownWord(message, 'tool_call_id') ?? ownWord(message, 'id');
    return { ...message, content: textOf(own(message, 'content')), ...(id !== undefined && { tool_call_id: id }) };
  }
  const calls = ownArray(message, 'tool_calls');
  if (!calls || calls.length === 0) return { ...message, content: textOf(own(message, 'content')) };
  const list = calls.filter(isRecord).map((call) => ({
    id: own(call, 'id'),
    type: 'function',
    function: ownRecord(call, 'function') ?? {
      name: own(call, 'name'),
      arguments: argumentsOf(own(call, 'arguments')),
    },
  }));
  return { ...message, content: own(message, 'content') ?? null, tool_calls: list };
}

function argumentsOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value ?? {});
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : jsonText(value);
}

function titleOf(row: JsonRecord, reward: unknown): string {
  const trial = own(row, 'trial');
  const task = `Task ${textOf(own(row, 'task_id'))}`;
  return [
    task,
    ...(typeof trial === 'number' ? [`trial ${trial}`] : []),
    ...(typeof reward === 'number' ? [`reward ${reward}`] : []),
  ].join(', ');
}

/** tau-bench and tau2-bench results: a conversation a trial, the agent's side of it, with the reward in its title. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
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

class TauSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (isRow(entry)) this.addTrial(entry, ownArray(entry, 'traj') ?? [], line);
      else if (isSimulation(entry)) this.addSimulation(entry, undefined, line);
      else if (isRecord(entry) && Array.isArray(own(entry, 'simulations'))) this.addResults(entry, line);
      else this.collector.skipped.add(line, 'no trial with messages');
    }
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }

  private addResults(results: JsonRecord, line: number): void {
    const environment = ownRecord(ownRecord(results, 'info') ?? {}, 'environment_info') ?? {};
    const policy = ownWord(environment, 'policy');
    for (const simulation of ownArray(results, 'simulations') ?? []) {
      if (isSimulation(simulation)) this.addSimulation(simulation, policy, line, own(environment, 'tool_defs'));
      else this.collector.skipped.add(line, 'a simulation without messages');
    }
  }

  private addTrial(row: JsonRecord, messages: readonly unknown[], line: number): void {
    const builder = this.collector.builder();
    for (const message of messages) builder.add(message, line);
    this.collector.close(builder, { title: titleOf(row, own(row, 'reward')) });
  }

  private addSimulation(simulation: JsonRecord, policy: string | undefined, line: number, tools?: unknown): void {
    const ticks = ownArray(simulation, 'ticks');
    const messages = ownArray(simulation, 'messages') ?? [];
    if (ticks && messages.length === 0) {
      this.collector.skipped.add(
        line,
        `${ticks.length} ticks of speech, which are no messages that a memory could hold`,
      );
      return;
    }
    const builder = this.collector.builder();
    if (policy !== undefined) builder.add({ role: 'system', content: policy }, line);
    builder.addTools(tools, line);
    for (const message of messages) {
      if (!isRecord(message)) {
        this.collector.skipped.add(line, 'a value that is no object stands where a message should');
        continue;
      }
      const before = builder.messages.length;
      for (const one of tauMessages(message)) builder.add(one, line);
      const usage = ownRecord(message, 'usage');
      const input = usage ? ownCount(usage, 'prompt_tokens') : undefined;
      // The simulated user's own calls are another model's.
      if (
        input === undefined ||
        own(message, 'role') !== 'assistant' ||
        builder.usage.some((one) => one.message === before)
      )
        continue;
      const output = ownCount(usage as JsonRecord, 'completion_tokens');
      builder.usage.push(output === undefined ? { message: before, input } : { message: before, input, output });
    }
    const reward = own(ownRecord(simulation, 'reward_info') ?? {}, 'reward');
    this.collector.close(builder, { title: titleOf(simulation, reward) });
  }
}

/** One message, or several where results of parallel calls stand together; results carry the id of their call as `id`. */
function tauMessages(message: JsonRecord): JsonRecord[] {
  const { usage: _usage, raw_data: _raw, cost: _cost, ...rest } = message;
  const bundled = ownArray(message, 'tool_messages');
  if (bundled) return bundled.filter(isRecord).flatMap(tauMessages);
  if (own(message, 'role') === 'tool') {
    const id = ownWord(message, 'tool_call_id') ?? ownWord(message, 'id');
    return [{ ...rest, content: textOf(own(message, 'content')), ...(id === undefined ? {} : { tool_call_id: id }) }];
  }
  const calls = ownArray(message, 'tool_calls');
  if (!calls) return [{ ...rest, content: textOf(own(message, 'content')) }];
  const list = calls.filter(isRecord).map((call) => ({
    id: own(call, 'id'),
    type: 'function',
    function: ownRecord(call, 'function') ?? {
      name: own(call, 'name'),
      arguments: argumentsOf(own(call, 'arguments')),
    },
  }));
  if (own(message, 'role') === 'user') {
    // A call of the simulated user is no call of the agent: it is what happened on the user's side.
    const words = list.map(
      ({ function: one }) => `[the user calls ${ownString(one as JsonRecord, 'name') ?? 'a tool'}]`,
    );
    return [
      {
        ...rest,
        tool_calls: undefined,
        content: [textOf(own(message, 'content')), ...words].filter((text) => text !== '').join('\n'),
      },
    ];
  }
  return [{ ...rest, content: own(message, 'content') ?? null, tool_calls: list }];
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

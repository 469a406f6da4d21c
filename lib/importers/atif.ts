/** ATIF (Harbor) trajectories: steps that hold a message, its calls and their results, with embedded sub-agents. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
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
import { shortTitle } from './titles';

const ROLES = new Map([
  ['user', 'user'],
  ['agent', 'assistant'],
  ['system', 'system'],
]);
const READ = new Set([
  'schema_version',
  'session_id',
  'trajectory_id',
  'agent',
  'steps',
  'final_metrics',
  'continued_trajectory_ref',
  'subagent_trajectories',
]);

const READ_STEP = new Set([
  'step_id',
  'timestamp',
  'source',
  'model_name',
  'reasoning_effort',
  'message',
  'reasoning_content',
  'tool_calls',
  'observation',
  'metrics',
  'extra',
  'is_copied_context',
  'llm_call_count',
]);
const STEP_TEXTS = new Set(['source', 'reasoning_content', 'timestamp']);
const READ_RESULT = new Set(['source_call_id', 'content', 'subagent_trajectory_ref', 'extra']);

export const atif: Importer = {
  id: 'atif',
  label: 'ATIF trajectory (Harbor)',
  detect,
  start: () => new AtifSession(),
};

function namesItself(value: unknown): value is JsonRecord {
  return isRecord(value) && (ownString(value, 'schema_version')?.startsWith('ATIF') ?? false);
}

function trajectoriesIn(value: unknown): JsonRecord[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is JsonRecord => namesItself(entry) || (isRecord(entry) && isSteps(ownArray(entry, 'steps'))),
  );
}

function isSteps(steps: readonly unknown[] | undefined): boolean {
  return (
    steps
      ?.slice(0, 20)
      .some((step) => isRecord(step) && ROLES.has(ownString(step, 'source') ?? '') && 'message' in step) ?? false
  );
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records.slice(0, 20)) {
    const [first] = trajectoriesIn(value);
    if (!first) continue;
    if (namesItself(first) && ownArray(first, 'steps'))
      return {
        confidence: 0.98,
        reason: `\`schema_version\` says ${(ownWord(first, 'schema_version') ?? '').slice(0, 20)}.`,
      };
    if (namesItself(first)) return { confidence: 0.4, reason: '`schema_version` says ATIF, but there are no `steps`.' };
    return {
      confidence: 0.45,
      reason: 'It has `steps` with source and message as ATIF has, but no `schema_version` that says so.',
    };
  }
  return { confidence: 0, reason: 'No `schema_version` says ATIF.' };
}

class AtifSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    const trajectories = trajectoriesIn(value);
    if (trajectories.length === 0) this.collector.skipped.add(line, 'no ATIF trajectory with `steps`');
    const waiting = trajectories.map((trajectory) => ({ trajectory, part: undefined as string | undefined })).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const listed = own(next.trajectory, 'subagent_trajectories');
      const embedded = Array.isArray(listed) ? listed.filter(isRecord) : [];
      if (listed !== undefined && (!Array.isArray(listed) || embedded.length < listed.length))
        this.collector.skipped.add(line, 'what stands under `subagent_trajectories` is no list of trajectories');
      for (const trajectory of [...embedded].reverse()) waiting.push({ trajectory, part: 'side chain' });
      this.readTrajectory(next.trajectory, line, next.part ?? (embedded.length > 0 ? 'main' : undefined));
    }
  }

  private readTrajectory(trajectory: JsonRecord, line: number, part: string | undefined): void {
    const builder = this.collector.builder();
    const boundaries: RecordedBoundary[] = [];
    const agent = ownRecord(trajectory, 'agent') ?? {};
    builder.addTools(own(agent, 'tool_definitions'), line);
    if (!ownArray(trajectory, 'steps')) this.collector.skipped.add(line, 'a trajectory without a list of `steps`');
    for (const step of ownArray(trajectory, 'steps') ?? []) {
      if (!isRecord(step)) {
        this.collector.skipped.add(line, 'a value that is no object stands in `steps`');
        continue;
      }
      const management = ownRecord(ownRecord(step, 'extra') ?? {}, 'context_management');
      if (management && own(management, 'type') === 'compaction')
        boundaries.push({ before: builder.messages.length, trigger: ownWord(management, 'boundary') ?? 'compaction' });
      this.collector.unreadFields(step, READ_STEP, STEP_TEXTS);
      this.readStep(step, line, (message) => builder.add(message, line));
    }
    const next = ownWord(trajectory, 'continued_trajectory_ref');
    if (next !== undefined)
      this.collector.note(`The run goes on in another file, ${shortTitle(next)}: open that one too to see the rest.`);
    this.collector.unreadFields(trajectory, READ);
    this.collector.close(builder, {
      name: ownWord(agent, 'name') ?? ownWord(trajectory, 'session_id'),
      part,
      boundaries: boundaries.filter(({ before }) => before < builder.messages.length),
    });
  }

  /** A step is a message; its results follow it, under their call, or as the user's words where no call asked for them. */
  private readStep(step: JsonRecord, line: number, add: (message: JsonRecord) => void): void {
    const source = ownString(step, 'source') ?? '';
    const role = ROLES.get(source);
    if (role === undefined) {
      this.collector.skipped.add(line, `a step of the source "${shortTitle(source)}"`);
      return;
    }
    const metrics = ownRecord(step, 'metrics');
    const prompt = metrics && ownCount(metrics, 'prompt_tokens');
    const time = own(step, 'timestamp');
    const reasoning = ownWord(step, 'reasoning_content');
    const calls = (ownArray(step, 'tool_calls') ?? []).filter(isRecord).map((call) => ({
      id: own(call, 'tool_call_id'),
      name: ownWord(call, 'function_name') ?? 'tool',
      arguments: own(call, 'arguments'),
    }));
    add({
      role,
      content: content(own(step, 'message')),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(reasoning !== undefined && { reasoning }),
      ...(time !== undefined && { timestamp: time }),
      ...(prompt !== undefined && {
        usage: { prompt_tokens: prompt, completion_tokens: metrics && own(metrics, 'completion_tokens') },
      }),
    });
    const observation = own(step, 'observation');
    const results = isRecord(observation) ? ownArray(observation, 'results') : undefined;
    if (observation !== undefined && observation !== null && !results)
      this.collector.skipped.add(line, 'an observation without a list of `results`');
    for (const result of results ?? []) {
      if (!isRecord(result)) {
        this.collector.skipped.add(line, 'a result that is no object');
        continue;
      }
      this.collector.unreadFields(result, READ_RESULT);
      for (const reference of ownArray(result, 'subagent_trajectory_ref') ?? [])
        if (isRecord(reference)) this.noteReference(reference);
      const output = own(result, 'content');
      const callId = ownWord(result, 'source_call_id');
      if (output === undefined || (output === null && callId === undefined)) continue;
      const beside = time === undefined ? {} : { timestamp: time };
      if (callId !== undefined) add({ role: 'tool', content: content(output), tool_call_id: callId, ...beside });
      else add({ role: calls.length > 0 ? 'tool' : 'user', content: content(output), ...beside });
    }
  }

  private noteReference(reference: JsonRecord): void {
    const path = ownWord(reference, 'trajectory_path');
    if (path !== undefined) this.collector.note(`A sub-agent's trajectory is in another file: ${shortTitle(path)}.`);
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }
}

/** Text, or parts of which images name a path: their bytes are in another file. */
function content(value: unknown): unknown {
  if (typeof value === 'string' || value === null || value === undefined) return value ?? null;
  if (!Array.isArray(value)) return jsonText(value);
  return value.map((part) => {
    const source = isRecord(part) && own(part, 'type') === 'image' ? ownRecord(part, 'source') : undefined;
    if (!source || !('path' in source)) return part;
    return { type: 'image', title: own(source, 'path'), source: { media_type: own(source, 'media_type') } };
  });
}

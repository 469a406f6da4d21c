/** Events of Google's agent kit as a conversation, and as the model sees it where stretches of them were compacted. */

import { closeSteps, compactionsIn, either, messageStep, nameIn, type Step, timeField } from './agent-steps';
import type { Collector } from './collector';
import { contentRecords, geminiUsage } from './gemini-parts';
import { countOf, isRecord, type JsonRecord, own, ownCount, ownRecord } from './json-values';

type Range = readonly [from: number, to: number];

interface Stretch {
  steps: Step[];
  time: number | undefined;
  /** From and to which time a compaction stands for the events. */
  stands: Range | undefined;
}

export class AgentEvents {
  private readonly stretches: Stretch[] = [];

  constructor(private readonly collector: Collector) {}

  add(event: unknown, line: number): void {
    if (!isRecord(event)) {
      this.collector.skipped.add(line, 'an event that is no object');
      return;
    }
    const compaction = ownRecord(ownRecord(event, 'actions') ?? {}, 'compaction');
    const summary = compaction && either(compaction, 'compactedContent', 'compacted_content');
    const content = ownRecord(event, 'content');
    if (compaction && isRecord(summary)) this.compacted(event, compaction, summary, line);
    else if (!content) this.collector.leaveOut('event without content', line);
    else if (own(event, 'partial') === true) this.collector.leaveOut('partial event, which a whole one repeats', line);
    else this.said(event, content, line);
  }

  private said(event: JsonRecord, content: JsonRecord, line: number): void {
    const author = nameIn(event, 'author');
    const usage = geminiUsage(either(event, 'usageMetadata', 'usage_metadata'));
    const records = contentRecords(content, { ...timeField(own(event, 'timestamp')), ...usage });
    if (records.length === 0) this.collector.skipped.add(line, 'an event whose content has no parts');
    for (const raw of records) if (raw.role === 'assistant' && author !== 'user') raw.name = author;
    const steps = records.map((raw) => messageStep(raw, line));
    this.stretches.push({ steps, time: ownCount(event, 'timestamp'), stands: undefined });
  }

  private compacted(event: JsonRecord, compaction: JsonRecord, summary: JsonRecord, line: number): void {
    const from = ownCount(compaction, 'startTimestamp') ?? ownCount(compaction, 'start_timestamp');
    const to = ownCount(compaction, 'endTimestamp') ?? ownCount(compaction, 'end_timestamp');
    const steps: Step[] = [{ kind: 'compaction', line }];
    for (const raw of contentRecords(summary, timeField(own(event, 'timestamp'))))
      steps.push(messageStep({ ...raw, role: 'user' }, line));
    const stands: Range | undefined = from !== undefined && to !== undefined ? [from, to] : undefined;
    this.stretches.push({ steps, time: undefined, stands });
  }

  close(name?: string): void {
    const all = this.stretches.flatMap(({ steps }) => steps);
    if (!closeSteps(this.collector, all, { name })) return;
    const ranges = this.stretches.flatMap(({ stands }) => (stands ? [stands] : []));
    const first = ranges[0];
    if (!first || !closeSteps(this.collector, this.seen(first, ranges), { name, part: 'after compaction' })) return;
    this.collector.note(
      `The file records ${countOf(compactionsIn(all), 'compaction')}: choose between the full history and what the model saw after the last one.`,
    );
  }

  /** Events within a compacted stretch of time give way to its summary; what came before the first stays before it. */
  private seen(first: Range, ranges: readonly Range[]): Step[] {
    const merged = mergedRanges(ranges);
    const before: Step[] = [];
    const after: Step[] = [];
    for (const { steps, time, stands } of this.stretches) {
      if (stands || (time !== undefined && isWithin(merged, time))) continue;
      for (const step of steps) (time !== undefined && time < first[0] ? before : after).push(step);
    }
    const summaries = this.stretches.filter(({ stands }) => stands).flatMap(({ steps }) => steps);
    return [...before, ...summaries, ...after];
  }
}

/** The ranges in order, those that touch as one. */
function mergedRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])];
    else merged.push(range);
  }
  return merged;
}

function isWithin(merged: readonly Range[], time: number): boolean {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((merged[middle] as Range)[0] <= time) low = middle + 1;
    else high = middle;
  }
  return time <= (merged[low - 1]?.[1] ?? -1);
}

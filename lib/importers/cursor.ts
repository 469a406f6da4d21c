/** Cursor agent transcripts: a role and a message a line, calls without ids, and results only where Cursor wrote them. */

import { blockRecords } from './agent-blocks';
import { closeSteps, messageStep, type Step, sampledLines, sessionLines, timeField } from './agent-steps';
import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { formatNumber, isRecord, type JsonRecord, own, ownRecord, ownString, ownWord } from './json-values';

const ROLES = new Set(['user', 'assistant', 'system', 'tool']);
/** What the user typed stands in this mark-up, beside what Cursor adds. */
const QUERY = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/;
const LOOKED_AT = 20_000;

export const cursor: Importer = {
  id: 'cursor',
  label: 'Cursor agent transcript',
  detect,
  start: () => new CursorSession(),
};

function detect(sample: Sample): Verdict {
  const lines = sampledLines(sample.records);
  const found = lines.filter(isCursorLine);
  if (found.length === 0) {
    const inside = lines.some(
      (line) => isRecord(own(line, 'message')) && 'content' in (own(line, 'message') as JsonRecord),
    );
    return inside
      ? { confidence: 0.1, reason: 'Lines hold a message, but not `role` beside it.' }
      : { confidence: 0, reason: 'No line holds `role` and, beside it, `message.content`.' };
  }
  const most = found.length * 2 > lines.length;
  return {
    confidence: most ? 0.92 : 0.4,
    reason: `Lines hold \`role\` and \`message.content\`, and no ids (${formatNumber(found.length)} of the first ${formatNumber(lines.length)}).`,
  };
}

function isCursorLine(line: JsonRecord): boolean {
  const message = ownRecord(line, 'message');
  return (
    ROLES.has(ownString(line, 'role') ?? '') &&
    message !== undefined &&
    'content' in message &&
    !('uuid' in line) &&
    !('parentUuid' in line)
  );
}

class CursorSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly steps: Step[] = [];
  private title: string | undefined;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) {
      if (isRecord(entry) && isCursorLine(entry)) this.add(entry, line);
      else if (isRecord(entry) && typeof own(entry, 'type') === 'string')
        this.collector.leaveOut(String(entry.type), line);
      else
        this.collector.skipped.add(
          line,
          isRecord(entry) ? 'an object without `role` and `message.content`' : 'a value that is no object',
        );
    }
  }

  private add(entry: JsonRecord, line: number): void {
    const role = ownString(entry, 'role') ?? 'user';
    const content = own(ownRecord(entry, 'message') ?? {}, 'content');
    for (const raw of blockRecords(role, content, timeField(own(entry, 'timestamp'))))
      this.steps.push(messageStep(raw, line));
    if (role === 'user') this.title ??= queryIn(content);
  }

  finish(): ParsedFile {
    if (closeSteps(this.collector, this.steps, { title: this.title }))
      this.collector.note(
        'Cursor writes no ids, and most results, the system prompt and the usage are not in its transcripts.',
      );
    return this.collector.finish();
  }
}

function queryIn(content: unknown): string | undefined {
  for (const part of Array.isArray(content) ? content : [content]) {
    const text = isRecord(part) ? ownWord(part, 'text') : part;
    const words = typeof text === 'string' ? QUERY.exec(text.slice(0, LOOKED_AT))?.[1] : undefined;
    if (words) return words;
  }
  return undefined;
}

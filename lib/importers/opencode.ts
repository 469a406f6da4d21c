/** OpenCode: exported sessions, lists of messages, and event streams, whose last states make the same messages. */

import { closeSteps, messageStep, type Step, sampledLines } from './agent-steps';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { unreadFrame, unreadInfo, unreadPart } from './opencode-fields';
import { CLEARED_RESULT, messageSteps } from './opencode-messages';
import { OpencodeStore, type StoredMessage, type StoredSession } from './opencode-store';

export const opencode: Importer = {
  id: 'opencode',
  label: 'OpenCode session',
  detect,
  start: () => new OpencodeSession(),
};

/** The event of a line: as captured with a frame around it, or as the server sends it. */
function eventOf(value: JsonRecord): JsonRecord | undefined {
  const event = ownRecord(value, 'event') ?? ownRecord(value, 'payload') ?? value;
  return typeof own(event, 'type') === 'string' && ownRecord(event, 'properties') ? event : undefined;
}

function isWholeMessage(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !ownArray(value, 'parts')) return false;
  const info = ownRecord(value, 'info');
  return info !== undefined && typeof own(info, 'role') === 'string';
}

function isExport(value: JsonRecord): boolean {
  return ownRecord(value, 'info') !== undefined && isWholeMessage(ownArray(value, 'messages')?.[0]);
}

function detect(sample: Sample): Verdict {
  for (const value of sampledLines(sample.records)) {
    if (isExport(value))
      return {
        confidence: 0.97,
        reason: 'It has `info`, and messages with `info` and `parts`, as OpenCode exports them.',
      };
    if (isWholeMessage(value)) return { confidence: 0.95, reason: 'Messages have `info` with a role, and `parts`.' };
    const type = ownString(eventOf(value) ?? {}, 'type');
    if (type !== undefined && /^(?:message|session)\./.test(type))
      return { confidence: 0.96, reason: `Lines are events with \`properties\`, such as \`${type.slice(0, 40)}\`.` };
  }
  return { confidence: 0, reason: 'No messages with `info` and `parts`, and no events with `properties`.' };
}

class OpencodeSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly store = new OpencodeStore(this.collector.repaired);
  private listed: StoredSession | undefined;

  push({ value, line }: FileRecord): void {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (!isRecord(entry)) this.collector.skipped.add(line, 'a value that is no object');
      else if (ownArray(entry, 'messages') && ownRecord(entry, 'info')) this.pushExport(entry, line);
      else if (isWholeMessage(entry)) {
        const id = ownWord(ownRecord(entry, 'info') ?? {}, 'sessionID');
        if (id === undefined) this.listed ??= this.store.session('list');
        this.store.wholeMessage(entry, id === undefined ? this.listed : undefined, line);
      } else this.pushEvent(entry, line);
    }
  }

  private pushExport(entry: JsonRecord, line: number): void {
    unreadFrame(this.collector, entry);
    unreadInfo(this.collector, ownRecord(entry, 'info') ?? {});
    const session = this.store.sessionInfo(ownRecord(entry, 'info') ?? {});
    for (const message of ownArray(entry, 'messages') ?? []) {
      if (isRecord(message)) {
        unreadFrame(this.collector, message);
        this.store.wholeMessage(message, session, line);
      } else this.collector.skipped.add(line, 'a value that is no object stands where a message should');
    }
  }

  private pushEvent(entry: JsonRecord, line: number): void {
    const event = eventOf(entry);
    const type = event && ownString(event, 'type');
    const properties = event && ownRecord(event, 'properties');
    if (!type || !properties) {
      this.collector.skipped.add(line, 'no session, message or event of OpenCode');
      return;
    }
    const info = ownRecord(properties, 'info');
    const part = ownRecord(properties, 'part');
    if (type === 'message.updated' && info) this.store.messageInfo(info, line);
    else if (type === 'message.part.updated' && part) this.store.part(part, line);
    else if (type === 'message.part.delta') {
      if (!this.store.delta(properties))
        this.collector.skipped.add(line, 'words to be added to a part that is not in the file');
    } else if (type === 'message.removed' || type === 'message.part.removed') this.store.remove(properties);
    else if ((type === 'session.created' || type === 'session.updated') && info) this.store.sessionInfo(info);
    else this.collector.leaveOut(type, line);
  }

  finish(): ParsedFile {
    const several = this.store.sessions.size > 1;
    for (const session of this.store.sessions.values()) this.offer(session, several);
    if (this.store.removed > 0)
      this.collector.note(
        `${countOf(this.store.removed, 'message or part was', 'messages and parts were')} taken back during the session and left out.`,
      );
    if (this.collector.conversations.length > 0)
      this.collector.note('The tool schemas are not in OpenCode sessions, and seldom the system prompt.');
    return this.collector.finish();
  }

  private offer(session: StoredSession, several: boolean): void {
    const steps: Step[] = [];
    const cleared = new Set<Step>();
    const leading = systemStep(session);
    if (leading) steps.push(leading);
    const folds: number[] = [];
    let asked = false;
    for (const message of session.messages.values()) {
      unreadInfo(this.collector, message.info ?? {});
      for (const { fields } of message.parts.values()) unreadPart(this.collector, fields);
      const asks = compactionPart(message);
      const sums = own(message.info ?? {}, 'summary') === true;
      if (asks || (sums && !asked)) {
        folds.push(steps.length);
        const auto = asks && own(asks, 'auto');
        steps.push({
          kind: 'compaction',
          line: message.line,
          ...(typeof auto === 'boolean' && { trigger: auto ? 'auto' : 'manual' }),
        });
      }
      asked = asks !== undefined;
      messageSteps(message, steps, cleared, this.collector);
    }
    const viewed = folds.length + cleared.size > 0;
    const part = session.parent !== undefined && several ? 'side chain' : viewed || several ? 'main' : undefined;
    if (!closeSteps(this.collector, steps, { title: session.title, part }) || !viewed) return;
    // Without a compaction the model saw everything, but for the results that were cleared.
    const starts = folds.length > 0 ? folds : [0];
    const views = starts.map((start, index) => {
      const view = steps.slice(start, starts[index + 1]).filter(({ kind }) => kind === 'message');
      if (leading && start > 0) view.unshift(leading);
      const isLast = index === starts.length - 1;
      return isLast ? view.map((step) => (cleared.has(step) ? withoutResult(step) : step)) : view;
    });
    offerViews(this.collector, views, folds.length, { title: session.title });
    if (cleared.size > 0)
      this.collector.note(
        `${countOf(cleared.size, 'tool result was', 'tool results were')} cleared for the model later on.`,
      );
  }
}

function withoutResult(step: Step): Step {
  return step.kind === 'message' ? messageStep({ ...step.raw, content: CLEARED_RESULT }, step.line) : step;
}

/** The system prompt, where some version wrote it beside an answer. */
function systemStep(session: StoredSession): Step | undefined {
  for (const { info, line } of session.messages.values()) {
    const system = own(info ?? {}, 'system');
    const text = Array.isArray(system) ? system.filter((entry) => typeof entry === 'string').join('\n') : system;
    if (typeof text === 'string' && text !== '') return messageStep({ role: 'system', content: text }, line);
  }
  return undefined;
}

function compactionPart(message: StoredMessage): JsonRecord | undefined {
  if (ownString(message.info ?? {}, 'role') !== 'user') return undefined;
  for (const { fields } of message.parts.values()) if (own(fields, 'type') === 'compaction') return fields;
  return undefined;
}

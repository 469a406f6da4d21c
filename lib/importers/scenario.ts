/** Our own scenario files: the transcript inside, as a conversation; lanes and settings are read elsewhere. */

import { ConversationBuilder } from './conversation-builder';
import type { Conversation, FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownWord } from './json-values';
import { RepairList, SkipList } from './skip-list';
import { conversationTitle, shortTitle } from './titles';

export const scenario: Importer = {
  id: 'scenario',
  label: 'Palimpsest scenario',
  detect,
  start: () => new ScenarioSession(),
};

function detect(sample: Sample): Verdict {
  let scenarios = 0;
  let bare = 0;
  for (const { value } of sample.records) {
    if (!isRecord(value) || typeof own(value, 'palimpsest') !== 'number') continue;
    if (transcriptOf(value)) scenarios++;
    else bare++;
  }
  if (scenarios > 0) return { confidence: 1, reason: 'It has `palimpsest` and a transcript.' };
  if (bare > 0)
    return {
      confidence: 0.4,
      reason: 'It has `palimpsest`, but no `transcript.messages`: the scenario was saved without its transcript.',
    };
  return { confidence: 0, reason: 'It has no `palimpsest` version.' };
}

function transcriptOf(value: JsonRecord): JsonRecord | undefined {
  const transcript = ownRecord(value, 'transcript');
  return transcript && ownArray(transcript, 'messages') ? transcript : undefined;
}

const SCENARIO_FIELDS = new Set('palimpsest title counter transcript lanes probes prices'.split(' '));
const TRANSCRIPT_FIELDS = new Set(['messages', 'tools']);

class ScenarioSession implements ImportSession {
  private readonly skipped = new SkipList();
  private readonly repaired = new RepairList();
  private readonly unread = new Set<string>();
  private readonly conversations: Conversation[] = [];

  push({ value, line }: FileRecord): void {
    const transcript = isRecord(value) ? transcriptOf(value) : undefined;
    if (!transcript || !isRecord(value)) {
      this.skipped.add(line, 'no scenario with a transcript');
      return;
    }
    const builder = new ConversationBuilder(this.skipped, this.repaired, (raw, read) => this.noteUnread(raw, read));
    this.noteUnread(transcript, TRANSCRIPT_FIELDS);
    this.noteUnread(value, SCENARIO_FIELDS);
    builder.addTools(own(transcript, 'tools'), line);
    const messages = ownArray(transcript, 'messages') ?? [];
    for (const message of messages) builder.add(message, line);
    // A scenario that is still to be written has an empty list, which is a transcript all the same.
    if (builder.messages.length === 0 && messages.length > 0) return;
    const number = this.conversations.length + 1;
    const title = ownWord(value, 'title');
    const conversation: Conversation = {
      id: `conversation-${number}`,
      title: title === undefined ? conversationTitle(builder.messages, `Scenario ${number}`) : shortTitle(title),
      messages: builder.messages,
      boundaries: [],
      usage: builder.usage,
    };
    if (builder.tools) conversation.tools = builder.tools;
    const { transcript: _transcript, ...settings } = value;
    conversation.settings = settings;
    this.conversations.push(conversation);
  }

  private noteUnread(owner: JsonRecord, read: ReadonlySet<string>): void {
    for (const key of Object.keys(owner)) if (!read.has(key)) this.unread.add(shortTitle(key));
  }

  finish(): ParsedFile {
    const names = [...this.unread].slice(0, 8).join(', ');
    const notes = names === '' ? [] : [`Fields that a scenario does not have were not read: ${names}.`];
    return { conversations: this.conversations, skipped: this.skipped.list, repaired: this.repaired.list, notes };
  }
}

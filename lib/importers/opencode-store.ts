/** What an OpenCode session holds: messages and their parts by id, each in its first place and its last state. */

import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import type { RepairList } from './skip-list';

interface StoredPart {
  fields: { [key: string]: unknown };
  line: number;
}

export interface StoredMessage {
  /** Undefined while only parts of it have come. */
  info: JsonRecord | undefined;
  readonly parts: Map<string, StoredPart>;
  readonly line: number;
}

export interface StoredSession {
  readonly id: string;
  title: string | undefined;
  parent: string | undefined;
  readonly messages: Map<string, StoredMessage>;
}

export class OpencodeStore {
  readonly sessions = new Map<string, StoredSession>();
  /** Messages and parts that were taken back. */
  removed = 0;
  private made = 0;
  /** The session of each message: parts and updates do not always name it. */
  private readonly homes = new Map<string, StoredSession>();

  constructor(private readonly repaired: RepairList) {}

  session(id: string): StoredSession {
    let session = this.sessions.get(id);
    if (!session) {
      session = { id, title: undefined, parent: undefined, messages: new Map() };
      this.sessions.set(id, session);
    }
    return session;
  }

  sessionInfo(info: JsonRecord): StoredSession {
    const session = this.session(ownWord(info, 'id') ?? this.makeId());
    session.title = ownWord(info, 'title') ?? session.title;
    session.parent = ownWord(info, 'parentID') ?? session.parent;
    return session;
  }

  /** A message with all its parts, as exports have it. */
  wholeMessage(entry: JsonRecord, session: StoredSession | undefined, line: number): void {
    const info = ownRecord(entry, 'info') ?? entry;
    const home = session ?? this.session(ownWord(info, 'sessionID') ?? 'session');
    let id = ownWord(info, 'id') ?? this.makeId();
    if (home.messages.has(id)) {
      this.repaired.add(line, 'a message with the id of an earlier one is kept beside it');
      id = this.makeId();
    }
    const message = this.message(id, undefined, line, home);
    message.info = info;
    for (const part of ownArray(entry, 'parts') ?? []) {
      if (!isRecord(part)) {
        this.repaired.add(line, 'a part that is no object was left out');
        continue;
      }
      const name = ownWord(part, 'id');
      message.parts.set(name === undefined || message.parts.has(name) ? this.makeId() : name, {
        fields: { ...part },
        line,
      });
    }
  }

  messageInfo(info: JsonRecord, line: number, session?: StoredSession): string {
    const id = ownWord(info, 'id') ?? this.makeId();
    this.message(id, ownWord(info, 'sessionID'), line, session).info = info;
    return id;
  }

  part(part: JsonRecord, line: number, owner?: string): void {
    const message = this.message(
      owner ?? ownWord(part, 'messageID') ?? this.makeId(),
      ownWord(part, 'sessionID'),
      line,
    );
    const id = ownWord(part, 'id') ?? this.makeId();
    const known = message.parts.get(id);
    const fields = { ...part };
    if (known) {
      keepInput(fields, known.fields);
      if (losesWords(known.fields, fields))
        this.repaired.add(line, 'a later state of a part took the place of words that it does not repeat');
    }
    message.parts.set(id, { fields, line: known?.line ?? line });
  }

  /** Adds to a text of a part under way; false where there is no such part. */
  delta(event: JsonRecord): boolean {
    const message = this.homes.get(ownWord(event, 'messageID') ?? '')?.messages.get(ownWord(event, 'messageID') ?? '');
    const part = message?.parts.get(ownWord(event, 'partID') ?? '');
    const field = ownWord(event, 'field');
    const delta = ownString(event, 'delta');
    if (!part || delta === undefined || (field !== 'text' && field !== undefined)) return false;
    part.fields.text = `${ownString(part.fields, 'text') ?? ''}${delta}`;
    return true;
  }

  remove(event: JsonRecord): void {
    const id = ownWord(event, 'messageID') ?? '';
    const messages = this.homes.get(id)?.messages;
    const part = ownWord(event, 'partID');
    const gone = part === undefined ? messages?.delete(id) : messages?.get(id)?.parts.delete(part);
    if (gone) this.removed++;
  }

  private message(id: string, sessionId: string | undefined, line: number, session?: StoredSession): StoredMessage {
    const home = session ?? this.homes.get(id) ?? this.session(sessionId ?? 'session');
    this.homes.set(id, home);
    let message = home.messages.get(id);
    if (!message) {
      message = { info: undefined, parts: new Map(), line };
      home.messages.set(id, message);
    }
    return message;
  }

  private makeId(): string {
    this.made++;
    return `made ${this.made}`;
  }
}

/** Whether what a part said is not in its next state: that says more where a part is only updated. */
function losesWords(before: JsonRecord, after: JsonRecord): boolean {
  const said = wordsOf(before)?.trimEnd();
  return said !== undefined && !(wordsOf(after) ?? '').startsWith(said);
}

function wordsOf(part: JsonRecord): string | undefined {
  const state = ownRecord(part, 'state') ?? {};
  return ownWord(part, 'text') ?? ownWord(state, 'output') ?? ownWord(state, 'error');
}

/** The last state of a call does not always repeat what it was called with. */
function keepInput(fields: { [key: string]: unknown }, before: JsonRecord): void {
  const state = ownRecord(fields, 'state');
  const input = ownRecord(ownRecord(before, 'state') ?? {}, 'input');
  if (!state || !input || Object.keys(input).length === 0) return;
  const now = own(state, 'input');
  if (now === undefined || (isRecord(now) && Object.keys(now).length === 0)) fields.state = { ...state, input };
}

/** Which fields of OpenCode's objects are known, so that what stands in others is named in the report. */

import type { Collector } from './collector';
import { isRecord, type JsonRecord, own, ownRecord } from './json-values';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const FRAME = words('info messages parts');
const INFO = words(
  'id sessionID role parentID title slug projectID workspaceID directory path version summary time tokens cost agent model ' +
    'modelID providerID mode variant finish error system share permission revert tools format structured',
);
const PART = words(
  'id sessionID messageID type text synthetic ignored mime filename url source callID tool state metadata time snapshot ' +
    'reason cost tokens hash files prompt description agent command model auto overflow name attempt error',
);
const STATE = words('status input output error title metadata time raw attachments');
/** Fields that are a number or a word, or objects of such. */
const PLAIN = [
  'id',
  'sessionID',
  'messageID',
  'role',
  'title',
  'time',
  'type',
  'text',
  'callID',
  'tool',
  'status',
  'auto',
];
const NONE: ReadonlySet<string> = new Set();

function unread(collector: Collector, owner: JsonRecord, known: ReadonlySet<string>): void {
  collector.unreadFields(owner, known);
  for (const key of PLAIN) {
    const value = own(owner, key);
    if (typeof value !== 'object' || value === null) continue;
    const inner = key === 'time' && isRecord(value) ? value : { [key]: value };
    for (const [name, member] of Object.entries(inner))
      if (typeof member === 'object') collector.unreadFields({ [name]: member }, NONE);
  }
}

/** Names what is not read in a session's or message's own facts. */
export function unreadInfo(collector: Collector, info: JsonRecord): void {
  unread(collector, info, INFO);
}

/** Names what is not read around them. */
export function unreadFrame(collector: Collector, frame: JsonRecord): void {
  collector.unreadFields(frame, FRAME);
}

export function unreadPart(collector: Collector, part: JsonRecord): void {
  unread(collector, part, PART);
  const state = ownRecord(part, 'state');
  if (state) unread(collector, state, STATE);
}

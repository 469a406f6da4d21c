/** Which fields of OpenCode's objects are known, so that what stands in others is named in the report. */

import type { Collector } from './collector';
import { type JsonRecord, ownRecord } from './json-values';
import { knownFields, unreadBeside } from './known-fields';

const FRAME = knownFields('info messages parts');
const INFO = knownFields(
  'id sessionID role parentID title slug projectID workspaceID directory path version summary time tokens cost agent model ' +
    'modelID providerID mode variant finish error system share permission revert tools format structured',
);
const PART = knownFields(
  'id sessionID messageID type text synthetic ignored mime filename url source callID tool state metadata time snapshot ' +
    'reason cost tokens hash files prompt description agent command model auto overflow name attempt error',
);
const STATE = knownFields('status input output error title metadata time raw attachments');
/** Names what is not read in a session's or message's own facts. */
export function unreadInfo(collector: Collector, info: JsonRecord): void {
  unreadBeside(collector, info, INFO);
}

/** Names what is not read around them. */
export function unreadFrame(collector: Collector, frame: JsonRecord): void {
  collector.unreadFields(frame, FRAME);
}

export function unreadPart(collector: Collector, part: JsonRecord): void {
  unreadBeside(collector, part, PART);
  const state = ownRecord(part, 'state');
  if (state) unreadBeside(collector, state, STATE);
}

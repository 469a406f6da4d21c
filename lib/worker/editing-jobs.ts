/** The worker's side of editing: operations on the open conversation, its problems, and searches in it. */

import { destinations } from '../editing/patch';
import { transcriptProblems } from '../editing/problems';
import type { TranscriptIndex } from '../engine/accounting';
import { ROLES, type Role } from '../engine/transcript';
import { documentInfo } from './document-info';
import type { Requests, Search } from './protocol';
import type { Session } from './session';

export function edit(session: Session, { id, operation }: Requests['edit']['input']): Requests['edit']['output'] {
  const before = session.conversation.messages.length;
  const { patch, origin } = session.edited.edit(id, operation);
  session.changed(origin);
  return { patch, to: destinations(patch, origin, before), info: documentInfo(session) };
}

export function setEdits(session: Session, { patches }: Requests['setEdits']['input']): Requests['setEdits']['output'] {
  try {
    const { origin } = session.edited.setPatches(patches);
    session.changed(origin);
    return { info: documentInfo(session) };
  } catch (error) {
    // What fits is applied; the index must be of those messages.
    session.changed(new Int32Array(session.conversation.messages.length).fill(-1));
    throw error;
  }
}

export function problems(session: Session, { draft }: Requests['problems']['input']): Requests['problems']['output'] {
  const { messages } = session.conversation;
  if (!draft) return transcriptProblems(messages);
  const { at, message, isNew } = draft;
  return transcriptProblems([...messages.slice(0, at), message, ...messages.slice(isNew ? at : at + 1)]);
}

/** Messages that a search matches, in transcript order. */
export function search(session: Session, wanted: Search): Int32Array {
  const { index } = session;
  const { messages } = index.transcript;
  const needle = wanted.text.toLowerCase();
  const roles = new Set(wanted.roles.map((role: Role) => ROLES.indexOf(role)));
  const cost = wanted.minTokens > 0 ? session.countsOf(wanted.counter)?.message : undefined;
  const found: number[] = [];
  for (let at = 0; at < messages.length; at++) {
    if (roles.size > 0 && !roles.has(index.roles[at] as number)) continue;
    if (cost && (cost[at] as number) <= wanted.minTokens) continue;
    if (wanted.tool !== '' && !toolsOf(index, at).includes(wanted.tool)) continue;
    if (needle !== '' && !holds(index, at, needle)) continue;
    found.push(at);
  }
  return Int32Array.from(found);
}

/** Names of the tools that a message calls or answers. */
function toolsOf(index: TranscriptIndex, at: number): string[] {
  const message = index.transcript.messages[at];
  if (!message) return [];
  if (message.role !== 'tool') return (message.tool_calls ?? []).map((call) => call.function.name);
  const head = index.transcript.messages[index.links.group[at] as number];
  const call = head?.tool_calls?.find((one) => one.id === message.tool_call_id);
  return [call?.function.name ?? message.name ?? ''];
}

function holds(index: TranscriptIndex, at: number, needle: string): boolean {
  const message = index.transcript.messages[at];
  if (!message) return false;
  if (message.content?.toLowerCase().includes(needle)) return true;
  if (message.name?.toLowerCase().includes(needle)) return true;
  return (message.tool_calls ?? []).some(
    (call) =>
      call.function.name.toLowerCase().includes(needle) || call.function.arguments.toLowerCase().includes(needle),
  );
}

/** Every tool that the transcript calls, most used first. */
export function toolNames(session: Session): string[] {
  const uses = new Map<string, number>();
  for (const message of session.conversation.messages) {
    for (const call of message.tool_calls ?? []) uses.set(call.function.name, (uses.get(call.function.name) ?? 0) + 1);
  }
  return [...uses].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0])).map(([name]) => name);
}

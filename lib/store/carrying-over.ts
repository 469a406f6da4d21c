/** Settings that go on with another transcript: what of them names messages by number stays with the one it was set on. */

import { counted } from '../engine/figures';
import { probesAfterEdit } from '../probes/after-edit';
import type { EngineClient } from '../worker/client';
import type { DocumentInfo } from '../worker/protocol';
import type { LinkRequests } from '../worker/protocol-links';
import { laneProblems } from './lane';
import { laneAfterEdit, numberedIn } from './lane-after-edit';
import { type LaneEntry, laneOf } from './lanes';
import type { OpenDocument, Problem, State, Step } from './state';

const NO_MESSAGES = new Int32Array();

/** The transcript that is left, by what tells whether the next one is the same. */
interface Left {
  fingerprints: LinkRequests['fingerprints']['output'];
  /** Per message its index as it was imported, or -1. */
  places: Int32Array;
  roles: Uint8Array;
}

/** Where the messages of the transcript that was left stand in the one that is open: `same` for all where they stood. */
type Found = 'same' | { to: Int32Array; before: Uint8Array; after: Uint8Array } | null;

export interface Carrying {
  /** Once the next transcript is chosen, with its changes: what the settings of `now` become there. */
  arrive(info: DocumentInfo): Promise<(now: State, kept: Kept | null) => Partial<State>>;
}

/** Where a conversation of the same scenario is opened: which one, and what was done in it before. */
interface Kept {
  conversation: string;
  history: { past: readonly Step[]; future: readonly Step[] };
}

/** Asked before another conversation is chosen. `messages`: how many the next one has. */
export async function leaveTranscript(
  client: EngineClient,
  document: OpenDocument | null,
  edits: number,
  messages: number | undefined,
): Promise<Carrying> {
  const left = await leftOf(client, document, edits, messages);
  return {
    async arrive(info) {
      const found = left && (await findIn(client, left, info));
      return (now, kept) => carriedOver(now, found, kept);
    },
  };
}

async function leftOf(
  client: EngineClient,
  document: OpenDocument | null,
  edits: number,
  messages: number | undefined,
): Promise<Left | null> {
  // Of another length it is another one; only changes could make up for that.
  if (document && edits === 0 && messages !== undefined && messages !== document.info.messageCount) return null;
  try {
    const fingerprints = await client.request('fingerprints', {});
    const { to: places } = await client.request('importedPlaces', {});
    return { fingerprints, places, roles: document?.info.roles ?? new Uint8Array() };
  } catch {
    // An engine that has just begun has nothing open: what was open there cannot be told.
    return null;
  }
}

async function findIn(client: EngineClient, left: Left, { roles }: DocumentInfo): Promise<Found> {
  const { standing } = await client.request('fingerprints', {});
  if (standing.fingerprint === left.fingerprints.standing.fingerprint) return 'same';
  if (standing.fingerprint !== left.fingerprints.imported.fingerprint) return null;
  return { to: left.places, before: left.roles, after: roles };
}

function carriedOver(now: State, found: Found, kept: Kept | null): Partial<State> {
  if (found === 'same') return { probes: now.probes };
  const to = found?.to ?? NO_MESSAGES;
  let lanes = now.lanes.map((entry) => ({ ...entry, lane: laneAfterEdit(entry.lane, to) }));
  let probes = found ? probesAfterEdit(now.probes, found) : [];
  // A conversation of the same scenario has its probes, but for those about single messages, and its own numbers again.
  if (kept && !found) {
    probes = now.probes.filter(({ message }) => message === undefined);
    const { past, future } = kept.history;
    const then = past.at(-1)?.after ?? future[0]?.before;
    // The same one that has other messages now was read in another format: its numbers mean nothing any more.
    if (then && now.document?.conversation !== kept.conversation) {
      lanes = lanes.map((entry) => withNumbersOf(entry, then.lanes));
      const taken = new Set(probes.map(({ id }) => id));
      probes.push(...then.probes.filter(({ id, message }) => message !== undefined && !taken.has(id)));
    }
  }
  const problem = found ? null : leftBehind(now, kept);
  const active = now.active;
  return { lanes, probes, problems: laneProblems(laneOf({ lanes, active })), ...(problem ? { problem } : {}) };
}

/** The lane with what named messages by number in the lane of the same id and system. */
function withNumbersOf(entry: LaneEntry, others: readonly LaneEntry[]): LaneEntry {
  const other = others.find(({ id, lane }) => id === entry.id && lane.system === entry.lane.system);
  if (!other) return entry;
  const config = { ...entry.lane.config };
  for (const { parameter, value } of numberedIn(other.lane)) {
    config[parameter] = [...(Array.isArray(config[parameter]) ? (config[parameter] as unknown[]) : []), value];
  }
  return { ...entry, lane: { ...entry.lane, config } };
}

/** What is said of settings that did not come along; null where all did. */
function leftBehind({ lanes, probes }: State, kept: Kept | null): Problem | null {
  const pins = new Set<string>();
  const priorities = new Set<number>();
  for (const { lane } of lanes) {
    for (const { parameter, message } of numberedIn(lane)) {
      if (parameter === 'priorityRules') priorities.add(message);
      else pins.add(`${parameter} ${message}`);
    }
  }
  const asked = kept ? probes.filter(({ message }) => message !== undefined) : probes;
  const parts = [
    ...(pins.size > 0 ? [pins.size === 1 ? '1 pin of a single message' : `${pins.size} pins of single messages`] : []),
    ...(priorities.size > 0 ? [`${priorities.size} ${priorities.size === 1 ? 'priority' : 'priorities'} by hand`] : []),
    ...(asked.length > 0 ? [counted(asked.length, 'probe')] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  const what = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return {
    title: `${what} stayed with the other ${kept ? 'conversation' : 'file'}`,
    message: 'Message numbers mean other messages here. All other settings came along.',
  };
}

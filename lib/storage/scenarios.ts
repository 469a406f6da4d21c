/** Scenarios: opened and saved under a revision, so that two tabs never write over each other's work. */

import type { Access, Writer } from './access';
import { bytesOf } from './bytes';
import type { StoredScenario } from './database';
import type { SaveOutcome, ScenarioEntry, Scenarios } from './library-types';
import type { ScenarioRecord } from './records';

const BOTH = ['scenarios', 'edits'] as const;

export function createScenarios(access: Access): Scenarios {
  const { now, newId, notify } = access;

  /** Changes what a list shows of a scenario; its work and its revision stay. */
  async function label(id: string, change: Partial<StoredScenario>): Promise<void> {
    const changed = await access.write(['scenarios'], async (writer) => {
      const found = await writer.get('scenarios', id);
      if (found) await writer.put('scenarios', { ...found, ...change });
      return found !== undefined;
    });
    if (changed) notify({ kind: 'scenario', id, change: 'labelled' });
  }

  async function open(id: string): Promise<ScenarioRecord | undefined> {
    const found = await wholeScenario(access, id);
    return found?.deletedAt === undefined ? found : undefined;
  }

  return {
    async list() {
      const found = (await access.all('scenarios')).filter((one) => one.deletedAt === undefined);
      return found.sort((a, b) => b.changedAt - a.changedAt).map(entryOf);
    },
    open,
    async create({ id = newId(), tags = [], ...draft }) {
      const at = now();
      const record = { ...draft, id, tags, createdAt: at, changedAt: at, bytes: 0, revision: 0 };
      const outcome = await access.write(['transcripts', ...BOTH], (writer) => saveIn(access, writer, record, at));
      notify({ kind: 'scenario', id: outcome.id, change: 'saved', revision: outcome.revision });
      const { title, revision } = outcome;
      return { ...record, id: outcome.id, title, revision, bytes: bytesOf(record) };
    },
    async save(record) {
      const outcome = await access.write(['transcripts', ...BOTH], (writer) => saveIn(access, writer, record, now()));
      notify({ kind: 'scenario', id: outcome.id, change: 'saved', revision: outcome.revision });
      return outcome;
    },
    rename: (id, title) => label(id, { title }),
    tag: (id, tags) => label(id, { tags }),
    draw: (id, thumbnail) =>
      access.write(['scenarios'], async (writer) => {
        const found = await writer.get('scenarios', id);
        if (found) await writer.put('scenarios', { ...found, thumbnail });
      }),
    async duplicate(id) {
      const copy = await access.write(BOTH, async (writer) => {
        const found = await writer.get('scenarios', id);
        if (!found) return undefined;
        const { conflictOf: _conflict, deletedAt: _deleted, ...kept } = found;
        const titles = new Set((await writer.all('scenarios')).map((one) => one.title));
        const at = now();
        const title = freeTitle(found.title, 'copy', titles);
        const stored = { ...kept, id: newId(), title, createdAt: at, changedAt: at, revision: 1 };
        const edited = (await writer.get('edits', id))?.edited ?? {};
        await writer.put('scenarios', stored);
        await writer.put('edits', { scenario: stored.id, edited });
        return { ...stored, edited };
      });
      if (copy) notify({ kind: 'scenario', id: copy.id, change: 'saved', revision: copy.revision });
      return copy;
    },
  };
}

/** A scenario with its changes, both of one save, in the trash or not. */
export async function wholeScenario(access: Access, id: string): Promise<ScenarioRecord | undefined> {
  const [found, edits] = await access.getBoth('scenarios', 'edits', id);
  return found && { ...found, edited: edits?.edited ?? {} };
}

/** Saves in a transaction over transcripts, scenarios and edits. */
async function saveIn(access: Access, writer: Writer, record: ScenarioRecord, at: number): Promise<SaveOutcome> {
  const { edited, deletedAt: _deleted, ...rest } = record;
  const unreadable = await writer.unreadable('scenarios', record.id);
  const found = unreadable ? undefined : await writer.get('scenarios', record.id);
  const changed = { ...rest, changedAt: at, bytes: bytesOf(record) };
  if (unreadable || (found && found.revision !== record.revision)) {
    // Someone else's work is stored under this id: this one is put beside it.
    const titles = new Set((await writer.all('scenarios')).map((one) => one.title));
    const title = freeTitle(record.title, 'conflict copy', titles);
    const id = access.newId();
    await writer.put('scenarios', { ...changed, id, title, revision: 1, conflictOf: record.id });
    await writer.put('edits', { scenario: id, edited });
    return { kind: 'copied', id, title, revision: 1, of: record.id };
  }
  const revision = record.revision + 1;
  const labels = found ? { title: found.title, tags: found.tags, createdAt: found.createdAt } : {};
  const stored = { ...changed, ...labels, revision };
  await writer.put('scenarios', stored);
  await writer.put('edits', { scenario: record.id, edited });
  if (found?.deletedAt !== undefined) await takeOutTranscript(writer, record.transcript);
  return { kind: 'saved', id: record.id, title: stored.title, revision };
}

/** A scenario that is worked on needs its transcript. */
async function takeOutTranscript(writer: Writer, id: string): Promise<void> {
  const transcript = await writer.get('transcripts', id);
  if (transcript?.deletedAt === undefined) return;
  const { deletedAt: _deleted, ...kept } = transcript;
  await writer.put('transcripts', kept);
}

/** `Title (copy)`, `Title (copy 2)` and so on, whichever is not taken. */
export function freeTitle(title: string, suffix: string, taken: ReadonlySet<string>): string {
  let free = `${title} (${suffix})`;
  for (let number = 2; taken.has(free); number++) free = `${title} (${suffix} ${number})`;
  return free;
}

function entryOf(stored: StoredScenario): ScenarioEntry {
  const { id, transcript, conversation, title, tags, createdAt, changedAt, bytes, revision, lanes } = stored;
  return {
    id,
    transcript,
    conversation,
    title,
    tags,
    createdAt,
    changedAt,
    bytes,
    revision,
    systems: lanes.map(({ lane }) => lane.system),
    ...(stored.thumbnail === undefined ? {} : { thumbnail: stored.thumbnail }),
    ...(stored.conflictOf === undefined ? {} : { conflictOf: stored.conflictOf }),
  };
}

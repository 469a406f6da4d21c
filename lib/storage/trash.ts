/** Deleting with a way back: records are marked first, and go for good when the trash is emptied. */

import type { Access, Writer } from './access';
import type { StoreName } from './database';
import type { Discarded, RecordKind, RecordName, Trash, TrashEntry } from './library-types';

const STORES = { transcript: 'transcripts', scenario: 'scenarios', run: 'runs' } as const satisfies Record<
  RecordKind,
  StoreName
>;
const KINDS = Object.keys(STORES) as RecordKind[];
const MARKED = ['transcripts', 'scenarios', 'runs'] as const;

/** Every store in which something belongs to a transcript, a scenario or a run. */
const OWNED = [...MARKED, 'counts', 'results', 'edits', 'packs'] as const;

export function createTrash(access: Access): Trash {
  const marked = async (writer: Writer): Promise<TrashEntry[]> => {
    const entries: TrashEntry[] = [];
    for (const kind of KINDS) {
      for (const { id, title, bytes, deletedAt } of await writer.all(STORES[kind])) {
        if (deletedAt !== undefined) entries.push({ kind, id, title, bytes, deletedAt });
      }
    }
    return entries;
  };

  return {
    async list() {
      const entries: TrashEntry[] = [];
      for (const kind of KINDS) {
        for (const { id, title, bytes, deletedAt } of await access.all(STORES[kind])) {
          if (deletedAt !== undefined) entries.push({ kind, id, title, bytes, deletedAt });
        }
      }
      return entries.sort((a, b) => b.deletedAt - a.deletedAt);
    },
    async discard(kind, id) {
      const at = access.now();
      const records = await access.write(MARKED, async (writer) => {
        const names = await withDependents(writer, { kind, id });
        const gone: RecordName[] = [];
        for (const name of names) {
          const found = await writer.get(STORES[name.kind], name.id);
          if (!found || found.deletedAt !== undefined) continue;
          await writer.put(STORES[name.kind], { ...found, deletedAt: at });
          gone.push(name);
        }
        return gone;
      });
      for (const name of records) access.notify({ ...name, change: 'discarded' });
      return { at, records };
    },
    async restore({ at, records }: Discarded) {
      const back = await access.write(MARKED, async (writer) => {
        const restored: RecordName[] = [];
        for (const name of records) {
          const found = await writer.get(STORES[name.kind], name.id);
          if (found?.deletedAt !== at) continue;
          const { deletedAt: _deleted, ...kept } = found;
          await writer.put(STORES[name.kind], kept as typeof found);
          restored.push(name);
        }
        return restored;
      });
      for (const name of back) access.notify({ ...name, change: 'restored' });
    },
    async purge(before = Number.POSITIVE_INFINITY) {
      const gone = await access.write(OWNED, async (writer) => {
        const needed = new Set<string>();
        for (const one of await writer.all('scenarios')) if (one.deletedAt === undefined) needed.add(one.transcript);
        const old = (await marked(writer)).filter(
          (one) => one.deletedAt < before && !(one.kind === 'transcript' && needed.has(one.id)),
        );
        for (const name of old) await eraseIn(writer, name);
        return old;
      });
      for (const { kind, id } of gone) access.notify({ kind, id, change: 'deleted' });
      return gone.length;
    },
  };
}

/** The record and what goes with it: a transcript's scenarios, a scenario's runs. */
async function withDependents(writer: Writer, name: RecordName): Promise<RecordName[]> {
  const names = [name];
  if (name.kind === 'transcript') {
    for (const one of await writer.all('scenarios')) {
      if (one.transcript === name.id) names.push({ kind: 'scenario', id: one.id });
    }
  }
  const scenarios = names.filter((one) => one.kind === 'scenario');
  for (const scenario of scenarios) {
    for (const id of await writer.keysOf('runs', scenario.id)) names.push({ kind: 'run', id });
  }
  return names;
}

/** Deletes a record for good, with what is stored of it elsewhere. */
async function eraseIn(writer: Writer, { kind, id }: RecordName): Promise<void> {
  await writer.delete(STORES[kind], id);
  if (kind === 'scenario') await writer.delete('edits', id);
  if (kind === 'run') await writer.delete('packs', id);
  if (kind === 'transcript') {
    await writer.delete('results', id);
    for (const key of await writer.keysOf('counts', id)) await writer.delete('counts', key);
  }
}

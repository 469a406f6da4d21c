/** Runs that were kept: what came out, under which engine and settings; one of each scenario may be its baseline. */

import type { Access } from './access';
import { bytesOf } from './bytes';
import type { StoredRun } from './database';
import type { RunEntry, Runs } from './library-types';

export function createRuns(access: Access): Runs {
  const { now, newId, notify } = access;

  async function label(id: string, change: Partial<StoredRun>): Promise<void> {
    const changed = await access.write(['runs'], async (writer) => {
      const found = await writer.get('runs', id);
      if (found) await writer.put('runs', { ...found, ...change });
      return found !== undefined;
    });
    if (changed) notify({ kind: 'run', id, change: 'labelled' });
  }

  return {
    async list(scenario) {
      const found = (await access.all('runs')).filter(
        (one) => one.deletedAt === undefined && (scenario === undefined || one.scenario === scenario),
      );
      return found.sort((a, b) => b.createdAt - a.createdAt).map(entryOf);
    },
    async open(id) {
      const found = await access.get('runs', id);
      if (!found || found.deletedAt !== undefined) return undefined;
      const pack = await access.get('packs', id);
      return pack ? { ...found, packed: pack.packed } : found;
    },
    async create({ tags = [], pinned = false, packed, ...draft }) {
      const stored: StoredRun = { ...draft, id: newId(), tags, pinned, createdAt: now(), bytes: 0 };
      stored.bytes = bytesOf(stored) + bytesOf(packed);
      await access.write(['runs', 'packs'], async (writer) => {
        if (pinned) {
          for (const key of await writer.keysOf('runs', draft.scenario)) {
            const other = await writer.get('runs', key);
            if (other?.pinned) await writer.put('runs', { ...other, pinned: false });
          }
        }
        await writer.put('runs', stored);
        if (packed) await writer.put('packs', { run: stored.id, packed });
      });
      notify({ kind: 'run', id: stored.id, change: 'saved' });
      return packed ? { ...stored, packed } : stored;
    },
    rename: (id, title) => label(id, { title }),
    tag: (id, tags) => label(id, { tags }),
    async pin(id, pinned) {
      const changed = await access.write(['runs'], async (writer) => {
        const found = await writer.get('runs', id);
        if (!found) return false;
        for (const key of await writer.keysOf('runs', found.scenario)) {
          const other = await writer.get('runs', key);
          if (!other) continue;
          const should = key === id && pinned;
          if (other.pinned !== should && (pinned || key === id)) await writer.put('runs', { ...other, pinned: should });
        }
        return true;
      });
      if (changed) notify({ kind: 'run', id, change: 'labelled' });
    },
    async forget(id) {
      await access.write(['runs', 'packs'], async (writer) => {
        await writer.delete('runs', id);
        await writer.delete('packs', id);
      });
      notify({ kind: 'run', id, change: 'deleted' });
    },
  };
}

function entryOf({ deletedAt: _deleted, ...entry }: StoredRun): RunEntry {
  return entry;
}

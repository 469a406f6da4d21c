/** What is done with the library as a whole: the trash, room and persistence, one file of everything, and broken records. */

import type { Library } from '../storage/library';
import type { ExportReport, ImportReport, Quarantined, RecordName, Sizes, TrashEntry } from '../storage/library-types';
import { searchEntries } from '../storage/search';
import { type Persistence, requestPersistence, storageUse } from '../storage/sizes';
import { SYSTEMS } from '../systems/descriptions';
import type { Shelf } from './shelf';
import type { ShelfEntry } from './shelf-entry';

export type { ExportReport, ImportReport };

/** What one command put in the trash: it comes back together. */
export interface TrashedTogether {
  at: number;
  title: string;
  bytes: number;
  records: readonly RecordName[];
  /** What went with it, in words; the empty text where it went alone. */
  along: string;
}

/** Everything that stands beside the list of scenarios. */
export interface DeskView {
  trash: readonly TrashedTogether[];
  broken: readonly Quarantined[];
  sizes: Sizes;
  /** Of the browser, for this site; null where it does not say. */
  use: { usage: number; quota: number } | null;
  persistence: Persistence | 'not asked';
}

export interface Desk {
  look(): Promise<DeskView>;
  restore(entry: TrashedTogether): Promise<void>;
  emptyTrash(): Promise<number>;
  /** Asks the browser to keep the data. */
  keepSafe(): Promise<Persistence>;
  exportAll(progress: (done: number, of: number) => void): Promise<ExportReport>;
  importAll(file: Blob, progress: (read: number, of: number) => void, signal: AbortSignal): Promise<ImportReport>;
  downloadBroken(id: string): Promise<{ name: string; blob: Blob } | undefined>;
  removeBroken(id: string): Promise<void>;
}

export function createDesk(library: Library, { refresh }: Pick<Shelf, 'refresh'>): Desk {
  const storage = globalThis.navigator?.storage;
  const refreshed = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      await refresh();
    }
  };
  return {
    async look() {
      // First: it puts aside what is broken, so that what follows meets only whole records.
      const broken = await library.quarantine.list();
      const [entries, sizes, use, kept] = await Promise.all([
        library.trash.list(),
        library.sizes(),
        storageUse(storage),
        storage?.persisted?.().catch(() => false) ?? false,
      ]);
      return { trash: together(entries), broken, sizes, use, persistence: kept ? 'kept' : 'not asked' };
    },
    restore: ({ at, records }) => refreshed(library.trash.restore({ at, records })),
    emptyTrash: () => refreshed(library.trash.purge()),
    keepSafe: () => requestPersistence(storage),
    exportAll: (progress) => library.exportAll(progress),
    importAll: (file, progress, signal) => refreshed(library.importAll(file, { progress, signal })),
    downloadBroken: (id) => library.quarantine.download(id),
    removeBroken: (id) => library.quarantine.remove(id),
  };
}

const WORDS = { transcript: 'transcript', scenario: 'scenario', run: 'run' } as const;

/** Entries of one moment as one: the scenario (or else the run) gives the title, the rest is counted. Latest first. */
function together(entries: readonly TrashEntry[]): TrashedTogether[] {
  const moments = new Map<number, TrashEntry[]>();
  for (const entry of entries) {
    const found = moments.get(entry.deletedAt);
    if (found) found.push(entry);
    else moments.set(entry.deletedAt, [entry]);
  }
  return [...moments].map(([at, group]) => {
    const first = group.find(({ kind }) => kind === 'scenario') ?? group[0];
    const others = new Map<RecordName['kind'], number>();
    let bytes = 0;
    for (const entry of group) {
      bytes += entry.bytes;
      if (entry !== first) others.set(entry.kind, (others.get(entry.kind) ?? 0) + 1);
    }
    const along = [...others].map(([kind, count]) => (count === 1 ? `its ${WORDS[kind]}` : `${count} ${WORDS[kind]}s`));
    return {
      at,
      title: first?.title ?? '',
      bytes,
      records: group.map(({ kind, id }) => ({ kind, id })),
      along: along.join(' and '),
    };
  });
}

/** Scenarios in whose title, tags, format or systems every word of the query stands; systems by their labels too. */
export function findScenarios(entries: readonly ShelfEntry[], query: string): ShelfEntry[] {
  if (query.trim() === '') return [...entries];
  const searchable = entries.map((entry) => ({
    title: entry.title,
    tags: entry.tags,
    name: entry.formatLabel,
    systems: entry.systems.flatMap((id) => [id, SYSTEMS.find((system) => system.id === id)?.label ?? '']),
    entry,
  }));
  return searchEntries(searchable, query).map(({ entry }) => entry);
}

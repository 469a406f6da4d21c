/** The library: everything kept in the browser, and every command on it. A write has happened when its promise resolves. */

import type { TokenCounts } from '../engine/accounting';
import { type AccessOptions, createAccess } from './access';
import type { Database } from './database';
import { laterQuarantine, laterRuns, laterTrash } from './fetched-later';
import type { ImportOptions } from './import-library';
import type {
  ExportReport,
  ImportReport,
  Notice,
  Quarantine,
  Runs,
  Scenarios,
  Sizes,
  Transcripts,
  Trash,
} from './library-types';
import { type Channel, createNotices, openChannel } from './notices';
import type { ResultRecord } from './records';
import { createScenarios } from './scenarios';
import { createTranscripts } from './transcripts';

export interface Library {
  transcripts: Transcripts;
  scenarios: Scenarios;
  runs: Runs;
  trash: Trash;
  quarantine: Quarantine;
  sizes(): Promise<Sizes>;
  /** Everything but the trash, quarantine, counts and last results, as one file. `progress` hears records done, of all. */
  exportAll(progress?: (done: number, of: number) => void): Promise<ExportReport>;
  /** Merges such a file. Throws LibraryFileError where it is none, or of a newer version. */
  importAll(file: Blob, options?: ImportOptions): Promise<ImportReport>;
  /** Hears what other tabs change. Returns how to stop. */
  subscribe(listener: (notice: Notice) => void): () => void;
  /** Closes the connection and the channel to other tabs. */
  close(): void;
  result(id: string): Promise<ResultRecord | undefined>;
  saveResult(record: ResultRecord): Promise<void>;
  counts(transcript: string, conversation: string): Promise<TokenCounts[]>;
  saveCounts(transcript: string, conversation: string, counts: TokenCounts): Promise<void>;
}

export interface LibraryOptions extends Partial<Omit<AccessOptions, 'notify'>> {
  channel?: Channel | null;
}

export function createLibrary(database: Database, options: LibraryOptions = {}): Library {
  const { now = Date.now, newId = () => crypto.randomUUID(), channel = openChannel() } = options;
  const notices = createNotices(channel);
  const access = createAccess(database, { now, newId, notify: notices.notify });

  return {
    transcripts: createTranscripts(access),
    scenarios: createScenarios(access),
    runs: laterRuns(access),
    trash: laterTrash(access),
    quarantine: laterQuarantine(database, access),
    sizes: async () => (await import('./sizes')).sizesOf(access),
    // Files are written and read seldom: the page fetches that when it is asked for.
    exportAll: async (progress) => (await import('./export-library')).exportLibrary(access, progress),
    importAll: async (file, importing) => (await import('./import-library')).importLibrary(access, file, importing),
    subscribe: notices.subscribe,
    close() {
      notices.close();
      database.close();
    },
    result: (id) => access.get('results', id),
    saveResult: (record) => access.write(['results'], (writer) => writer.put('results', record)),
    async counts(transcript, conversation) {
      const records = await access.countsOf(transcript);
      return records
        .filter((record) => record.key === countsKey(transcript, conversation, record.counts.counter))
        .map((record) => record.counts);
    },
    saveCounts: (transcript, conversation, counts) =>
      access.write(['counts'], (writer) =>
        writer.put('counts', { key: countsKey(transcript, conversation, counts.counter), transcript, counts }),
      ),
  };
}

function countsKey(transcript: string, conversation: string, counter: string): string {
  return `${transcript}/${conversation}/${counter}`;
}

/** The library: everything kept in the browser, and every command on it. A write has happened when its promise resolves. */

import type { TokenCounts } from '../engine/accounting';
import { type AccessOptions, createAccess } from './access';
import { bytesOf } from './bytes';
import type { Database } from './database';
import { exportLibrary } from './export-library';
import { type ImportOptions, importLibrary } from './import-library';
import type {
  ExportReport,
  ImportReport,
  Notice,
  Quarantine,
  Runs,
  Scenarios,
  Sizes,
  TranscriptEntry,
  Transcripts,
  Trash,
} from './library-types';
import { type Channel, createNotices, openChannel } from './notices';
import { createQuarantine } from './quarantine';
import type { ResultRecord, TranscriptRecord, WorkspaceRecord } from './records';
import { createRuns } from './runs';
import { createScenarios } from './scenarios';
import { sizesOf } from './sizes';
import { createTranscripts } from './transcripts';
import { createTrash, eraseIn, OWNED, withDependents } from './trash';
import { scenarioOf, workspaceOf } from './workspace';

export type { TranscriptEntry } from './library-types';

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

  /** `transcripts.list`. */
  list(): Promise<TranscriptEntry[]>;
  /** `transcripts.open`. */
  transcript(id: string): Promise<TranscriptRecord | undefined>;
  /** `transcripts.save`. */
  saveTranscript(record: TranscriptRecord): Promise<void>;
  /** The scenario that has its transcript's id, in the shape of version 1. */
  workspace(id: string): Promise<WorkspaceRecord | undefined>;
  /** Saves that scenario whatever its revision: for a page that knows of no other tab. */
  saveWorkspace(record: WorkspaceRecord): Promise<void>;
  /** Deletes a transcript for good, with everything that belongs to it. */
  remove(id: string): Promise<void>;
}

export interface LibraryOptions extends Partial<Omit<AccessOptions, 'notify'>> {
  channel?: Channel | null;
}

export function createLibrary(database: Database, options: LibraryOptions = {}): Library {
  const { now = Date.now, newId = () => crypto.randomUUID(), channel = openChannel() } = options;
  const notices = createNotices(channel);
  const access = createAccess(database, { now, newId, notify: notices.notify });
  const transcripts = createTranscripts(access);
  const scenarios = createScenarios(access);

  return {
    transcripts,
    scenarios,
    runs: createRuns(access),
    trash: createTrash(access),
    quarantine: createQuarantine(database, access),
    sizes: () => sizesOf(access),
    exportAll: (progress) => exportLibrary(access, progress),
    importAll: (file, importing) => importLibrary(access, file, importing),
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

    list: transcripts.list,
    transcript: transcripts.open,
    saveTranscript: transcripts.save,
    async workspace(id) {
      const scenario = await scenarios.open(id);
      return scenario && workspaceOf(scenario);
    },
    async saveWorkspace(workspace) {
      const id = workspace.transcript;
      const revision = await access.write(['transcripts', 'scenarios', 'edits'], async (writer) => {
        const found = await writer.get('scenarios', id);
        const about = await writer.get('transcripts', id);
        const { edited, ...made } = scenarioOf(workspace, {
          title: about?.title ?? 'Untitled',
          conversation: about?.conversation ?? '0',
          time: now(),
        });
        const { deletedAt: _deleted, ...kept } = found ?? made;
        const { lanes, active, yardstick, cursor, changedAt } = made;
        const stored = { ...kept, lanes, active, yardstick, cursor, changedAt, view: { ...kept.view, ...made.view } };
        stored.revision = (found?.revision ?? 0) + 1;
        stored.bytes = bytesOf(stored) + bytesOf(edited);
        await writer.put('scenarios', stored);
        await writer.put('edits', { scenario: id, edited });
        return stored.revision;
      });
      notices.notify({ kind: 'scenario', id, change: 'saved', revision });
    },
    async remove(id) {
      const gone = await access.write(OWNED, async (writer) => {
        const names = await withDependents(writer, { kind: 'transcript', id });
        for (const name of names) await eraseIn(writer, name);
        return names;
      });
      for (const name of gone) notices.notify({ ...name, change: 'deleted' });
    },
  };
}

function countsKey(transcript: string, conversation: string, counter: string): string {
  return `${transcript}/${conversation}/${counter}`;
}

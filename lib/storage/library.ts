/** Reading and writing the library. A write has happened when its promise resolves: the transaction has completed. */

import type { TokenCounts } from '../engine/accounting';
import type { Database } from './database';
import type { CountsRecord, ResultRecord, TranscriptRecord, WorkspaceRecord } from './records';

/** A transcript as a list shows it. */
export type TranscriptEntry = Omit<TranscriptRecord, 'original'>;

export interface Library {
  /** Newest first. Records that cannot be read are left where they are and left out here. */
  list(): Promise<TranscriptEntry[]>;
  transcript(id: string): Promise<TranscriptRecord | undefined>;
  workspace(id: string): Promise<WorkspaceRecord | undefined>;
  result(id: string): Promise<ResultRecord | undefined>;
  counts(transcript: string, conversation: string): Promise<TokenCounts[]>;
  saveTranscript(record: TranscriptRecord): Promise<void>;
  saveWorkspace(record: WorkspaceRecord): Promise<void>;
  saveResult(record: ResultRecord): Promise<void>;
  saveCounts(transcript: string, conversation: string, counts: TokenCounts): Promise<void>;
  remove(id: string): Promise<void>;
}

function isTranscript(record: unknown): record is TranscriptRecord {
  const one = record as Partial<TranscriptRecord> | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.id === 'string' &&
    typeof one.title === 'string' &&
    typeof one.openedAt === 'number' &&
    one.original instanceof Blob
  );
}

export function createLibrary(database: Database): Library {
  /** One transaction over one store; resolves when it has completed, rejects when it was aborted. */
  async function put<Name extends 'transcripts' | 'workspaces' | 'results' | 'counts'>(
    name: Name,
    record: TranscriptRecord | WorkspaceRecord | ResultRecord | CountsRecord,
  ): Promise<void> {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    // A request may report success before the transaction is aborted for want of space: only `done` counts.
    await Promise.all([transaction.objectStore(name).put(record as never), transaction.done]);
  }

  return {
    async list() {
      const records = await database.getAllFromIndex('transcripts', 'openedAt');
      return records
        .filter(isTranscript)
        .reverse()
        .map(({ original: _original, ...entry }) => entry);
    },
    async transcript(id) {
      const record = await database.get('transcripts', id);
      return isTranscript(record) ? record : undefined;
    },
    workspace: (id) => database.get('workspaces', id),
    result: (id) => database.get('results', id),
    async counts(transcript, conversation) {
      const records = await database.getAllFromIndex('counts', 'transcript', transcript);
      return records
        .filter((record) => record.key === countsKey(transcript, conversation, record.counts.counter))
        .map((record) => record.counts);
    },
    saveTranscript: (record) => put('transcripts', record),
    saveWorkspace: (record) => put('workspaces', record),
    saveResult: (record) => put('results', record),
    saveCounts: (transcript, conversation, counts) =>
      put('counts', { key: countsKey(transcript, conversation, counts.counter), transcript, counts }),
    async remove(id) {
      const transaction = database.transaction(['transcripts', 'counts', 'workspaces', 'results'], 'readwrite');
      const keys = await transaction.objectStore('counts').index('transcript').getAllKeys(id);
      await Promise.all([
        transaction.objectStore('transcripts').delete(id),
        transaction.objectStore('workspaces').delete(id),
        transaction.objectStore('results').delete(id),
        ...keys.map((key) => transaction.objectStore('counts').delete(key)),
        transaction.done,
      ]);
    },
  };
}

function countsKey(transcript: string, conversation: string, counter: string): string {
  return `${transcript}/${conversation}/${counter}`;
}

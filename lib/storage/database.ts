/** The IndexedDB database: its schema, its upgrades, and what happens when another tab has another version. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DATABASE_VERSION, type Migration, migrationsFrom, type UpgradeTransaction } from './migrations';
import type {
  CountsRecord,
  QuarantinedRecord,
  ResultRecord,
  RunRecord,
  ScenarioRecord,
  TranscriptRecord,
} from './records';

export const DATABASE_NAME = 'palimpsest';

export interface PalimpsestSchema extends DBSchema {
  transcripts: { key: string; value: TranscriptRecord; indexes: { openedAt: number } };
  counts: { key: string; value: CountsRecord; indexes: { transcript: string } };
  results: { key: string; value: ResultRecord };
  scenarios: { key: string; value: StoredScenario };
  edits: { key: string; value: EditsRecord };
  runs: { key: string; value: StoredRun; indexes: { scenario: string } };
  packs: { key: string; value: PackRecord };
  quarantine: { key: string; value: QuarantinedRecord };
}

/** A scenario without its changes to the transcript, which are long and stand apart: lists stay light. */
export type StoredScenario = Omit<ScenarioRecord, 'edited'>;

export interface EditsRecord {
  scenario: string;
  edited: ScenarioRecord['edited'];
}

/** A run without its ledgers, which are long and stand apart. */
export type StoredRun = Omit<RunRecord, 'packed'>;

export interface PackRecord {
  run: string;
  packed: NonNullable<RunRecord['packed']>;
}

export type StoreName = 'transcripts' | 'counts' | 'results' | 'scenarios' | 'edits' | 'runs' | 'packs';

export type Database = IDBPDatabase<PalimpsestSchema>;

/** The browser's storage cannot be used: missing, refused, broken, or of a newer version. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** Milliseconds after which a browser that answers nothing at all counts as one without storage. */
const PATIENCE = 8000;

/**
 * Opens the database, brought to today's version first. `onClosed` hears when another tab needs a newer version and this
 * connection gave way. `steps` are the project's own unless a test gives others.
 */
export async function openDatabase(
  onClosed: (reason: string) => void,
  steps?: readonly Migration[],
): Promise<Database> {
  migrationsFrom(0, steps);
  if (typeof indexedDB === 'undefined') {
    throw new StorageUnavailableError('This browser offers no storage here (IndexedDB is missing).');
  }
  let failure: unknown;
  let given: StorageUnavailableError | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    let giveUp: (reason: string) => void = () => undefined;
    const waiting = new Promise<never>((_, reject) => {
      giveUp = (reason) => {
        given = new StorageUnavailableError(reason);
        reject(given);
      };
    });
    timer = setTimeout(
      () => giveUp('The browser does not open its storage. Close other tabs of Palimpsest and reload.'),
      PATIENCE,
    );
    const opening = openDB<PalimpsestSchema>(DATABASE_NAME, DATABASE_VERSION, {
      upgrade(database, oldVersion, _newVersion, transaction) {
        clearTimeout(timer);
        const untyped = transaction as unknown as UpgradeTransaction;
        // Left to itself, a step that fails after its first wait would leave the version raised over old data.
        migrate(database as unknown as IDBPDatabase<unknown>, untyped, oldVersion, steps).catch((error: unknown) => {
          failure = error;
          abort(untyped);
        });
      },
      blocked: () => giveUp('Another tab keeps an older version of Palimpsest open. Close it and reload.'),
      blocking(_current, _wanted, event) {
        (event.target as IDBDatabase).close();
        onClosed('A newer version of Palimpsest was opened in another tab. Reload to go on; what was saved is safe.');
      },
      terminated: () => onClosed('The browser closed the storage. Reload to go on saving.'),
    });
    // One that opens after all would keep other tabs from upgrading.
    opening.then((late) => given && late.close()).catch(() => undefined);
    return await Promise.race([opening, waiting]);
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    if (failure !== undefined) {
      throw new StorageUnavailableError(
        `The stored data could not be brought to this version: ${messageOf(failure)}. It is untouched.`,
        { cause: failure },
      );
    }
    if (error instanceof DOMException && error.name === 'VersionError') {
      throw new StorageUnavailableError(
        'The stored data was written by a newer version of Palimpsest. It is untouched; reload to get that version.',
        { cause: error },
      );
    }
    throw new StorageUnavailableError(`The browser refused its storage: ${messageOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function migrate(
  database: IDBPDatabase<unknown>,
  transaction: UpgradeTransaction,
  from: number,
  steps: readonly Migration[] | undefined,
): Promise<void> {
  for (const step of migrationsFrom(from, steps)) await step(database, transaction);
}

function abort(transaction: UpgradeTransaction): void {
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // It has ended by itself; its own error says why.
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

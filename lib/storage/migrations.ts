/** The steps that bring the database from each version to the next; a throw in one rolls all of them back. */

import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { bytesOf } from './bytes';
import { readSafely } from './read-safely';
import type { QuarantinedRecord, WorkspaceRecord } from './records';
import { faultOf, WORKSPACE } from './schemas';
import { scenarioOf } from './workspace';

export type UpgradeTransaction = IDBPTransaction<unknown, string[], 'versionchange'>;

/** Changes the database of the version under which it stands here to the next one. */
export type Migration = (database: IDBPDatabase<unknown>, transaction: UpgradeTransaction) => Promise<void>;

export const DATABASE_VERSION = 2;

/** By the version that each starts from; 0 is no database. */
const MIGRATIONS: readonly Migration[] = [createFirst, workspacesToScenarios];

async function createFirst(database: IDBPDatabase<unknown>): Promise<void> {
  database.createObjectStore('transcripts', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
  database.createObjectStore('counts', { keyPath: 'key' }).createIndex('transcript', 'transcript');
  database.createObjectStore('workspaces', { keyPath: 'transcript' });
  database.createObjectStore('results', { keyPath: 'transcript' });
}

/** Version 2 keeps scenarios, several to a transcript, and runs. A workspace becomes the scenario with its transcript's id. */
async function workspacesToScenarios(database: IDBPDatabase<unknown>, transaction: UpgradeTransaction): Promise<void> {
  const scenarios = database.createObjectStore('scenarios', { keyPath: 'id' });
  const edits = database.createObjectStore('edits', { keyPath: 'scenario' });
  database.createObjectStore('runs', { keyPath: 'id' }).createIndex('scenario', 'scenario');
  database.createObjectStore('packs', { keyPath: 'run' });
  const quarantine = database.createObjectStore('quarantine', { keyPath: 'id' });

  const workspaces = transaction.objectStore('workspaces');
  for (const key of await workspaces.getAllKeys()) {
    const read = await readSafely(workspaces, key);
    const fault = 'problem' in read ? read.problem : faultOf(WORKSPACE, read.value);
    if (fault !== null) {
      await quarantine.put({
        id: `workspaces ${String(key)}`,
        store: 'workspaces',
        key: String(key),
        raw: 'problem' in read ? undefined : read.value,
        reason: fault,
        foundAt: 0,
      } satisfies QuarantinedRecord);
      continue;
    }
    const workspace = (read as { value: unknown }).value as WorkspaceRecord;
    const transcript = await readSafely(transaction.objectStore('transcripts'), key);
    const about = ('problem' in transcript ? undefined : transcript.value) as
      | { title?: unknown; conversation?: unknown; openedAt?: unknown }
      | undefined;
    const { edited, ...scenario } = scenarioOf(workspace, {
      title: typeof about?.title === 'string' ? about.title : 'Untitled',
      conversation: typeof about?.conversation === 'string' ? about.conversation : '0',
      time: typeof about?.openedAt === 'number' ? about.openedAt : 0,
    });
    await scenarios.put({ ...scenario, bytes: bytesOf(workspace) });
    await edits.put({ scenario: scenario.id, edited });
  }
  database.deleteObjectStore('workspaces');
}

/** A step that is missing is a fault of the program, found before a database is touched. */
export class MissingMigrationError extends Error {
  override name = 'MissingMigrationError';
  readonly remedy = 'Add the step to lib/storage/migrations.ts.';

  constructor(from: number) {
    super(`The database has no step from version ${from} to ${from + 1}.`);
  }
}

/** The steps from a version to today's. `steps` are the project's own unless a test gives others. */
export function migrationsFrom(version: number, steps: readonly Migration[] = MIGRATIONS): readonly Migration[] {
  for (let from = 0; from < DATABASE_VERSION; from++) if (!steps[from]) throw new MissingMigrationError(from);
  return steps.slice(version, DATABASE_VERSION);
}

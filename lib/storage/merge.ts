/** Takes records of another library into this one: new ones as they are, known ones once, and what differs as a copy. */

import { isTooDeep } from '../scenario/json';
import type { Access, Writer } from './access';
import { bytesOf } from './bytes';
import type { PackRecord, StoredRun, StoredScenario } from './database';
import type { ImportedCopy, ImportReport, RecordKind, RecordName } from './library-types';
import type { ScenarioRecord, TranscriptRecord } from './records';
import { sameBytes, sameRun, sameScenario, sameTranscript, signatureOf } from './same-content';
import { freeTitle, wholeScenario } from './scenarios';
import { EDITS, faultOf, PACK, RUN, SCENARIO, TRANSCRIPT } from './schemas';
import { editedFromJson, fromJson } from './wire';

type Raw = { readonly [name: string]: unknown };

export interface Merge {
  /** Null where it was taken in, else what is wrong with the record. Rejects where it could not be stored. */
  add(kind: RecordKind, record: Raw, attachment: Blob | undefined): Promise<string | null>;
  report(): Pick<ImportReport, 'added' | 'same' | 'copied'>;
}

/** What to do with one record of a kind; `Stored` is all of it. */
interface Kind<Stored> {
  kind: RecordKind;
  find(id: string): Promise<(Stored & { deletedAt?: number }) | undefined>;
  same(one: Stored, other: Stored): Promise<boolean> | boolean;
  put(writer: Writer, stored: Stored): Promise<void>;
  /** The first has the record itself. */
  stores: readonly ['transcripts' | 'scenarios' | 'runs', ...('edits' | 'packs')[]];
}

type WholeRun = StoredRun & { packed: PackRecord['packed'] | undefined };

export function createMerge(access: Access): Merge {
  const added: RecordName[] = [];
  const same: RecordName[] = [];
  const copied: ImportedCopy[] = [];
  /** Ids in the file to ids here, of what came in as a copy. */
  const renamed = { transcript: new Map<string, string>(), scenario: new Map<string, string>() };

  const transcripts: Kind<TranscriptRecord> = {
    kind: 'transcript',
    find: (id) => access.get('transcripts', id),
    same: async (one, other) => sameTranscript(one, other) && (await sameBytes(one.original, other.original)),
    put: (writer, stored) => writer.put('transcripts', stored),
    stores: ['transcripts'],
  };
  const scenarios: Kind<ScenarioRecord> = {
    kind: 'scenario',
    find: (id) => wholeScenario(access, id),
    same: sameScenario,
    async put(writer, { edited, ...stored }) {
      await writer.put('scenarios', stored);
      await writer.put('edits', { scenario: stored.id, edited });
    },
    stores: ['scenarios', 'edits'],
  };
  const runs: Kind<WholeRun> = {
    kind: 'run',
    async find(id) {
      const found = await access.get('runs', id);
      return found && { ...found, packed: (await access.get('packs', id))?.packed };
    },
    same: sameRun,
    async put(writer, { packed, ...stored }) {
      let pinned = stored.pinned;
      for (const key of pinned ? await writer.keysOf('runs', stored.scenario) : []) {
        // The baseline of this library stays the baseline.
        if (key !== stored.id && (await writer.get('runs', key))?.pinned) pinned = false;
      }
      await writer.put('runs', { ...stored, pinned });
      if (packed) await writer.put('packs', { run: stored.id, packed });
    },
    stores: ['runs', 'packs'],
  };

  async function take<Stored extends { id: string; title: string }>(
    { kind, find, same: isSame, put, stores }: Kind<Stored>,
    stored: Stored,
  ): Promise<void> {
    const base = stored.id.replace(/~[0-9a-f]{8}$/, '');
    let candidate = stored;
    // Its own id; then one made of its content, so that a second import finds the copy of the first; then any.
    for (const next of [async () => `${base}~${await signatureOf(stored)}`, async () => access.newId()]) {
      const found = await find(candidate.id);
      if (found === undefined || (found.deletedAt !== undefined && (await isSame(found, candidate)))) break;
      if (await isSame(found, candidate)) {
        same.push({ kind, id: candidate.id });
        remember(kind, stored.id, candidate.id);
        return;
      }
      const title = freeTitle(stored.title, 'imported', new Set([stored.title]));
      candidate = { ...stored, id: await next(), title };
    }
    await access.write(stores, async (writer) => {
      const [store] = stores;
      const taken = (await writer.get(store, candidate.id)) as { deletedAt?: number } | undefined;
      // Another tab was quicker, or what the browser cannot read has that id: neither is written over.
      if ((taken && taken.deletedAt === undefined) || (await writer.unreadable(store, candidate.id))) {
        candidate = { ...candidate, id: access.newId() };
      }
      await put(writer, candidate);
    });
    remember(kind, stored.id, candidate.id);
    access.notify({ kind, id: candidate.id, change: 'saved' });
    if (candidate.id === stored.id) added.push({ kind, id: stored.id });
    else copied.push({ kind, id: candidate.id, title: candidate.title, of: stored.id });
  }

  function remember(kind: RecordKind, from: string, to: string): void {
    if (kind !== 'run' && from !== to) renamed[kind].set(from, to);
  }

  async function addTranscript(raw: Raw, original: Blob | undefined): Promise<string | null> {
    if (!original) return 'Its file is missing.';
    const { deletedAt: _deleted, ...stored } = { ...raw, original } as unknown as TranscriptRecord;
    const fault = faultOf(TRANSCRIPT, stored);
    if (fault !== null) return fault;
    await take(transcripts, { ...stored, bytes: original.size });
    return null;
  }

  async function addScenario(raw: Raw, attachment: Blob | undefined): Promise<string | null> {
    const edited = attachment ? editedFromJson(await attachment.text()) : {};
    const { deletedAt: _deleted, ...stored } = raw as unknown as StoredScenario;
    const fault = faultOf(SCENARIO, stored) ?? faultOf(EDITS, { scenario: stored.id, edited });
    if (fault !== null) return fault;
    const { transcript, conflictOf } = stored;
    const whole: ScenarioRecord = {
      ...stored,
      edited,
      transcript: renamed.transcript.get(transcript) ?? transcript,
      ...(conflictOf === undefined ? {} : { conflictOf: renamed.scenario.get(conflictOf) ?? conflictOf }),
    };
    await take(scenarios, { ...whole, bytes: bytesOf(whole) });
    return (await access.get('transcripts', whole.transcript))
      ? null
      : 'It is here, but its transcript is neither in the file nor in this library.';
  }

  async function addRun(raw: Raw, attachment: Blob | undefined): Promise<string | null> {
    const packed = attachment ? (fromJson(await attachment.text()) as PackRecord['packed']) : undefined;
    const { deletedAt: _deleted, ...stored } = raw as unknown as StoredRun;
    const fault = faultOf(RUN, stored) ?? (packed ? faultOf(PACK, { run: stored.id, packed }) : null);
    if (fault === null && packed?.some((one) => one && isTooDeep([one.inserts, one.pinRules]))) {
      return 'Its ledgers nest too deep.';
    }
    if (fault !== null) return fault;
    const { transcript, scenario } = stored;
    const whole: WholeRun = {
      ...stored,
      transcript: renamed.transcript.get(transcript) ?? transcript,
      scenario: renamed.scenario.get(scenario) ?? scenario,
      bytes: bytesOf(stored) + bytesOf(packed),
      packed,
    };
    await take(runs, whole);
    return null;
  }

  const add = { transcript: addTranscript, scenario: addScenario, run: addRun };
  return {
    add: (kind, record, attachment) => add[kind](record, attachment),
    report: () => ({ added, same, copied }),
  };
}

/** Transcripts with their original files. */

import type { Access } from './access';
import type { TranscriptEntry, Transcripts } from './library-types';
import type { TranscriptRecord } from './records';

export function createTranscripts(access: Access): Transcripts {
  async function label(id: string, change: Partial<TranscriptRecord>): Promise<void> {
    const changed = await access.write(['transcripts'], async (writer) => {
      const found = await writer.get('transcripts', id);
      if (found) await writer.put('transcripts', { ...found, ...change });
      return found !== undefined;
    });
    if (changed) access.notify({ kind: 'transcript', id, change: 'labelled' });
  }

  return {
    async list() {
      const found = (await access.all('transcripts')).filter((one) => one.deletedAt === undefined);
      return found.sort((a, b) => b.openedAt - a.openedAt).map(entryOf);
    },
    async open(id) {
      const found = await access.get('transcripts', id);
      return found?.deletedAt === undefined ? found : undefined;
    },
    async save(record) {
      await access.write(['transcripts'], async (writer) => {
        const found = await writer.get('transcripts', record.id);
        await writer.put('transcripts', found ? { ...record, ...labelsOf(found) } : record);
      });
      access.notify({ kind: 'transcript', id: record.id, change: 'saved' });
    },
    rename: (id, title) => label(id, { title, renamed: true }),
    tag: (id, tags) => label(id, { tags }),
  };
}

/** What the user said of a transcript, which opening it again leaves as it is. */
function labelsOf({ tags, renamed, title }: TranscriptRecord): Partial<TranscriptRecord> {
  return { ...(tags ? { tags } : {}), ...(renamed ? { renamed, title } : {}) };
}

function entryOf({ original: _original, ...entry }: TranscriptRecord): TranscriptEntry {
  return entry;
}

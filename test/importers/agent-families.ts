/** For tests of one family: its rows of the index, and what its files hold, counted from their JSON without the importer. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Conversation, ImportReport } from '@/lib/importers/importer';
import { countCalls, hasShared, read, refusal, SHARED } from './support';

export interface Counted {
  messages: number;
  calls: number;
}

/** Why a file holds another number of messages or calls than the index says. */
export type Differences = Record<string, string>;

interface Row extends Counted {
  path: string;
}

function rowsOf(family: string): Row[] {
  if (!hasShared) return [];
  return readFileSync(`${SHARED}INDEX.tsv`, 'utf8')
    .split('\n')
    .map((row) => row.split('\t'))
    .filter((cells) => cells[1] === family)
    .map((cells) => ({ path: cells[0] as string, messages: Number(cells[9]), calls: Number(cells[10]) }));
}

/** Conversations that show messages of another once more. */
export const isView = ({ part }: Conversation): boolean => part === 'after compaction' || part === 'branch';

export function countReport({ conversations }: ImportReport): Counted {
  const own = conversations.filter((conversation) => !isView(conversation));
  return {
    messages: own.reduce((sum, { messages }) => sum + messages.length, 0),
    calls: own.reduce((sum, conversation) => sum + countCalls(conversation), 0),
  };
}

/** Each file of the family: read as it, with the counts that `count` finds, which are the index's unless a reason is given. */
export function describeFamily(
  family: string,
  count: (text: string, path: string) => Counted,
  differs: Differences = {},
  format = family,
): void {
  describe.skipIf(!hasShared)(`real ${family} files (skipped where the folder of transcripts is missing)`, () => {
    it.each(rowsOf(family))('$path', async ({ path, messages, calls }) => {
      const bytes = readFileSync(`${SHARED}${path}`);
      const counted = count(bytes.toString('utf8'), path);
      if (counted.messages === 0) {
        // A file of the family that holds no messages is refused, by the family's name.
        expect((await refusal(bytes, {}, path)).message).toContain('the file holds no messages');
        expect(counted).toEqual({ messages, calls });
        return;
      }
      const report = await read(bytes, {}, path);
      expect(report.format).toBe(format);
      expect(report.verdict.confidence).toBeGreaterThan(0.8);
      expect(countReport(report)).toEqual(counted);
      const why = differs[path];
      if (why === undefined) expect(counted).toEqual({ messages, calls });
      else expect(counted, why).not.toEqual({ messages, calls });
      for (const { messages: list, usage, boundaries } of report.conversations) {
        for (const entry of usage) expect(list[entry.message]?.role).toBe('assistant');
        for (const { before } of boundaries) expect(before).toBeLessThan(list.length);
      }
    });
  });
}

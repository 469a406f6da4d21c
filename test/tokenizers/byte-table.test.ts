/** The byte table behaves like a map from byte sequences to numbers, and stays within the size it was made with. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteTable, hashBytes } from '@/lib/tokenizers/byte-table';

const find = (table: ByteTable, bytes: Uint8Array) =>
  table.find(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
const add = (table: ByteTable, bytes: Uint8Array, value: number) =>
  table.add(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length), value);

describe('ByteTable', () => {
  it('finds what was added, and nothing else', () => {
    const sequence = fc.uint8Array({ maxLength: 4, max: 3 });
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 60 }), fc.array(sequence, { maxLength: 60 }), (added, asked) => {
        const table = new ByteTable(60, 240);
        const map = new Map<string, number>();
        for (const bytes of added) {
          if (map.has(bytes.join())) continue;
          add(table, bytes, map.size);
          map.set(bytes.join(), map.size);
        }
        for (const bytes of [...added, ...asked]) expect(find(table, bytes)).toBe(map.get(bytes.join()) ?? -1);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('looks at a slice of a buffer only', () => {
    const table = new ByteTable(4, 16);
    const bytes = new TextEncoder().encode('the cat');
    table.add(bytes, 4, 7, hashBytes(bytes, 4, 7), 9);
    expect(find(table, new TextEncoder().encode('cat'))).toBe(9);
    expect(table.find(bytes, 0, 3, hashBytes(bytes, 0, 3))).toBe(-1);
  });

  it('is emptied when it has as many entries as it holds, and when it has as many bytes', () => {
    const entry = (value: number, length: number) => new Uint8Array(length).fill(value);
    const byEntries = new ByteTable(3, 100);
    for (let value = 0; value < 4; value++) add(byEntries, entry(value, 2), value);
    expect([0, 1, 2, 3].map((value) => find(byEntries, entry(value, 2)))).toEqual([-1, -1, -1, 3]);
    const byBytes = new ByteTable(100, 10);
    for (let value = 0; value < 3; value++) add(byBytes, entry(value, 4), value);
    expect([0, 1, 2].map((value) => find(byBytes, entry(value, 4)))).toEqual([-1, -1, 2]);
  });
});

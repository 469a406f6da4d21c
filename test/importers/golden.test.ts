// Golden tests: every fixture imports as its reviewed drawing says, under any name and from any chunking.

import { describe, expect, it } from 'vitest';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { drawReport, fixture, fixtureNames, gzip, read, sourceOf } from './support';

describe('every fixture', () => {
  it.each(fixtureNames)('%s imports as drawn', async (name) => {
    const report = await read(fixture(name), {}, name);
    await expect(drawReport(report)).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  it.each(fixtureNames)('%s is told by its content, not by its name', async (name) => {
    const known = drawReport(await read(fixture(name), {}, name));
    for (const misleading of [
      'notes.md',
      'session.csv',
      'package.json',
      'x.gz',
      'noextension',
      'codex-rollout.jsonl',
    ]) {
      expect(drawReport(await read(fixture(name), {}, misleading))).toBe(known);
    }
  });

  it.each(fixtureNames)(
    '%s reads the same from any chunking, as gzip, UTF-16, with a mark and with CRLF',
    async (name) => {
      const bytes = fixture(name);
      const text = new TextDecoder().decode(bytes);
      const known = drawReport(await read(bytes, {}, name));
      for (const size of [1, 2, 3, 7, 61, 1000]) {
        expect(drawReport(await readTranscriptFile(sourceOf(bytes, name, size)))).toBe(known);
      }
      expect(drawReport(await read(gzip(bytes)))).toBe(known);
      expect(drawReport(await read(`\uFEFF${text}`))).toBe(known);
      expect(drawReport(await read(utf16(`\uFEFF${text}`, true)))).toBe(known);
      expect(drawReport(await read(utf16(`\uFEFF${text}`, false)))).toBe(known);
      expect(drawReport(await read(utf16(text, true)))).toBe(known);
      expect(drawReport(await read(utf16(text, false)))).toBe(known);
      expect(drawReport(await read(text.replaceAll('\n', '\r\n')))).toBe(known);
    },
  );
});

function utf16(text: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), little);
  return bytes;
}

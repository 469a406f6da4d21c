/** Real transcripts, where there are any: not a piece of them is in a link without the transcript, and settings find them in our own forms. */

import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '@/lib/engine/transcript';
import { EXPORTERS } from '@/lib/exporters/registry';
import type { Conversation } from '@/lib/importers/importer';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { encodeLink } from '@/lib/links/codec';
import { fingerprintOf } from '@/lib/links/fingerprint';
import { prepareLink } from '@/lib/links/prepare';
import { parseScenario } from '@/lib/scenario/scenario';
import { chars4 } from '@/lib/tokenizers/chars4';
import { hasShared, SHARED, sourceOf } from '../importers/support';

const [SMALLEST, LARGEST] = [5_000, 150_000];

/** A file of each format, the smallest that says enough. */
function smallest(): string[] {
  if (!hasShared) return [];
  const rows = readFileSync(`${SHARED}INDEX.tsv`, 'utf8').trimEnd().split('\n').slice(1);
  const found = new Map<string, { path: string; bytes: number }>();
  for (const row of rows) {
    const [path = '', format = '', , , , , , , size] = row.split('\t');
    const bytes = Number(size);
    const before = found.get(format);
    if (bytes >= SMALLEST && bytes <= LARGEST && bytes < (before?.bytes ?? Number.POSITIVE_INFINITY))
      found.set(format, { path, bytes });
  }
  return [...found.values()].map(({ path }) => path);
}

const files = smallest();

/** Pieces of text long enough to be of this transcript alone. */
function piecesOf({ messages }: Transcript): Set<string> {
  const pieces = new Set<string>();
  for (const { content, reasoning, tool_calls = [] } of messages) {
    for (const text of [content, reasoning, ...tool_calls.map((call) => call.function.arguments)]) {
      for (const piece of text?.match(/\p{L}[\p{L} ,.]{18,40}\p{L}/gu) ?? []) pieces.add(piece);
    }
  }
  return pieces;
}

async function conversationsOf(path: string): Promise<readonly Conversation[]> {
  const { conversations } = await readTranscriptFile(sourceOf(readFileSync(`${SHARED}${path}`), path));
  return conversations.slice(0, 2);
}

describe(`real transcripts${files.length === 0 ? ' (0 files here, all skipped)' : ''}`, () => {
  it.skipIf(files.length === 0)('hold much that could get out', async () => {
    let pieces = 0;
    for (const path of files)
      for (const conversation of await conversationsOf(path)) pieces += piecesOf(conversation).size;
    expect(pieces).toBeGreaterThan(200);
  });

  it.each(files)('%s stays at home where only settings or structure go out', async (path) => {
    for (const { messages, tools, title } of await conversationsOf(path)) {
      const transcript: Transcript = tools ? { messages, tools } : { messages };
      const { scenario } = parseScenario({ palimpsest: 1, title, transcript }, { file: path });
      const pieces = [...piecesOf(transcript)];
      for (const choice of [{ kind: 'settings' }, { kind: 'structure', counter: chars4 }] as const) {
        const { fragment } = await encodeLink(prepareLink(scenario, choice).contents);
        const inside = inflateSync(Buffer.from(fragment.slice('#p1.'.length), 'base64url')).toString('utf8');
        expect(pieces.filter((piece) => inside.includes(piece))).toEqual([]);
      }
    }
  });

  it.each(files)('%s is found again as openai-chat and as a scenario', async (path) => {
    for (const { messages, tools, title } of await conversationsOf(path)) {
      for (const id of ['openai-chat', 'scenario']) {
        const exporter = EXPORTERS.find((one) => one.id === id);
        const text = [...(exporter?.write(tools ? { messages, tools } : { messages }, title) ?? [])].join('');
        const back = await readTranscriptFile(sourceOf(text));
        expect(fingerprintOf(back.conversations[0]?.messages ?? [])).toBe(fingerprintOf(messages));
      }
    }
  });
});

/** What the importer tests share: sources made of bytes, reports drawn as text, and the folder of real transcripts. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ImportError } from '@/lib/importers/import-error';
import type { Conversation, ImportReport } from '@/lib/importers/importer';
import { type ReadOptions, readTranscriptFile, type TranscriptSource } from '@/lib/importers/read-file';

const FIXTURES = fileURLToPath(new URL('../fixtures/transcripts/', import.meta.url));
export const SHARED = fileURLToPath(new URL('../../../shared/transcripts/', import.meta.url));
export const hasShared = existsSync(SHARED);

export const fixtureNames: readonly string[] = readdirSync(FIXTURES).filter(
  (name) => /\.(?:jsonl?|af|traj|md|txt)$/.test(name) && !name.startsWith('README'),
);

export function fixture(name: string): Uint8Array {
  return readFileSync(`${FIXTURES}${name}`);
}

/** A source that hands its bytes out in chunks of the given size. */
export function sourceOf(content: string | Uint8Array, name = 'file.jsonl', chunkSize = 65536): TranscriptSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    stream() {
      let offset = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (offset >= bytes.length) {
            controller.close();
            return;
          }
          controller.enqueue(bytes.slice(offset, offset + chunkSize));
          offset += chunkSize;
        },
      });
    },
  };
}

export function read(content: string | Uint8Array, options: ReadOptions = {}, name?: string): Promise<ImportReport> {
  return readTranscriptFile(sourceOf(content, name), options);
}

/** The ImportError that reading ends with; anything else fails the test. */
export async function refusal(
  content: string | Uint8Array,
  options: ReadOptions = {},
  name?: string,
): Promise<ImportError> {
  try {
    await read(content, options, name);
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('the file was read, where it should have been refused');
}

export function gzip(content: string | Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(content));
}

export function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
}

export function countCalls({ messages }: Conversation): number {
  return messages.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0);
}

/** A report as a person would check it: one line a message, with calls, ids and extensions. */
export function drawReport(report: ImportReport): string {
  const drawn = [`${report.format}, ${report.verdict.confidence}: ${report.verdict.reason}`];
  for (const conversation of report.conversations) {
    drawn.push('', `== ${conversation.id}${conversation.part ? ` (${conversation.part})` : ''}: ${conversation.title}`);
    if (conversation.tools) drawn.push(`tools ${JSON.stringify(conversation.tools)}`);
    conversation.messages.forEach((message, index) => {
      const { role, content, tool_calls: calls, tool_call_id: id, ...rest } = message;
      const boundary = conversation.boundaries.find(({ before }) => before === index);
      if (boundary) drawn.push(`-- compacted ${JSON.stringify(boundary)}`);
      drawn.push(
        `${index} ${role}${id === undefined ? '' : ` <- ${id}`}: ${content === null ? 'null' : JSON.stringify(content)}`,
      );
      for (const call of calls ?? []) drawn.push(`    ${call.id} = ${call.function.name}(${call.function.arguments})`);
      if (Object.keys(rest).length > 0) drawn.push(`    ${JSON.stringify(rest)}`);
      for (const usage of conversation.usage)
        if (usage.message === index) drawn.push(`    usage ${JSON.stringify(usage)}`);
    });
  }
  drawn.push('');
  for (const { line, reason } of report.skipped) drawn.push(`skipped ${line}: ${reason}`);
  for (const { line, reason } of report.repaired) drawn.push(`repaired ${line}: ${reason}`);
  for (const note of report.notes) drawn.push(`note: ${note}`);
  return `${drawn.join('\n')}\n`;
}

// Every file of the folder of real transcripts is read as the family that its index names, without being told which.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportError } from '@/lib/importers/import-error';
import { hasShared, read, SHARED } from './support';

/** Families whose importer goes by another id, and files that are of another family than their folder says. */
const READ_AS: Record<string, string> = {
  'gemini/agentsessions-gemini-large.json': 'gemini-cli',
  'gemini/geminicli-session-15k.json': 'gemini-cli',
  'gemini/geminicli-session-33k.json': 'gemini-cli',
  'gemini/geminicli-session-warning-only.json': 'gemini-cli',
  'other-agents/copilot-cli-events.jsonl': 'copilot-cli',
  'other-agents/openclaw-session.jsonl': 'pi',
  'other-agents/qwen-code-session.jsonl': 'qwen-code',
  'other-agents/grok-cli-chat-history.jsonl': 'grok-cli',
  'other-agents/kimi-cli-wire.jsonl': 'kimi-cli',
  'observability/langfuse-agno-trace.json': 'langfuse',
  'observability/langfuse-claude-agent-trace.json': 'langfuse',
  'observability/langfuse-google-adk-trace.json': 'langfuse',
  'observability/langfuse-openai-agents-trace.json': 'langfuse',
  'observability/langfuse-pydantic-ai-tools-trace.json': 'langfuse',
};

interface Row {
  path: string;
  format: string;
  messages: number;
}

function rows(): Row[] {
  if (!hasShared) return [];
  return readFileSync(`${SHARED}INDEX.tsv`, 'utf8')
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .filter((cells) => cells.length > 2)
    .map((cells) => ({ path: cells[0] as string, format: cells[1] as string, messages: Number(cells[9]) }));
}

describe.skipIf(!hasShared)('every file of the index (skipped where the folder of transcripts is missing)', () => {
  it.each(rows())('$path', async ({ path, format, messages: counted }) => {
    const report = await read(readFileSync(`${SHARED}${path}`), {}, path).catch(
      (error: unknown) => error as ImportError,
    );
    if (report instanceof Error) {
      // A file of the family without a single message is refused, by the family's name.
      expect([report.message, counted]).toEqual([expect.stringContaining('the file holds no messages'), 0]);
      return;
    }
    expect(report.format).toBe(READ_AS[path] ?? READ_AS[format] ?? format);
    expect(report.verdict.confidence).toBeGreaterThanOrEqual(0.5);
    expect(report.verdict.reason).not.toBe('');
    for (const { verdict } of report.alternatives)
      expect(verdict.confidence).toBeLessThanOrEqual(report.verdict.confidence);
    for (const { messages, title } of report.conversations) {
      expect(title).not.toBe('');
      expect(messages.length).toBeGreaterThan(0);
    }
  });
});

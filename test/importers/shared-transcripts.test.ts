// Real files: each imports as its family, with the counts that the file really holds; where the index differs, why.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linkTools } from '@/lib/engine/transcript';
import type { Conversation } from '@/lib/importers/importer';
import { countCalls, hasShared, read, SHARED } from './support';

interface Row {
  path: string;
  messages: number;
  calls: number;
}

function rowsOf(family: string): Row[] {
  if (!hasShared) return [];
  return readFileSync(`${SHARED}INDEX.tsv`, 'utf8')
    .split('\n')
    .map((row) => row.split('\t'))
    .filter((cells) => cells[1] === family)
    .map((cells) => ({ path: cells[0] as string, messages: Number(cells[9]), calls: Number(cells[10]) }));
}

/** Conversations that repeat others: views for choosing, not further messages of the file. */
const isView = ({ part }: Conversation): boolean => part === 'after compaction' || part === 'branch';

const OPENAI_DIFFERS: Record<string, { messages: number; why: string }> = {
  'openai-chat/camel-gaia-results-pretty.jsonl': {
    messages: 15,
    why: 'the index counts 6 calls; they hold 6 results, and there are 3 final answers',
  },
  'openai-chat/llamafactory-v1-reason-tool-use.jsonl': {
    messages: 279,
    why: '4 of its 274 messages hold the results of 2 or 3 parallel calls, and become one message a result',
  },
  'openai-chat/taubench-airline-fewshot-display.jsonl': {
    messages: 463,
    why: 'the index counts 19 texts; each renders a whole conversation with role prefixes',
  },
};

const CLAUDE_DIFFERS: Record<string, { messages: number; why: string }> = {
  'claude-code/cclog-edge-cases.jsonl': {
    messages: 12,
    why: 'a line without content does not become a message, and one with its uuid takes its place',
  },
  'claude-code/agentsessions-schema-drift.jsonl': {
    messages: 31,
    why: 'a scrubber gave many lines one uuid and message id, which therefore merge nothing; attachments with text reach the model',
  },
};

const TEXT_ATTACHMENTS = new Set([
  'queued_command',
  'hook_additional_context',
  'skill_listing',
  'mcp_instructions_delta',
  'nested_memory',
  'edited_text_file',
]);

/** Counts a Claude Code file without the importer: API messages by id, results, user texts, and attachments with text. */
function countClaude(path: string): number {
  const messageIds = new Set<string>();
  let others = 0;
  for (const text of readFileSync(`${SHARED}${path}`, 'utf8').split('\n')) {
    let line: {
      type?: string;
      isSidechain?: boolean;
      attachment?: { type: string };
      message?: { id?: string; content?: unknown };
    };
    try {
      line = JSON.parse(text);
    } catch {
      continue;
    }
    if (line.type === 'attachment' && TEXT_ATTACHMENTS.has(line.attachment?.type ?? '')) others++;
    if (line.type === 'assistant') messageIds.add(`${line.isSidechain} ${line.message?.id}`);
    if (line.type !== 'user') continue;
    const blocks = Array.isArray(line.message?.content)
      ? (line.message.content as { type?: string }[])
      : [{ type: 'text' }];
    const results = blocks.filter(({ type }) => type === 'tool_result').length;
    others += results + (blocks.length > results ? 1 : 0);
  }
  return messageIds.size + others;
}

describe.skipIf(!hasShared)('real OpenAI chat files (skipped where the folder of transcripts is missing)', () => {
  it.each(rowsOf('openai-chat'))('$path', async ({ path, messages, calls }) => {
    const report = await read(readFileSync(`${SHARED}${path}`), {}, path);
    expect(report.format).toBe('openai-chat');
    const count = report.conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0);
    expect(count, OPENAI_DIFFERS[path]?.why).toBe(OPENAI_DIFFERS[path]?.messages ?? messages);
    expect(report.conversations.reduce((sum, conversation) => sum + countCalls(conversation), 0)).toBe(calls);
    for (const { title } of report.conversations) expect(title).not.toBe('');
  });
});

describe.skipIf(!hasShared)('real Claude Code files (skipped where the folder of transcripts is missing)', () => {
  it.each(rowsOf('claude-code'))('$path', async ({ path, messages, calls }) => {
    const report = await read(readFileSync(`${SHARED}${path}`), {}, path);
    expect(report.format).toBe('claude-code');
    const own = report.conversations.filter((conversation) => !isView(conversation));
    const branched = new Set(
      report.conversations
        .filter(({ part }) => part === 'branch')
        .flatMap((branch) => branch.messages.map((message) => `${message.timestamp} ${message.content}`)),
    );
    for (const message of own[0]?.messages ?? []) branched.delete(`${message.timestamp} ${message.content}`);
    const count = own.reduce((sum, conversation) => sum + conversation.messages.length, 0) + branched.size;
    // The index counts lines; lines that share a message id are one message.
    expect(count, CLAUDE_DIFFERS[path]?.why).toBe(CLAUDE_DIFFERS[path]?.messages ?? countClaude(path));
    if (!CLAUDE_DIFFERS[path]) expect(count).toBeLessThanOrEqual(messages);
    expect(own.reduce((sum, conversation) => sum + countCalls(conversation), 0)).toBe(calls);
  });

  it('parallel calls keep all their results beside them', async () => {
    const report = await read(readFileSync(`${SHARED}claude-code/packmind-compaction-image.jsonl`));
    const messages = report.conversations[0]?.messages ?? [];
    const links = linkTools(messages);
    expect([...links.orphan].filter((flag) => flag === 1)).toEqual([]);
    expect([...links.unanswered].filter((count) => count > 0)).toEqual([]);
    messages.forEach((message, index) => {
      const calls = message.tool_calls?.length ?? 0;
      for (let after = 1; after <= calls; after++) expect(messages[index + after]?.role).toBe('tool');
    });
    expect(report.conversations[0]?.boundaries).toEqual([{ before: 220, trigger: 'auto', preTokens: 178144 }]);
    expect(messages[220]?.content).toContain('This session is being continued');
    expect(messages.some(({ content }) => content?.includes('[image: image/png, '))).toBe(true);
  });
});

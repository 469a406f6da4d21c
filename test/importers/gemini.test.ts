// Gemini traffic: what each real file holds counted apart, parts of every kind, and chunks, wrappers and sessions.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countReport } from './agent-families';
import { fixture, hasShared, lines, read, SHARED } from './support';

interface Part {
  functionCall?: object;
  function_call?: object;
  functionResponse?: object;
  function_response?: object;
}

interface Content {
  role?: string;
  parts: Part[];
}

/** A content is a message, and each function response in it one of its own. */
function countContents(contents: readonly Content[]): { messages: number; calls: number } {
  let messages = 0;
  let calls = 0;
  for (const { parts } of contents) {
    const results = parts.filter((part) => part.functionResponse ?? part.function_response).length;
    calls += parts.filter((part) => part.functionCall ?? part.function_call).length;
    messages += results + (parts.length > results ? 1 : 0);
  }
  return { messages, calls };
}

interface File {
  contents?: Content[];
  systemInstruction?: object;
  events?: { content: Content }[];
  interactions?: {
    request: { body_segments: { contents: Content[] }[] };
    response: { body_segments: { candidates: { content: Content }[] }[] };
  }[];
}

function contentsIn(file: File): Content[] {
  if (file.contents) return file.contents;
  if (file.events) return file.events.map(({ content }) => content);
  return (file.interactions ?? []).flatMap(({ request, response }) => [
    ...(request.body_segments[0]?.contents ?? []),
    ...response.body_segments.flatMap(({ candidates }) => candidates.map(({ content }) => content)),
  ]);
}

const FILES: [path: string, messages: number, why: string][] = [
  ['gemini/adk-session-snakecase-1.json', 9, ''],
  ['gemini/request-documents-inline-data.json', 5, ''],
  [
    'gemini/request-instructions-tool-calls.json',
    12,
    'the index counts 9 contents: one holds 3 responses, and the system prompt is a message',
  ],
  ['gemini/request-thought-signature.json', 3, ''],
  ['gemini/zen-replay-mldev-chat.json', 2, ''],
];

describe.skipIf(!hasShared)('real Gemini files (skipped where the folder of transcripts is missing)', () => {
  it.each(FILES)('%s', async (path, messages, why) => {
    const bytes = readFileSync(`${SHARED}${path}`);
    const file = JSON.parse(new TextDecoder().decode(bytes)) as File;
    const counted = countContents(contentsIn(file));
    counted.messages += file.systemInstruction ? 1 : 0;
    const report = await read(bytes, {}, path);
    expect(report.format).toBe('gemini');
    expect(countReport(report), why).toEqual(counted);
    expect(counted.messages, why).toBe(messages);
  });

  it('inline documents in URL-safe base64 are placeholders, and never decoded', async () => {
    const report = await read(readFileSync(`${SHARED}gemini/request-documents-inline-data.json`));
    expect(report.conversations[0]?.messages[0]?.content).toBe(
      'Here is a PDF document: \n[document: application/pdf, 13,264 bytes]',
    );
  });
});

describe('Gemini traffic', () => {
  it('pairs calls without ids by name and order', async () => {
    const report = await read(fixture('gemini-request.json'));
    const messages = report.conversations[0]?.messages ?? [];
    const names = new Map(messages[2]?.tool_calls?.map(({ id, function: { arguments: args } }) => [id, args]));
    expect(messages.slice(3, 6).map(({ tool_call_id: id, content }) => [names.get(id ?? ''), content])).toEqual([
      ['{}', '4 mm'],
      ['{"bed":1}', '{"name":"leeks","rows":3}'],
      ['{"bed":2}', 'flooded'],
    ]);
  });

  it('counts the tokens of an image in URL-safe base64 from its own size', async () => {
    const report = await read(fixture('gemini-request.json'));
    expect(report.conversations[0]?.messages[1]?.imageTokens).toBe(Math.ceil((150 * 100) / 750));
  });

  it('joins the chunks of one response, and takes its last usage', async () => {
    const report = await read(fixture('gemini-chunks.jsonl'));
    expect(report.conversations.map(({ messages }) => messages[0]?.content)).toEqual(['The Tay is long.', '188 km.']);
    expect(report.conversations[0]?.usage).toEqual([{ message: 0, input: 9, output: 11 }]);
  });

  it('keeps recorded calls that repeat their history once', async () => {
    const report = await read(fixture('gemini-replay.json'));
    expect(report.conversations).toHaveLength(1);
    expect(report.conversations[0]?.usage.map(({ message }) => message)).toEqual([2, 4]);
  });

  it('puts the summary in place of the events that were compacted', async () => {
    const report = await read(fixture('gemini-adk.json'));
    const seen = report.conversations.find(({ part }) => part === 'after compaction');
    expect(seen?.messages.map(({ content }) => content)).toEqual([
      'Asked about rain in Oban: showers.',
      'Thanks.',
      'Any time.',
    ]);
  });

  it('names what it does not read beside the contents', async () => {
    const report = await read(
      JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }], memory: 'kept elsewhere' }),
    );
    expect(report.notes.join()).toContain('memory');
  });

  it('says of parts with a type that they are not its own', async () => {
    const chat = { messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'hi' }] }] };
    const report = await read(JSON.stringify(chat));
    expect(report.format).toBe('vercel-ai-sdk');
    expect(report.alternatives.find(({ id }) => id === 'gemini')?.verdict).toMatchObject({ confidence: 0.1 });
  });

  it('reads contents a line as one conversation', async () => {
    const report = await read(
      lines(
        { role: 'user', parts: [{ text: 'one' }] },
        { role: 'model', parts: [{ text: 'two' }, { text: 'three', newThing: 1 }] },
        { role: 'user', parts: [{ videoMetadata: { fps: 1 }, text: 'four' }] },
      ),
    );
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual(['one', 'two\nthree', 'four']);
  });
});

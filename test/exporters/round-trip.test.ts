/**
 * Import → export → import, for every format that is written and read. What is held:
 * 1. of any transcript at all, what came back once comes back the same for ever: the second trip is the identity;
 * 2. of a transcript of which `losses` says nothing, everything comes back, but for what SAME names.
 * An importer that is added is held to both without a line here.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, ToolCall, Transcript } from '@/lib/engine/transcript';
import { EXPORTERS } from '@/lib/exporters/registry';
import { plainTools } from '@/lib/exporters/tool-schemas';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { IMPORTERS } from '@/lib/importers/registry';
import { sourceOf } from '../importers/support';
import { exporterNamed, extendedTranscript, written } from './support';

const RUNS = Number(process.env.RUNS ?? 60);

const importerOf = (id: string) =>
  (IMPORTERS.find((one) => one.id === id) ?? IMPORTERS.find((one) => one.id.startsWith(`${id}-`)))?.id;
const IDS = EXPORTERS.map(({ id }) => id).filter((id) => id !== 'markdown');
const BOTH = IDS.filter((id) => importerOf(id) !== undefined);
const unread = IDS.filter((id) => importerOf(id) === undefined);

async function back(id: string, transcript: Transcript): Promise<Transcript> {
  const format = importerOf(id);
  const report = await readTranscriptFile(sourceOf(written(id, transcript)), format ? { format } : {});
  expect(report.skipped).toEqual([]);
  expect(report.conversations).toHaveLength(1);
  const [{ messages = [], tools } = {}] = report.conversations;
  return tools ? { messages, tools } : { messages };
}

const text = fc.oneof(
  fc.constantFrom('Run the tests.', '数据 🙂 e\u0301', '{"a":1}', 'two\n\nlines ', '<tag>', '```js\nx\n```'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== ''),
);
const callArguments = fc.constantFrom('{}', '{"path":"src/app.ts"}', '{"deep":{"list":[1,"2",null]},"text":"é\\n"}');

/** Turns that every provider would take: sides alternate, each call has its one result right behind it, ids differ. */
const orderly: fc.Arbitrary<Transcript> = fc
  .record({
    system: fc.option(text),
    rounds: fc.array(
      fc.record({
        question: text,
        steps: fc.array(
          fc.record({
            name: fc.constantFrom('read_file', 'run'),
            arguments: callArguments,
            result: text,
            failed: fc.boolean(),
          }),
          { maxLength: 3 },
        ),
        answer: text,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    withTools: fc.boolean(),
    withFailures: fc.boolean(),
  })
  .map(({ system, rounds, withTools, withFailures }) => {
    const messages: Message[] = system === null ? [] : [{ role: 'system', content: system }];
    let id = 0;
    for (const { question, steps, answer } of rounds) {
      messages.push({ role: 'user', content: question });
      for (const { result, failed, ...target } of steps) {
        id += 1;
        const call: ToolCall = { id: `call_${id}`, type: 'function', function: target };
        messages.push({ role: 'assistant', content: null, tool_calls: [call] });
        const mark = withFailures && failed ? { is_error: true as const } : {};
        messages.push({ role: 'tool', content: result, tool_call_id: call.id, ...mark });
      }
      messages.push({ role: 'assistant', content: answer });
    }
    const parameters = { type: 'object', properties: { path: { type: 'string' } } };
    const schema = { type: 'function', function: { name: 'read_file', description: 'Reads.', parameters } };
    return withTools ? { messages, tools: [schema] } : { messages };
  });

/** What stands for the same: tools in any provider's form, no content beside calls is an empty one, and ids are names whose place alone counts. */
function same(transcript: Transcript): unknown {
  const { messages } = transcript;
  const names = new Map<string, string>();
  const renamed = (id: string) => {
    const known = names.get(id) ?? `id${names.size}`;
    names.set(id, known);
    return known;
  };
  return {
    tools: plainTools(transcript),
    messages: messages.map(({ content, tool_calls: calls, tool_call_id: id, name, ...rest }) => ({
      ...rest,
      content: content ?? '',
      // The name of the tool beside its result says nothing that its call does not.
      ...(name !== undefined && rest.role !== 'tool' ? { name } : {}),
      ...(id === undefined ? {} : { answers: renamed(id) }),
      ...(calls?.length
        ? {
            calls: calls.map((call) => [
              renamed(call.id),
              call.function.name,
              JSON.parse(call.function.arguments || '{}'),
            ]),
          }
        : {}),
    })),
  };
}

/** Formats with a place for results that failed. */
const KEEPS_ERRORS = new Set(['openai-chat', 'scenario', 'anthropic', 'gemini', 'langchain', 'vercel']);

function withoutErrors(transcript: Transcript): Transcript {
  return { ...transcript, messages: transcript.messages.map(({ is_error: _, ...message }) => message) };
}

describe.each(BOTH)('%s', (id) => {
  it('gives back everything of a transcript of which it says that nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(orderly, async (transcript) => {
        const losses = exporterNamed(id).losses(transcript);
        const failures = transcript.messages.filter((message) => message.is_error).length;
        const told = losses.filter((loss) => !loss.startsWith('Left out: the ids of calls'));
        const kept = KEEPS_ERRORS.has(id) || failures === 0;
        expect(told).toEqual(kept ? [] : [expect.stringContaining('the mark of an error on')]);
        expect(same(await back(id, transcript))).toEqual(same(kept ? transcript : withoutErrors(transcript)));
      }),
      { numRuns: RUNS, seed: 20271 },
    );
  });

  it('is the identity from the second time on, whatever the transcript', async () => {
    await fc.assert(
      fc.asyncProperty(extendedTranscript, async (transcript) => {
        fc.pre(JSON.parse(written(id, transcript)) !== null && hasText(transcript));
        const once = await back(id, transcript);
        fc.pre(once.messages.length > 0);
        const twice = await back(id, once);
        expect(await back(id, twice)).toEqual(twice);
        expect(twice.messages.length).toBe(once.messages.length);
      }),
      { numRuns: RUNS, seed: 20272 },
    );
  });
});

function hasText({ messages }: Transcript): boolean {
  return messages.some(({ role, content }) => role !== 'tool' && (content ?? '').trim() !== '');
}

it.skipIf(unread.length === 0)(`formats without an importer are skipped: ${unread.join(', ')}`, () => {
  expect(unread.every((id) => importerOf(id) === undefined)).toBe(true);
});

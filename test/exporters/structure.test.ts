/** Formats that lose something: every provider would take what is written, no text falls out unsaid, and the losses are told. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { argumentsObject } from '@/lib/exporters/json-pieces';
import { EXPORTERS } from '@/lib/exporters/registry';
import { exporterNamed, extendedTranscript, session, written } from './support';

const RUNS = Number(process.env.RUNS ?? 200);
const NAMES = ['anthropic', 'openai-responses', 'gemini', 'langchain', 'vercel', 'sharegpt', 'markdown'];

type Json = { [name: string]: unknown };
type Block = Json & { type: string; id: string; tool_use_id: string; text: string; content: string };
type Content = { role: string; parts: Json[] };
type Item = Json & { type: string; call_id: string; role: string; content: { type: string; text: string }[] };

const isBlank = (text: string | null) => (text ?? '').trim() === '';

/** Texts of messages as they must turn up somewhere, sorted. */
function textsOf({ messages }: Transcript, role: (message: Message) => boolean): string[] {
  return messages
    .filter((message) => role(message) && !isBlank(message.content))
    .map((message) => message.content ?? '')
    .sort();
}

const spoken = ({ role }: Message) => role !== 'tool';

function withoutNotes(texts: string[]): string[] {
  return texts
    .filter((text) => !/^\[(calls|result)\b/.test(text) && !text.startsWith('(The conversation begins'))
    .sort();
}

describe('anthropic', () => {
  it('alternates from the user on; every tool use has its one result at the head of the next turn', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const file = JSON.parse(written('anthropic', transcript)) as { system?: unknown; messages: Json[] };
        const turns = file.messages.map(({ role, content }) => ({
          role,
          blocks: (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as Block[],
        }));
        const ids = new Set<string>();
        const texts = (file.system === undefined ? [] : [file.system].flat()).map((one) =>
          typeof one === 'string' ? one : (one as Block).text,
        );
        for (const [number, { role, blocks }] of turns.entries()) {
          expect(role).toBe(number % 2 === 0 ? 'user' : 'assistant');
          expect(blocks.length).toBeGreaterThan(0);
          const uses = blocks.filter(({ type }) => type === 'tool_use');
          for (const { id, input } of uses as (Block & { input: unknown })[]) {
            expect(ids.has(id)).toBe(false);
            expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
            expect(Array.isArray(input) || typeof input !== 'object').toBe(false);
            ids.add(id);
          }
          for (const { type, text } of blocks) {
            if (type !== 'text') continue;
            expect(isBlank(text)).toBe(false);
            texts.push(text);
          }
          const before = turns[number - 1]?.blocks.filter(({ type }) => type === 'tool_use') ?? [];
          const results = blocks.slice(0, before.length).map((block) => block.tool_use_id);
          expect(results.sort()).toEqual(before.map(({ id }) => id).sort());
          expect(blocks.slice(before.length).some(({ type }) => type === 'tool_result')).toBe(false);
          if (uses.length > 0 && number === turns.length - 1) {
            expect(
              transcript.messages.findLast((message) => !isBlank(message.content) || message.tool_calls)?.role,
            ).toBe('assistant');
          }
        }
        expect(withoutNotes(texts)).toEqual(withoutNotes(textsOf(transcript, spoken)));
      }),
      { numRuns: RUNS, seed: 20263 },
    );
  });
});

describe('gemini', () => {
  it('starts with the user; as many responses follow a call turn at once as it has calls, under the same names in order', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const file = JSON.parse(written('gemini', transcript)) as { contents: Content[] };
        const { contents } = file;
        if (contents.length > 0) expect(contents[0]?.role).toBe('user');
        const names = (content: Content | undefined, key: string) =>
          (content?.parts ?? []).flatMap((part) => (key in part ? [(part[key] as { name: string }).name] : []));
        for (const [number, content] of contents.entries()) {
          expect(content.parts.length).toBeGreaterThan(0);
          const calls = names(content, 'functionCall');
          const responses = names(content, 'functionResponse');
          if (calls.length > 0) {
            expect(content.role).toBe('model');
            expect(contents[number - 1]?.role).toBe('user');
            if (number < contents.length - 1) expect(names(contents[number + 1], 'functionResponse')).toEqual(calls);
          }
          if (responses.length > 0) {
            expect(content.role).toBe('user');
            expect(responses).toHaveLength(content.parts.length);
            expect(names(contents[number - 1], 'functionCall')).toEqual(responses);
          }
        }
      }),
      { numRuns: RUNS, seed: 20264 },
    );
  });
});

describe('openai-responses', () => {
  it('every output follows the one call with its call_id, and only a call at the very end has none', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const { input } = JSON.parse(written('openai-responses', transcript)) as { input: Item[] };
        const open = new Set<string>();
        const seen = new Set<string>();
        const texts: string[] = [];
        for (const item of input) {
          if (item.type === 'function_call') {
            expect(seen.has(item.call_id)).toBe(false);
            seen.add(item.call_id);
            open.add(item.call_id);
          } else if (item.type === 'function_call_output') {
            expect(open.delete(item.call_id)).toBe(true);
          } else {
            expect(item.content.map(({ type }) => type)).toEqual([
              item.role === 'assistant' ? 'output_text' : 'input_text',
            ]);
            texts.push(...item.content.map(({ text }) => text));
          }
        }
        const waiting = input.slice(input.length - open.size).map((item) => item.call_id);
        expect(waiting.sort()).toEqual([...open].sort());
        expect(withoutNotes(texts)).toEqual(withoutNotes(textsOf(transcript, spoken)));
      }),
      { numRuns: RUNS, seed: 20265 },
    );
  });
});

describe('every format', () => {
  it.each(EXPORTERS.map(({ id }) => id))('%s writes an empty transcript, and says of it that nothing is lost', (id) => {
    const text = written(id, { messages: [] });
    expect(id === 'markdown' ? text : JSON.parse(text)).toBeTruthy();
    expect(exporterNamed(id).losses({ messages: [] })).toHaveLength(id === 'markdown' ? 1 : 0);
  });

  it.each(NAMES)('%s says what it loses', async (id) => {
    const losses = exporterNamed(id).losses(session);
    const { extension } = exporterNamed(id);
    await expect(`${losses.join('\n')}\n`).toMatchFileSnapshot(`goldens/${id}.losses.txt`);
    await expect(written(id, session)).toMatchFileSnapshot(
      `goldens/${id}.${extension === 'md' ? 'md.txt' : 'json.txt'}`,
    );
  });
});

describe('arguments', () => {
  it('are put in letter for letter: numbers keep their digits, fields their order', () => {
    const text = written('anthropic', session);
    expect(text).toContain('"input":{"path": "src/send.py", "lines": 12345678901234567890}');
  });

  it.each([
    ['', '{}'],
    [' ', '{}'],
    ['{"a":1}', '{"a":1}'],
    ['{"a":"\ud800"}', '{"a":"\\ud800"}'],
    ['{"a":"😀"}', '{"a":"😀"}'],
    ['[1]', null],
    ['null', null],
    ['{"a":', null],
    ['--fast', null],
  ])('%j as an object: %j', (text, object) => {
    expect(argumentsObject(text)).toBe(object);
  });

  it('may nest without end', () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const call = { id: 'c', type: 'function' as const, function: { name: 'run', arguments: deep } };
    const transcript: Transcript = {
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: null, tool_calls: [call] },
      ],
    };
    for (const id of NAMES) expect(written(id, transcript).length).toBeGreaterThan(deep.length);
  });
});

describe('markdown', () => {
  it('fences cannot be closed by what they hold', () => {
    const content = 'before\n```\n# not a heading\n````\n';
    const text = written('markdown', { messages: [{ role: 'tool', content, tool_call_id: 'a`b' }] });
    expect(text).toContain(`\n\`\`\`\`\`text\n${content}\`\`\`\`\`\n`);
    expect(text).toContain('answers ``a`b``');
  });
});

/** Formats of frameworks, held against what the frameworks themselves take: loaders where they are here, documented types where not. */

import { mapStoredMessagesToChatMessages, type StoredMessage } from '@langchain/core/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsObject } from '@/lib/exporters/json-pieces';
import { exporterNamed, extendedTranscript, session, written } from './support';

const RUNS = Number(process.env.RUNS ?? 150);

type Json = { [name: string]: unknown };

describe('langchain', () => {
  it('is loaded by mapStoredMessagesToChatMessages, with every text, call, result, name and reasoning', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const file = JSON.parse(written('langchain', transcript)) as { messages: StoredMessage[] };
        const loaded = mapStoredMessagesToChatMessages(file.messages);
        expect(loaded).toHaveLength(transcript.messages.length);
        for (const [index, message] of transcript.messages.entries()) {
          const one = loaded[index] as unknown as Json & { additional_kwargs: Json };
          expect(one.content).toBe(message.content ?? '');
          expect(one.name).toBe(message.name);
          expect(one.additional_kwargs.reasoning_content).toBe(message.reasoning);
          if (message.role === 'tool') expect(one.tool_call_id).toBe(message.tool_call_id);
          const calls = message.tool_calls ?? [];
          const isValid = (call: (typeof calls)[number]) => argumentsObject(call.function.arguments) !== null;
          if (message.role !== 'assistant') continue;
          expect(one.tool_calls).toEqual(
            calls.filter(isValid).map(({ id, function: { name, arguments: given } }) => ({
              type: 'tool_call',
              id,
              name,
              args: JSON.parse(given || '{}'),
            })),
          );
          expect((one.invalid_tool_calls as Json[]).map(({ args }) => args)).toEqual(
            calls.filter((call) => !isValid(call)).map((call) => call.function.arguments),
          );
        }
      }),
      { numRuns: RUNS, seed: 20273 },
    );
  });
});

/** https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message */
function isModelMessage(value: Json): boolean {
  const { role, content } = value;
  if (Object.keys(value).join() !== 'role,content') return false;
  if (role === 'system') return typeof content === 'string';
  if (role === 'user') return typeof content === 'string';
  const parts = content as Json[];
  if (role === 'tool') {
    return parts.every(({ type, toolCallId, toolName, output, ...rest }) => {
      const { type: kind, value: text } = output as Json;
      const texts = [toolCallId, toolName, text].every((one) => typeof one === 'string');
      const known = kind === 'text' || kind === 'error-text';
      return type === 'tool-result' && known && texts && Object.keys(rest).length === 0;
    });
  }
  if (role !== 'assistant') return false;
  if (typeof content === 'string') return true;
  return parts.every((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return typeof part.text === 'string';
    return (
      part.type === 'tool-call' &&
      typeof part.toolCallId === 'string' &&
      typeof part.toolName === 'string' &&
      'input' in part
    );
  });
}

describe('vercel', () => {
  it('is a list of ModelMessages as the SDK documents them', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const { messages } = JSON.parse(written('vercel', transcript)) as { messages: Json[] };
        expect(messages).toHaveLength(transcript.messages.length);
        for (const message of messages) expect(isModelMessage(message), JSON.stringify(message)).toBe(true);
      }),
      { numRuns: RUNS, seed: 20274 },
    );
  });
});

describe('sharegpt', () => {
  it('alternates as LLaMA-Factory wants, or says how many turns do not', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const { conversations } = JSON.parse(written('sharegpt', transcript)) as {
          conversations: { from: string; value: string }[];
        };
        let broken = 0;
        let before = '';
        for (const { from, value } of conversations) {
          const side = { human: 'user', observation: 'user', gpt: 'model', function_call: 'model' }[from] ?? 'system';
          // The system stands before the turns; among them it is on neither side, which here counts as the model's.
          const isUser = side === 'user';
          if (side === 'system' || (before !== '' && isUser === (before === 'user'))) broken++;
          before = side;
          if (from === 'function_call') expect(Object.keys(JSON.parse(value) as Json)).toEqual(['name', 'arguments']);
        }
        const said = exporterNamed('sharegpt')
          .losses(transcript)
          .filter((loss) => loss.includes('alternate'));
        expect(said).toHaveLength(broken > 0 ? 1 : 0);
        if (broken > 0) expect(said[0]).toMatch(new RegExp(`^${broken} turn`));
      }),
      { numRuns: RUNS, seed: 20275 },
    );
  });

  it('has the tools as JSON in a string', () => {
    const { tools } = JSON.parse(written('sharegpt', session)) as { tools: string };
    expect(JSON.parse(tools)).toEqual([
      { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', required: ['path'] } },
    ]);
  });
});

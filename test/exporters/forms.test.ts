/** Forms of a format: which there are, and that messages alone and requests say what a file would still have held. */

import { describe, expect, it } from 'vitest';
import type { Transcript } from '@/lib/engine/transcript';
import { outgoing } from '@/lib/exporters/forms';
import { EXPORTERS, formsOf } from '@/lib/exporters/registry';

const exporter = (id: string) => EXPORTERS.find((one) => one.id === id) ?? expect.fail(id);
const text = (pieces: Iterable<string>) => [...pieces].join('');

const transcript: Transcript = {
  messages: [
    { role: 'user', content: 'Read it.', priority: 'high', timestamp: '2026-01-01T00:00:00Z' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', name: 'read', content: 'ok' },
    { role: 'assistant', content: null, reasoning: 'Nothing to say.' },
  ],
  tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }, { type: 'web_search' }],
};

describe('forms', () => {
  it('every format is a file, providers are requests, our own form is a list of messages', () => {
    expect(EXPORTERS.filter((one) => formsOf(one.id).includes('body')).map(({ id }) => id)).toEqual([
      'openai-chat',
      'anthropic',
      'openai-responses',
      'gemini',
    ]);
    expect(EXPORTERS.filter((one) => formsOf(one.id).includes('messages')).map(({ id }) => id)).toEqual([
      'openai-chat',
    ]);
    for (const one of EXPORTERS) expect(formsOf(one.id)[0]).toBe('file');
  });

  it('messages alone are the canonical messages; the schemas are said to be left out', () => {
    const { pieces, losses } = outgoing(exporter('openai-chat'), 'messages', transcript, '');
    expect(JSON.parse(text(pieces))).toEqual(transcript.messages);
    expect(losses).toEqual(['Left out: 2 tool schemas.']);
  });

  it('a request of Chat Completions says which extensions it has no place for', () => {
    const chat = exporter('openai-chat');
    expect(outgoing(chat, 'file', transcript, '').losses).toEqual([]);
    const { pieces, losses, extension } = outgoing(chat, 'command', transcript, '');
    expect(losses).toEqual([
      'Left out: the recorded reasoning of 1 message.',
      'Left out: the time of 1 message.',
      'Left out: the priority of 1 message.',
      'Left out: the name of 1 result.',
      '1 message without any content got an empty text.',
      'Left out: 1 tool schema without a function name.',
    ]);
    expect(extension).toBe('sh');
    expect(text(pieces)).toContain(text(outgoing(chat, 'body', transcript, '').pieces));
  });
});

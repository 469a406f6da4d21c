/** Fingerprints: SHA-256 as it is defined, the same for a transcript in any format, and another for any other transcript. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { EXPORTERS } from '@/lib/exporters/registry';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { attachTranscript } from '@/lib/links/attach';
import { fingerprintOf } from '@/lib/links/fingerprint';
import { prepareLink } from '@/lib/links/prepare';
import { Sha256 } from '@/lib/links/sha256';
import { sourceOf } from '../importers/support';
import { wordyScenario } from './arbitrary';

const { transcript } = wordyScenario();
const [first, second, third, last] = transcript.messages as [Message, Message, Message, Message];

it('SHA-256 gives what every other gives, in whatever pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (pieces) => {
      const ours = new Sha256();
      const theirs = createHash('sha256');
      for (const piece of pieces) {
        ours.add(piece);
        theirs.update(piece);
      }
      expect(Buffer.from(ours.digest()).toString('hex')).toBe(theirs.digest('hex'));
    }),
    { seed: 2, numRuns: 300 },
  );
});

describe('a fingerprint', () => {
  it('is what it was: settings that went out with it must find their transcript', () => {
    expect(fingerprintOf(transcript.messages)).toBe('U2TBVf0u4AWnLOm2aeYxtg');
    expect(fingerprintOf([])).toBe('47DEQpj8HBSa-_TImW-5JA');
  });

  it.each(['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'scenario', 'vercel', 'langchain'])(
    'is the same once the transcript has been through %s',
    async (id) => {
      const exporter = EXPORTERS.find((one) => one.id === id);
      const text = [...(exporter?.write(transcript, 'A title') ?? [])].join('');
      const { conversations } = await readTranscriptFile(sourceOf(text));
      expect(fingerprintOf(conversations[0]?.messages ?? [])).toBe(fingerprintOf(transcript.messages));
    },
  );

  it('does not see ids, times, pins, reasoning, and the space in arguments', () => {
    const call = {
      id: 'other',
      type: 'function' as const,
      function: { name: 'look', arguments: '{ "where":"the reeds" }\n' },
    };
    const others: Message[] = [
      { role: 'user', content: first.content, timestamp: '2026-01-01T00:00:00Z' },
      { ...second, content: '', reasoning: 'hm', tool_calls: [call] },
      { ...third, tool_call_id: 'other', name: 'look', kind: 'tool_observation', priority: 'low' },
      last,
    ];
    expect(fingerprintOf(others)).toBe(fingerprintOf(transcript.messages));
    expect(fingerprintOf([{ role: 'developer', content: 'x' }])).toBe(
      fingerprintOf([{ role: 'system', content: 'x' }]),
    );
  });

  it('sees everything that is said, by whom and in which order', () => {
    const said = (name: string, text: string): Message => ({
      ...second,
      tool_calls: [{ id: 'a1', type: 'function', function: { name, arguments: text } }],
    });
    const others: Message[][] = [
      [],
      transcript.messages.slice(1),
      [second, first, third, last],
      [{ ...first, role: 'assistant' }, second, third, last],
      [{ ...first, content: `${first.content} ` }, second, third, last],
      [first, said('look', '{"where":"the  reeds"}'), third, last],
      [first, said('see', '{"where":"the reeds"}'), third, last],
      [first, second, { ...third, content: null }, last],
      // Borders between texts count: the same letters, cut elsewhere.
      [
        { role: 'user', content: 'ab' },
        { role: 'user', content: 'c' },
      ],
      [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'bc' },
      ],
      [{ role: 'user', content: 'abc' }],
    ];
    const prints = [transcript.messages, ...others].map((messages) => fingerprintOf(messages));
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('takes arguments that nest without end as they are', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const message = (text: string): Message => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: text } }],
    });
    expect(fingerprintOf([message(deep)])).not.toBe(fingerprintOf([message(`${deep} `)]));
  });
});

describe('settings from a link', () => {
  const { contents } = prepareLink(wordyScenario(), { kind: 'settings' });

  it('find their transcript again, with the pins by hand as they were sent', () => {
    const [, ...rest] = transcript.messages;
    const { pinned: _, ...unpinned } = first;
    const loaded = { messages: [unpinned, ...rest.map((message) => ({ ...message, pinned: true }))] };
    const { scenario, same } = attachTranscript(contents, loaded);
    expect(same).toBe(true);
    expect(scenario).toEqual(wordyScenario());
  });

  it('are put on another one when asked, but not its pins', () => {
    const other = { messages: [{ role: 'user' as const, content: 'Something else' }] };
    const { scenario, same } = attachTranscript(contents, other);
    expect(same).toBe(false);
    expect(scenario).toEqual({ ...wordyScenario(), transcript: other });
  });

  it('of a scenario without messages mean no transcript', () => {
    const empty = { ...wordyScenario(), transcript: { messages: [] } };
    expect(prepareLink(empty, { kind: 'settings' }).contents.meant).toBeUndefined();
  });
});

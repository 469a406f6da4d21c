/** What exporter tests share: files written in one go, and transcripts with every extension that a message can have. */

import fc from 'fast-check';
import type { Message, Transcript } from '@/lib/engine/transcript';
import type { Exporter } from '@/lib/exporters/exporter';
import { EXPORTERS } from '@/lib/exporters/registry';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { transcriptFrom } from '../fixtures/transcript-text';

export function exporterNamed(id: string): Exporter {
  const found = EXPORTERS.find((one) => one.id === id);
  if (!found) throw new Error(`no exporter ${id}`);
  return found;
}

export function written(id: string, transcript: Transcript, title = 'A title'): string {
  return [...exporterNamed(id).write(transcript, title)].join('');
}

const extension = fc.record(
  {
    kind: fc.constantFrom('user_message' as const, 'decision' as const, 'tool_observation' as const),
    priority: fc.constantFrom('low' as const, 'high' as const),
    pinned: fc.boolean(),
    name: fc.constantFrom('read_file', 'ada'),
    timestamp: fc.constantFrom('2026-03-01T09:30:00.000Z', '2026-03-01T10:30:00+01:00'),
    imageTokens: fc.constantFrom(85, 1105),
    reasoning: fc.constantFrom('First the tests.', '推理 \ud800'),
    is_error: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

/** Arbitrary transcripts of at least one message, some of them with names, times, kinds, priorities, pins, images and reasoning. */
export const extendedTranscript: fc.Arbitrary<Transcript> = fc
  .tuple(
    arbitraryTranscript.filter(({ messages }) => messages.length > 0),
    fc.array(extension, { maxLength: 12 }),
  )
  .map(([transcript, extensions]) => ({
    ...transcript,
    messages: transcript.messages.map((message, index) => ({ ...message, ...extensionOf(message, extensions[index]) })),
  }));

/** Only results say that something failed. */
function extensionOf({ role }: Message, { is_error: failed, ...rest }: Partial<Message> = {}): Partial<Message> {
  return failed && role === 'tool' ? { ...rest, is_error: failed } : rest;
}

/** A session with everything that formats differ about. */
export const session: Transcript = {
  ...transcriptFrom(`
    system:    You keep the billing service healthy.
    developer: Answer in English.
    user:      Find out why invoices are sent twice.
    assistant: Looking. -> read_file#c1({"path": "src/send.py", "lines": 12345678901234567890}) -> search#c2({"query":"send"})
    tool c2:   src/send.py:14 send(id)
    tool c1:   def send(invoice):
    user:      Use the staging data.
    assistant: -> search#c1({"query":"staging"})
    user:      And be quick.
    tool c1:   nothing found
    tool c1:   nothing found, again
    assistant: -> run_tests#c3(--fast)
    tool c3:   1 failed
    system:    The user is in a hurry.
    assistant: -> run_tests#c4({})
    assistant: The retry sends twice.
    assistant: Shall I mend it?
    user:      Yes.
    assistant: Running the tests. -> run_tests#c.5({}) -> read_file#c6({})
  `),
  tools: [
    {
      type: 'function',
      function: { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', required: ['path'] } },
    },
    { type: 'web_search' },
  ],
};
const [, , , looking] = session.messages;
if (looking)
  Object.assign(looking, { reasoning: 'The worker first.', timestamp: '2026-03-01T09:30:00Z', pinned: true });

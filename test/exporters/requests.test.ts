/** Requests to copy: bodies that providers' APIs take, and command lines that a shell reads as they are meant, without any key. */

import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { replay, runSync } from '@/lib/engine/replay';
import { callCount } from '@/lib/engine/transcript';
import { curlCommand, REQUEST_FORMATS, requestBody } from '@/lib/exporters/request';
import { windowTranscript } from '@/lib/exporters/window';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { extendedTranscript, session, written } from './support';

type Json = { [name: string]: unknown };
const bodyOf = (format: string, transcript = session) =>
  JSON.parse([...(requestBody(format, transcript) ?? [])].join('')) as Json;

describe.each(REQUEST_FORMATS)('%s', (format) => {
  it('has a body with a placeholder for the model, and what its exporter writes', () => {
    const { model, max_tokens: _most, ...body } = bodyOf(format);
    expect(model).toBe(format === 'gemini' ? undefined : 'MODEL');
    if (format !== 'openai-chat') expect(body).toEqual(JSON.parse(written(format, session)));
  });

  it('comes through a shell letter for letter, whatever is in the texts', () => {
    const nasty = `$HOME \`id\` $(id) 'a' "b" \\ PALIMPSEST_BODY\nPALIMPSEST_BODY\n!! \u2028`;
    const transcript = { messages: [...session.messages, { role: 'user' as const, content: nasty }] };
    const command = [...curlCommand(format, transcript)].join('');
    const shell = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@" >&2; cat; }\n${command}`], { encoding: 'utf8' });
    expect(JSON.parse(shell.stdout)).toEqual(bodyOf(format, transcript));
    expect(shell.stderr).toMatch(/^https:\/\/[a-z.]+\/v1/m);
    expect(command).toMatch(/\$[A-Z]+_API_KEY/);
  });
});

it('chat bodies have only fields that the API knows', () => {
  fc.assert(
    fc.property(extendedTranscript, (transcript) => {
      const { messages } = bodyOf('openai-chat', transcript) as { messages: Json[] };
      const known = ['role', 'content', 'tool_calls', 'tool_call_id', 'name'];
      for (const message of messages) {
        expect(Object.keys(message).filter((name) => !known.includes(name))).toEqual([]);
        if (message.content === null) expect(message.tool_calls).toBeTruthy();
      }
    }),
    { numRuns: 100, seed: 20276 },
  );
});

it('no format is a request that is not one', () => {
  expect(requestBody('markdown', session)).toBeNull();
  expect([...curlCommand('markdown', session)]).toEqual([]);
});

it('the window at any call is a transcript: as presented, with the tools', () => {
  const system = systemById('message-cap');
  const config = completeConfig(system, { maxMessages: 6 });
  const guards = completeGuards(system);
  const index = indexTranscript(session);
  const counts = countTranscript(session, chars4);
  const run = runSync(replay({ index, system, config, guards, counts, counter: chars4 }), fixedSummarizer('S{n}'));
  for (let call = 0; call < callCount(session.messages); call++) {
    const window = windowTranscript({ run, index, system, config, guards }, call);
    expect(window.tools).toEqual(session.tools);
    for (const message of window.messages) expect(session.messages).toContainEqual(message);
  }
  const last = windowTranscript({ run, index, system, config, guards }, callCount(session.messages) - 1);
  expect(last.messages.length).toBeLessThan(session.messages.length);
  expect(last.messages.at(-1)).toEqual(session.messages.at(-1));
});

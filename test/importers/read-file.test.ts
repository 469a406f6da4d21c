// Whole-file tests: clear refusals, overrides, progress, cancel, archives, and near misses called by their names.

import { describe, expect, it, vi } from 'vitest';
import type { ImportError } from '@/lib/importers/import-error';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { drawReport, fixture, gzip, lines, read, refusal, sourceOf } from './support';

const CHAT = lines({ role: 'user', content: 'one' }, { role: 'assistant', content: 'two' });

describe('refusals', () => {
  const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const cases: [string, string | Uint8Array, string, string][] = [
    ['an empty file', '', 'The file is empty', 'an empty file'],
    ['white space', '\n \t\r\n', 'nothing but white space', 'an empty file'],
    ['an HTML page', '<!DOCTYPE html>\n<html><body>Sign in</body></html>', 'an HTML page', 'an HTML page'],
    ['a long HTML page', `<html>\n${'<p>words</p>\n'.repeat(500)}</html>`, 'an HTML page', 'an HTML page'],
    [
      'a PNG image',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      'a PNG image',
      'a PNG image',
    ],
    ['a ZIP archive', new TextEncoder().encode('PK\x03\x04 and more'), 'Unpack it', 'a ZIP archive'],
    ['zero bytes', new Uint8Array(5000), 'binary data', 'binary data'],
    [
      'random bytes',
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251),
      'binary data',
      'binary data',
    ],
    ['plain text', 'Dear diary,\nnothing happened.\n', 'plain text', 'plain text'],
    ['deep nesting', deep, 'nested more than 1,000 levels deep', 'JSON nested too deep'],
    ['a number', '42', 'a single number', 'a single number'],
    ['an object', '{"a":1,"b":2,"c":3}', 'an object with keys a, b, c', 'an object with keys a, b, c'],
    [
      'an array',
      JSON.stringify(Array(200).fill({ id: 1, city: 'x' })),
      'an array of 200 objects with keys id, city',
      'an array of 200 objects with keys id, city',
    ],
    [
      'JSON lines',
      lines(...Array(30).fill({ level: 'info', msg: 'x' })),
      '30 lines of JSON',
      '30 lines of JSON, objects with keys level, msg',
    ],
    ['a package.json', '{"name":"x","version":"1.0.0","scripts":{}}', 'a package.json', 'a package.json'],
    ['an OpenAPI schema', '{"openapi":"3.1.0","paths":{}}', 'an OpenAPI schema', 'an OpenAPI schema'],
    ['an empty array', '[]', 'an empty array', 'an empty array'],
    [
      'a damaged archive',
      Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
      'cannot be inflated',
      'a damaged gzip archive',
    ],
    ['broken JSON', '{\n  "messages": oops\n}\n', 'The JSON is broken: expected a value, found "o"', 'broken JSON'],
  ];

  it.each(cases)('%s is refused with what it looks like and what to do', async (_, content, what, looksLike) => {
    const error = await refusal(content, {}, 'thing.dat');
    expect(error.message).toContain(what);
    expect(error.where).toContain('thing.dat');
    expect(error.looksLike).toBe(looksLike);
    expect(error.remedy.length).toBeGreaterThan(20);
  });

  it('gives line and column of broken JSON', async () => {
    expect((await refusal('{\n  "messages": oops\n}\n')).where).toBe('file.jsonl, line 2, column 15');
  });

  it.each([
    [[{ role: 'user', text: 'x' }], 'Messages have `text` instead of `content`'],
    [{ messages: [{ role: 'user', body: 'x' }] }, 'Messages have `body` instead of `content`'],
    [[{ from: 'user', content: 'x' }], 'Messages have `from` instead of `role`'],
    [{ log: [{ content: 'x' }] }, 'Messages have `content` and no `role`'],
  ])('a near miss gets advice: %j', async (value, advice) => {
    expect((await refusal(JSON.stringify(value))).remedy).toContain(advice);
  });

  it.each([
    ['Codex rollout', { timestamp: 't', type: 'response_item', payload: {} }],
    ['Gemini CLI session', { sessionId: 's', projectHash: 'h', messages: [] }],
    ['ShareGPT', { conversations: [{ from: 'human', value: 'x' }] }],
    [
      'Anthropic Messages',
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] }] },
    ],
    ['Vercel AI SDK chat', [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }]],
    ['OpenAI Responses', [{ type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }]],
    ['LangChain messages', { messages: [{ type: 'human', content: 'x' }] }],
    ['tau-bench results', [{ traj: [], reward: 1 }]],
  ])('%s is read as what it is, or refused by its name', async (label, value) => {
    const outcome = await read(lines(value)).catch((error: unknown) => error as ImportError);
    if (outcome instanceof Error) expect([outcome.looksLike, outcome.what].join()).toContain(label);
    else expect(outcome.format).not.toMatch(/^(?:openai-chat|generic)$/);
  });

  it('names the known formats when asked for an unknown one', async () => {
    expect((await refusal(CHAT, { format: 'morse' })).remedy).toContain('openai-chat');
  });

  it('says so when a format chosen by hand finds no messages', async () => {
    expect((await refusal(CHAT, { format: 'claude-code' })).what).toContain(
      'Read as Claude Code session, the file holds no messages',
    );
  });

  it('reports a failing source as unreadable', async () => {
    const source = {
      name: 'gone.jsonl',
      size: 10,
      stream: () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('disk')) }),
    };
    await expect(readTranscriptFile(source)).rejects.toMatchObject({
      name: 'ImportError',
      what: expect.stringContaining('could not be read'),
    });
  });
});

describe('what is kept', () => {
  it('keeps good lines around an HTML error page, and names each bad one', async () => {
    const report = await read(`${CHAT}<html>\n<body>502</body>\n</html>\n${lines({ role: 'user', content: 'three' })}`);
    expect(report.conversations[0]?.messages).toHaveLength(3);
    expect(report.skipped).toEqual([3, 4, 5].map((line) => ({ line, reason: 'HTML or other markup, not JSON' })));
  });

  it('keeps what stands before a cut-off last line', async () => {
    const report = await read(`${CHAT}{"role":"user","content":"thr`);
    expect(report.conversations[0]?.messages).toHaveLength(2);
    expect(report.skipped[0]?.reason).toContain('the last line is cut off');
  });

  it('keeps the whole messages of one JSON value that is cut off', async () => {
    const whole = JSON.stringify({
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ],
    });
    const report = await read(whole.slice(0, -8));
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(report.skipped).not.toEqual([]);
  });

  it('skips a line over the cap by number and size', async () => {
    const report = await read(`${CHAT}${lines({ role: 'user', content: 'x'.repeat(5000) })}`, { lineCap: 1000 });
    expect(report.conversations[0]?.messages).toHaveLength(2);
    expect(report.skipped[0]).toMatchObject({ line: 3, reason: expect.stringContaining('5,028 characters') });
    expect((await refusal(lines({ role: 'user', content: 'x'.repeat(5000) }), { lineCap: 1000 })).where).toContain(
      'line 1',
    );
  });

  it('keeps a file with a few invalid bytes, and counts them', async () => {
    const bytes = new TextEncoder().encode(lines({ role: 'user', content: `caf# ${'text '.repeat(50)}` }));
    bytes[bytes.indexOf(35)] = 0xe9;
    const report = await read(bytes);
    expect(report.conversations[0]?.messages[0]?.content).toContain('caf\uFFFD');
    expect(report.notes.join()).toContain('1 character U+FFFD');
  });

  it('pollutes nothing', async () => {
    const evil =
      '{"__proto__":{"role":"user","polluted":1},"role":"user","content":"x","constructor":{"prototype":{"polluted":1}}}';
    const report = await read(`${evil}\n{"role":"constructor","content":"y"}\n{"role":"__proto__","content":"z"}\n`);
    expect(report.conversations[0]?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'x'],
      ['user', 'y'],
      ['user', 'z'],
    ]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('archives', () => {
  it('stops inflating at the cap', async () => {
    const bomb = gzip(' '.repeat(16 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(30000);
    const error = await refusal(bomb, { inflatedCap: 1024 * 1024 });
    expect(error.what).toContain('inflates to more than 1,048,576 bytes');
  });

  it('keeps what came out of an archive that is cut off', async () => {
    const noise = Array.from({ length: 3000 }, (_, index) => ({ role: 'user', content: String(Math.sin(index)) }));
    const whole = gzip(lines(...noise));
    const report = await read(whole.slice(0, Math.floor(whole.length * 0.9)));
    expect(report.conversations[0]?.messages.length).toBeGreaterThan(1000);
    expect(report.conversations[0]?.messages.length).toBeLessThan(3000);
    expect(report.skipped.some(({ reason }) => reason.includes('gzip data is damaged or cut off'))).toBe(true);
  });

  it('reports the encoding and the bytes of the archive', async () => {
    const archive = gzip(CHAT);
    expect(await read(archive)).toMatchObject({ encoding: 'utf-8, gzip', bytes: archive.length });
  });
});

describe('options', () => {
  it('an override is taken, and says so', async () => {
    const report = await read(CHAT, { format: 'openai-chat' });
    expect(report.verdict.reason).toMatch(/^Chosen by hand\./);
    expect(report.format).toBe('openai-chat');
  });

  it('progress reaches the size of the file', async () => {
    const onProgress = vi.fn();
    const source = sourceOf(fixture('claude-parallel.jsonl'), 'x', 500);
    await readTranscriptFile(source, { onProgress });
    expect(onProgress.mock.calls.length).toBeGreaterThan(3);
    expect(onProgress.mock.lastCall).toEqual([source.size, source.size]);
  });

  it('an abort before or during reading rejects with its reason and lets go of the file', async () => {
    await expect(read(CHAT, { signal: AbortSignal.abort(new Error('no more')) })).rejects.toThrow('no more');
    for (const wrap of [(bytes: string): string | Uint8Array => bytes, gzip]) {
      const controller = new AbortController();
      let cancelled = false;
      const bytes = wrap(
        lines(
          ...Array.from({ length: 50000 }, (_, index) => ({
            role: 'user',
            content: `message ${(index * 7919) % 10007}`,
          })),
        ),
      );
      const inner = sourceOf(bytes, 'x', 4096).stream().getReader();
      const source = {
        name: 'x',
        size: 1,
        stream: () =>
          new ReadableStream<Uint8Array>({
            async pull(sink) {
              const { done, value } = await inner.read();
              if (done) sink.close();
              else sink.enqueue(value);
            },
            cancel() {
              cancelled = true;
            },
          }),
      };
      const onProgress = (bytesRead: number): void => {
        if (bytesRead > 20000) controller.abort(new Error('enough'));
      };
      await expect(readTranscriptFile(source, { signal: controller.signal, onProgress })).rejects.toThrow('enough');
      expect(cancelled).toBe(true);
    }
  });

  it('the same bytes give the same report', async () => {
    for (const name of ['claude-parallel.jsonl', 'openai-request.json']) {
      expect(drawReport(await read(fixture(name)))).toBe(drawReport(await read(fixture(name))));
    }
  });

  it('reads 300,000 messages, in one array or a line each', async () => {
    const many = Array.from({ length: 300_000 }, (_, index) => ({
      role: index % 2 ? 'assistant' : 'user',
      content: `m${index}`,
    }));
    for (const text of [JSON.stringify(many), many.map((message) => JSON.stringify(message)).join('\n')]) {
      const report = await read(text);
      expect(report.conversations[0]?.messages).toHaveLength(300_000);
      expect(report.conversations[0]?.messages.at(-1)).toEqual({ role: 'assistant', content: 'm299999' });
    }
  });
});

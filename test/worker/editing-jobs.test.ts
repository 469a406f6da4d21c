/** The worker's side of editing: raw JSON both ways, searches, exports of windows, and files that are asked about first. */
import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { defaultLane } from '@/lib/store/lane';
import { Jobs } from '@/lib/worker/jobs';
import type { RequestName, Requests } from '@/lib/worker/protocol';
import type { SharedSettings } from '@/lib/worker/protocol-links';

const MESSAGES: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Read BOTH logs.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_log', arguments: '{"path":"a.log"}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'x '.repeat(3000) },
  { role: 'assistant', content: 'Done.' },
];

async function worker(messages: readonly Message[] = MESSAGES) {
  const jobs = new Jobs();
  const request = <Name extends RequestName>(name: Name, input: Requests[Name]['input']) =>
    jobs.run(name, input, { signal: new AbortController().signal, onProgress: () => undefined });
  const opened = await request('open', { file: new Blob([JSON.stringify(messages)]), name: 'x.json' });
  await request('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] });
  return request;
}

/** What a scenario would say beside the transcript. */
const SETTINGS: SharedSettings = { title: 'T', counter: 'chars4', lanes: [], probes: [], prices: {} };

describe('raw JSON', () => {
  it('read back unchanged it changes nothing', async () => {
    const request = await worker();
    const { text, from, to, total } = await request('rawJson', { from: 0 });
    expect([from, to, total]).toEqual([0, 5, 5]);
    const { mistakes, operation } = await request('readRawJson', { text, from, to });
    expect(mistakes).toEqual([]);
    const { patch } = await request('edit', { id: 'e', operation: operation as never });
    expect(patch.splices).toEqual([]);
  });

  it('tells a mistake at its line: broken JSON by line and column, a broken message by the line it begins on', async () => {
    const request = await worker();
    const { text, from, to } = await request('rawJson', { from: 0 });
    const broken = await request('readRawJson', { text: text.replace('"Be brief."', '"Be brief.'), from, to });
    expect(broken.mistakes[0]?.line).toBe(5);
    expect(broken.operation).toBeUndefined();
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.includes('"role": "tool"'));
    const odd = await request('readRawJson', { text: text.replace('"role": "tool"', '"role": "tol"'), from, to });
    expect(odd.mistakes[0]?.line).toBe(at);
    expect(odd.mistakes[0]?.text).toContain('messages[3].role');
  });

  it('takes a long transcript part by part, and leaves the other parts alone', async () => {
    const long = Array.from(
      { length: 900 },
      (_, index): Message => ({ role: 'user', content: `${index} ${'y'.repeat(1000)}` }),
    );
    const request = await worker(long);
    const first = await request('rawJson', { from: 0 });
    expect(first.to).toBeLessThan(900);
    const second = await request('rawJson', { from: first.to });
    const text = second.text.replace(`"${first.to} y`, `"changed y`);
    const { operation } = await request('readRawJson', { text, from: second.from, to: second.to });
    const { patch } = await request('edit', { id: 'e', operation: operation as never });
    expect(patch.splices).toHaveLength(1);
    expect(patch.splices[0]).toMatchObject({ at: first.to, remove: 1 });
  });
});

describe('searches and exports', () => {
  it('find by text in any case, by role, by tool, and by size', async () => {
    const request = await worker();
    const search = async (wanted: Partial<Requests['search']['input']>) =>
      Array.from(
        await request('search', { text: '', roles: [], tool: '', minTokens: 0, counter: 'chars4', ...wanted }),
      );
    await request('count', { counter: 'chars4' });
    expect(await search({ text: 'both' })).toEqual([1]);
    expect(await search({ text: 'A.LOG' })).toEqual([2]);
    expect(await search({ tool: 'read_log' })).toEqual([2, 3]);
    expect(await search({ tool: 'read_log', roles: ['tool'] })).toEqual([3]);
    expect(await search({ minTokens: 500 })).toEqual([3]);
    expect(await request('toolNames', {})).toEqual(['read_log']);
  });

  it('a window goes out as the model gets it, cut results and all', async () => {
    const request = await worker();
    const lane = defaultLane();
    lane.config.maxToolTokens = 50;
    await request('replay', { lane });
    const window = await request('exported', {
      format: 'openai-chat',
      form: 'file',
      call: 1,
      title: 'T',
      settings: SETTINGS,
      privacy: { mode: 'as it is' },
    });
    const { messages } = JSON.parse(await window.file.text()) as { messages: Message[] };
    expect(messages).toHaveLength(4);
    expect(messages[3]?.content?.length).toBeLessThan(1000);
    const whole = await request('exported', {
      format: 'openai-chat',
      form: 'file',
      call: null,
      title: 'T',
      settings: SETTINGS,
      privacy: { mode: 'as it is' },
    });
    expect((JSON.parse(await whole.file.text()) as { messages: Message[] }).messages).toEqual(MESSAGES);
  });

  it('a command to send is made after secrets are replaced, and without a word where structure alone goes out', async () => {
    const request = await worker([{ role: 'user', content: 'Ask ada@lovelace.dev about Project Heron.' }]);
    const base = { format: 'anthropic', form: 'command', call: null, title: 'T', settings: SETTINGS } as const;
    const redacted = await request('exported', {
      ...base,
      privacy: { mode: 'redacted', kinds: ['email'], texts: ['Project Heron'], expressions: [] },
    });
    const command = await redacted.file.text();
    expect(command).toContain('curl');
    expect(command).not.toMatch(/ada@|Heron/);
    expect(redacted.replacements).toHaveLength(2);
    const structure = await request('exported', {
      ...base,
      privacy: { mode: 'structure', counter: 'o200k_base', markers: [], contained: [] },
    });
    expect(await structure.file.text()).not.toMatch(/ada|Heron|about/);
    expect(structure.extension).toBe('sh');
  });

  it('a file that takes more memory than a tab may have is asked about before a byte is read', async () => {
    const jobs = new Jobs();
    const huge = { size: 700 * 1024 ** 2, stream: () => expect.fail('it was read') } as unknown as Blob;
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    await expect(jobs.run('open', { file: huge, name: 'session.jsonl' }, options)).rejects.toMatchObject({
      name: 'OpeningCostError',
      details: { bytes: 700 * 1024 ** 2 },
    });
  });
});

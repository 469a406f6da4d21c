/** The worker's jobs, driven as the page drives them: open, choose, replay, look, count, and errors that lose nothing. */
import { describe, expect, it } from 'vitest';
import { State } from '@/lib/engine/run';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { Jobs } from '@/lib/worker/jobs';
import type { LaneSpec, RequestName, Requests } from '@/lib/worker/protocol';

function lane(config: { [name: string]: unknown } = {}): LaneSpec {
  const system = systemById('managed-window');
  return {
    system: 'managed-window',
    config: completeConfig(system, config),
    guards: completeGuards(system, true),
    summarizer: { kind: 'fixed', text: 'Summary {n} of {count}.' },
  };
}

function conversation(turns: number): string {
  const messages: object[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'TASK: count the rows.' },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const call = { id: `c${turn}`, type: 'function', function: { name: 'query', arguments: '{"sql":"select 1"}' } };
    messages.push({ role: 'assistant', content: null, tool_calls: [call] });
    messages.push({ role: 'tool', tool_call_id: `c${turn}`, content: `row ${turn} `.repeat(120) });
  }
  return JSON.stringify({ messages });
}

function worker() {
  const jobs = new Jobs();
  const controller = new AbortController();
  const request = <Name extends RequestName>(name: Name, input: Requests[Name]['input']) =>
    jobs.run(name, input, { signal: controller.signal, onProgress: () => undefined });
  const open = async (text: string, name = 'x.json') => {
    const opened = await request('open', { file: new Blob([text]), name });
    const { info } = await request('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] });
    return { opened, info };
  };
  return { request, open };
}

describe('the jobs', () => {
  it('open, choose and replay a file; the view has the window and what is gone', async () => {
    const { request, open } = worker();
    const { opened, info } = await open(conversation(40));
    expect(opened.format).toBe('openai-chat');
    expect(opened.formats.length).toBeGreaterThan(1);
    expect(info.callCount).toBe(41);
    const { run, metrics } = await request('replay', { lane: lane({ window: 12_000 }) });
    const view = await request('view', { call: 40 });
    expect(run.inserts.length).toBeGreaterThan(0);
    expect(view.items.length).toBe(info.messageCount + run.inserts.length);
    const standing = Array.from(view.state).filter((state) => state === State.verbatim).length;
    expect(standing).toBe(view.inWindow);
    expect(view.inWindow).toBe(run.calls.items[40]);
    let cost = view.toolTokens;
    for (let row = 0; row < view.items.length; row++)
      if (view.state[row] === State.verbatim) cost += view.cost[row] ?? 0;
    expect(cost).toBe(run.calls.tokens[40]);
    expect(metrics.task).toBe('verbatim');
  });

  it('keep the open conversation when the next file cannot be read', async () => {
    const { request, open } = worker();
    await open(conversation(3));
    await expect(request('open', { file: new Blob(['<html></html>']), name: 'page.html' })).rejects.toThrow(/HTML/);
    const { run } = await request('replay', { lane: lane() });
    expect(run.messageCount).toBe(8);
  });

  it('tell the text of rows, and where a result was cut', async () => {
    const { request, open } = worker();
    await open(conversation(3));
    await request('replay', { lane: lane({ maxToolTokens: 50 }) });
    const rows = await request('rows', { items: Int32Array.of(1, 2, 3) });
    expect(rows.map((row) => [row.role, row.name])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['tool', 'query'],
    ]);
    expect(rows[1]?.calls).toEqual(['query({"sql":"select 1"})']);
    const { sent, original, cut } = await request('message', { item: 3 });
    expect(sent.content).not.toBe(original?.content);
    expect(`${cut?.head}${cut?.dropped}${cut?.tail}`).toBe(original?.content);
    expect(`${cut?.head}${cut?.marker}${cut?.tail}`).toBe(sent.content);
  });

  it('take counts that are known, and count what is missing', async () => {
    const { request, open } = worker();
    const { opened } = await open(conversation(2));
    const { counts } = await request('count', { counter: 'words' });
    const known = { ...counts, content: counts.content.map((tokens) => tokens * 2) };
    await request('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [known] });
    expect((await request('count', { counter: 'words' })).counts).toBe(known);
    expect((await request('count', { counter: 'utf8' })).counts.content[0]).toBe('Be brief.'.length);
  });

  it('measure sent tokens under another counter than the policy’s', async () => {
    const { request, open } = worker();
    await open(conversation(5));
    const { run } = await request('replay', { lane: lane() });
    const { tokens } = await request('sent', { counter: 'utf8' });
    expect(tokens.length).toBe(run.calls.tokens.length);
    expect(tokens[5]).toBeGreaterThan(run.calls.tokens[5] ?? 0);
  });

  it('refuse to work on nothing', async () => {
    const { request } = worker();
    await expect(request('view', { call: 0 })).rejects.toThrow(/No conversation is open/);
  });
});

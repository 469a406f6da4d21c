/** Editing and undo over the real jobs: everything that names a message follows, and every step comes back to the letter. */
import { describe, expect, it, vi } from 'vitest';
import type { NamedPatch } from '@/lib/editing/patch';
import type { Message } from '@/lib/engine/transcript';
import { createEditing } from '@/lib/store/editing';
import { createHistory, workOf } from '@/lib/store/history';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { laneOf, oneLane, withAdded, withLane } from '@/lib/store/lanes';
import { createCell, type State } from '@/lib/store/state';
import { laneStep } from '@/lib/store/step-names';
import type { EngineClient } from '@/lib/worker/client';
import { Jobs } from '@/lib/worker/jobs';

const MESSAGES: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'one' },
  { role: 'assistant', content: 'two' },
  { role: 'user', content: 'three' },
  { role: 'assistant', content: 'four' },
];

async function bench() {
  const jobs = new Jobs();
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const client = { request: (name: never, input: never) => jobs.run(name, input, options) } as unknown as EngineClient;
  const opened = await client.request('open', { file: new Blob([JSON.stringify(MESSAGES)]), name: 'x.json' });
  const { info } = await client.request('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] });
  const state = createCell({
    document: { id: 'd', info },
    ...oneLane(withParameter(defaultLane(), 'explicit', [1, 3])),
    yardstick: 'o200k_base',
    probes: [],
    prices: {},
    edits: [] as readonly NamedPatch[],
    history: { past: [], future: [] },
    cursor: 1,
    item: 3,
  } as unknown as State);
  let changes = 0;
  let clock = 0;
  const waiting: Promise<void>[] = [];
  const history = createHistory(state, {
    now: () => clock,
    held: () => false,
    inTurn: (step) => editing.afterOperations(step),
    apply(work) {
      waiting.push(editing.setEdits(work.edits, work).then(() => state.set({ ...work, edits: state.get().edits })));
    },
  });
  const editing = createEditing(state, { client: () => client, record: history.record, changed: () => changes++ });
  const settle = async () => {
    await Promise.all(waiting);
  };
  const messages = async () => (await client.request('transcript', {})).messages;
  return {
    state,
    editing,
    history,
    settle,
    messages,
    client,
    tick: (ms: number) => (clock += ms),
    changes: () => changes,
  };
}

describe('editing', () => {
  it('a message that is changed in its place keeps its pin, and stays the one that is looked at', async () => {
    const { state, editing } = await bench();
    await editing.apply({ do: 'replace', at: 3, message: { role: 'user', content: 'drei' } }, 'Edit message 3');
    await editing.apply({ do: 'change', at: [1, 2], change: { priority: 'low' } }, 'Set priority');
    expect(laneOf(state.get()).config.explicit).toEqual([1, 3]);
    expect(state.get().item).toBe(3);
    expect(state.get().cursor).toBe(1);
  });

  it('pins, cursor and the selected message follow their messages; undo and redo bring both ways back', async () => {
    const { state, editing, history, settle, messages } = await bench();
    await editing.apply({ do: 'insert', at: 1, messages: [{ role: 'assistant', content: 'zero' }] }, 'Add a message');
    expect(laneOf(state.get()).config.explicit).toEqual([2, 4]);
    expect(state.get().cursor).toBe(2);
    expect(state.get().item).toBe(4);
    await editing.apply({ do: 'delete', at: [2] }, 'Delete message 3');
    expect(laneOf(state.get()).config.explicit).toEqual([3]);
    expect((await messages()).map(({ content }) => content)).toEqual(['Be brief.', 'zero', 'two', 'three', 'four']);
    expect(state.get().history.past.map(({ name }) => name)).toEqual(['Add a message', 'Delete message 3']);
    history.undo();
    history.undo();
    await settle();
    expect(await messages()).toEqual(MESSAGES);
    expect(laneOf(state.get()).config.explicit).toEqual([1, 3]);
    history.redo();
    history.redo();
    await settle();
    expect((await messages()).map(({ content }) => content)).toEqual(['Be brief.', 'zero', 'two', 'three', 'four']);
    expect(state.get().history.future).toEqual([]);
  });

  it('taken back, lanes change with the messages they number, in one step; one that numbers none stays what it is', async () => {
    const { state, editing, history, settle } = await bench();
    const plain = defaultLane('three-phase');
    state.set(withAdded(state.get(), plain));
    await editing.apply({ do: 'insert', at: 1, messages: [{ role: 'assistant', content: 'zero' }] }, 'Add a message');
    expect(state.get().lanes.map(({ lane }) => lane.config.explicit)).toEqual([[2, 4], undefined]);
    expect(state.get().lanes[1]?.lane).toBe(plain);
    const seen: unknown[] = [];
    const stop = state.subscribe(() => {
      const { lanes, document } = state.get();
      seen.push([document?.info.messageCount, lanes[0]?.lane.config.explicit]);
    });
    history.undo();
    await settle();
    stop();
    expect(seen).toContainEqual([5, [1, 3]]);
    expect(seen).not.toContainEqual([5, [2, 4]]);
    expect(state.get().lanes[1]?.lane).toBe(plain);
  });

  it('an operation without sense changes nothing and says why', async () => {
    const { state, editing, messages, changes } = await bench();
    expect(await editing.apply({ do: 'merge', at: [1, 2] }, 'Merge')).toBe(false);
    expect(state.get().problem?.message).toMatch(/cannot become one/);
    expect(await messages()).toEqual(MESSAGES);
    expect(changes()).toBe(0);
  });

  it('operations given at once are done in turn, each on what the one before it left', async () => {
    const { editing, messages } = await bench();
    await Promise.all([
      editing.apply({ do: 'delete', at: [0] }, 'Delete'),
      editing.apply({ do: 'delete', at: [0] }, 'Delete'),
    ]);
    expect((await messages()).map(({ content }) => content)).toEqual(['two', 'three', 'four']);
  });

  it('what is taken back while an operation is under way is that operation', async () => {
    const { state, editing, history, settle, messages } = await bench();
    await editing.apply({ do: 'delete', at: [0] }, 'Delete message 0');
    const second = editing.apply({ do: 'delete', at: [0] }, 'Delete message 1');
    expect(editing.underWay.get().changes).toBe(1);
    history.undo();
    await second;
    await vi.waitUntil(() => editing.underWay.get().changes === 0);
    await settle();
    expect((await messages()).map(({ content }) => content)).toEqual(['one', 'two', 'three', 'four']);
    expect(state.get().history.past.map(({ name }) => name)).toEqual(['Delete message 0']);
    expect(state.get().history.future.map(({ name }) => name)).toEqual(['Delete message 1']);
    expect(editing.underWay.get().changes).toBe(0);
    history.redo();
    await settle();
    expect((await messages()).map(({ content }) => content)).toEqual(['two', 'three', 'four']);
  });

  it('counts after an edit are those of a fresh count', async () => {
    const { editing, client } = await bench();
    const { counts: before } = await client.request('count', { counter: 'o200k_base' });
    await editing.apply({ do: 'replace', at: 1, message: { role: 'user', content: 'something much longer' } }, 'Edit');
    const { counts } = await client.request('count', { counter: 'o200k_base' });
    expect(Array.from(counts.message)).toEqual([...before.message.slice(0, 1), 4 + 3, ...before.message.slice(2)]);
  });

  it('patches written down and read back make the same transcript', async () => {
    const { state, editing, messages, client } = await bench();
    await editing.apply({ do: 'move', at: [4], to: 1 }, 'Move');
    await editing.apply({ do: 'duplicate', at: [2] }, 'Duplicate');
    const edited = await messages();
    const stored = structuredClone(state.get().edits);
    await client.request('choose', { conversation: 'conversation-1', counts: [] });
    await client.request('setEdits', { patches: stored });
    expect(await messages()).toEqual(edited);
  });
});

describe('history', () => {
  it('joins the steps of one drag, and no others', async () => {
    const { state, history, tick } = await bench();
    const drag = (value: number, key: string) => {
      const before = workOf(state.get());
      const list = withLane(before, withParameter(laneOf(before), 'compactAt', value));
      history.record(`to ${value}`, before, { ...before, ...list }, key);
      state.set(list);
    };
    drag(0.6, 'compactAt');
    tick(300);
    drag(0.5, 'compactAt');
    tick(1500);
    drag(0.4, 'compactAt');
    const { past } = state.get().history;
    expect(past.map(({ name }) => name)).toEqual(['to 0.5', 'to 0.4']);
    const [first] = past;
    expect(first && laneOf(first.before).config.compactAt).toBe(0.7);
    history.undo();
    drag(0.45, 'compactAt');
    expect(state.get().history.past.map(({ name }) => name)).toEqual(['to 0.5', 'to 0.45']);
    expect(state.get().history.future).toEqual([]);
  });

  it('names a step by what moved', () => {
    const lane = defaultLane();
    expect(laneStep(lane, withParameter(lane, 'compactAt', 0.65))?.name).toMatch(/: 0.7 → 0.65$/);
    expect(laneStep(lane, { ...lane, guards: { ...lane.guards, toolGroups: false } })?.name).toMatch(/ off$/);
    expect(laneStep(lane, defaultLane('three-phase'))?.name).toMatch(/^System: /);
    expect(laneStep(lane, { ...lane, config: { ...lane.config } })).toBeNull();
  });
});

/** What of the settings goes on with another file: everything but what names messages of the one before by number. */

import { describe, expect, it } from 'vitest';
import type { NamedPatch } from '@/lib/editing/patch';
import type { Message } from '@/lib/engine/transcript';
import type { Probe } from '@/lib/probes/probe';
import { createFiles } from '@/lib/store/files';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { defaultLane, togglePin, withHandPriority, withParameter } from '@/lib/store/lane';
import { laneOf, withAdded, withLane } from '@/lib/store/lanes';
import { withPinRule } from '@/lib/store/pin-rules';
import { createCell, type LaneSpec, type State, type Step } from '@/lib/store/state';
import type { EngineClient } from '@/lib/worker/client';
import { Jobs } from '@/lib/worker/jobs';

const options = { signal: new AbortController().signal, onProgress: () => undefined };

const talk = (start: string, count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `${start} ${at}` }));

const fileOf = (messages: Message[], name = 'talk.json') => new File([JSON.stringify(messages)], name);
const several = (...talks: Message[][]) =>
  new File([talks.map((messages) => JSON.stringify({ messages })).join('\n')], 'several.jsonl');

const numbered = { id: 'one', name: 'Message 2', on: true, match: { message: 2 }, keep: 'all' } as const;
const general = { id: 'all', name: 'Plans', on: true, match: { text: 'plan' }, keep: 'all' } as const;

/** The files of a page over an engine in the same thread. `edited`: what was done in a conversation before. */
function page(edited: { [conversation: string]: Pick<State, 'edits' | 'history'> } = {}) {
  const state = createCell<State>(INITIAL_STATE);
  const jobs = new Jobs();
  const client: EngineClient = {
    request: (name, input, { signal = options.signal } = {}) => jobs.run(name, input, { ...options, signal }),
    dispose: () => undefined,
  };
  const nothing = { edits: [], history: { past: [], future: [] } };
  const files = createFiles(state, {
    client: () => client,
    library: () => null,
    save: () => undefined,
    ready: () => undefined,
    leaving: async () => undefined,
    edited: (conversation) => edited[conversation] ?? nothing,
    recall: () => undefined,
  });
  const set = (lane: LaneSpec, probes: readonly Probe[] = []) =>
    state.set({ ...withLane(state.get(), lane), probes: [...probes] });
  return { state, files, jobs, set };
}

function pinned(lane = defaultLane()): LaneSpec {
  const pins = withPinRule(withPinRule(togglePin(lane, 3), numbered), general);
  return withParameter(pins, 'keepRecent', 7);
}

describe('another file', () => {
  it('gets the settings without the pins and probes of single messages, and that is said', async () => {
    const { state, files, set } = page();
    await files.open(fileOf(talk('first', 9)));
    set(pinned(), [{ id: 'p1', at: 'end', message: 2 }]);
    const priorities = withHandPriority(defaultLane('three-phase'), 4, 'high');
    state.set(withAdded(state.get(), priorities));
    state.set(withAdded(state.get(), pinned()));
    await files.open(fileOf(talk('second', 9)));
    const { lanes, probes, problem } = state.get();
    expect(lanes[0]?.lane.config).toMatchObject({ explicit: [], pinRules: [general], keepRecent: 7 });
    expect(lanes[1]?.lane.config.priorityRules).toEqual(defaultLane('three-phase').config.priorityRules);
    expect(lanes[2]?.lane.config).toMatchObject({ explicit: [], pinRules: [general] });
    expect(probes).toEqual([]);
    expect(problem?.title).toBe('2 pins of single messages, 1 priority by hand and 1 probe stayed with the other file');
  });

  it('of the same length is another one too, and one without such pins is opened without a word', async () => {
    const { state, files, set } = page();
    await files.open(fileOf(talk('first', 9)));
    set(togglePin(defaultLane(), 1));
    await files.open(fileOf(talk('second', 9)));
    expect(state.get().problem?.title).toBe('1 pin of a single message stayed with the other file');
    state.set({ problem: null });
    set(withPinRule(defaultLane(), general));
    await files.open(fileOf(talk('third', 9)));
    expect(state.get().problem).toBeNull();
    expect(laneOf(state.get()).config.pinRules).toEqual([general]);
  });

  it('that is the same transcript keeps them, under another name and in another format too', async () => {
    const { state, files, set } = page();
    await files.open(fileOf(talk('first', 9)));
    const probes: Probe[] = [{ id: 'p1', at: 3, message: 2 }];
    set(pinned(), probes);
    await files.open(several(talk('first', 9)));
    expect(laneOf(state.get()).config).toMatchObject({ explicit: [3], pinRules: [numbered, general] });
    expect(state.get().probes).toEqual(probes);
    expect(state.get().problem).toBeNull();
  });

  it('that is the same transcript before its changes has them at the places of then', async () => {
    const { state, files, jobs, set } = page();
    await files.open(fileOf(talk('first', 9)));
    const { patch, info } = await jobs.run('edit', { id: 'e', operation: { do: 'delete', at: [0] } }, options);
    const { document } = state.get();
    if (document) state.set({ document: { ...document, info }, edits: [patch as NamedPatch] });
    set(togglePin(defaultLane(), 3));
    await files.open(fileOf(talk('first', 9)));
    expect(laneOf(state.get()).config.explicit).toEqual([4]);
    expect(state.get().problem).toBeNull();
  });
});

describe('another conversation of the open file', () => {
  it('goes on without them, and has its own again when it is come back to', async () => {
    const edited: { [conversation: string]: Pick<State, 'edits' | 'history'> } = {};
    const { state, files, set } = page(edited);
    await files.open(several(talk('first', 9), talk('second', 9)));
    const [first, second] = state.get().choosing?.conversations ?? [];
    await files.choose(first?.id ?? '');
    const before = state.get();
    const probes: Probe[] = [
      { id: 'p1', at: 'end', message: 2 },
      { id: 'p2', at: 'end', text: 'plan' },
    ];
    set(pinned(), probes);
    const step: Step = { name: 'Pin', before, after: state.get() };
    edited[first?.id ?? ''] = { edits: [], history: { past: [step], future: [] } };
    await files.choose(second?.id ?? '');
    expect(laneOf(state.get()).config).toMatchObject({ explicit: [], pinRules: [general] });
    expect(state.get().probes.map(({ id }) => id)).toEqual(['p2']);
    expect(state.get().problem?.title).toBe('2 pins of single messages and 1 probe stayed with the other conversation');
    state.set({ problem: null });
    set(withParameter(laneOf(state.get()), 'keepRecent', 5), state.get().probes);
    await files.choose(first?.id ?? '');
    expect(laneOf(state.get()).config).toMatchObject({ explicit: [3], keepRecent: 5 });
    expect(laneOf(state.get()).config.pinRules).toEqual(expect.arrayContaining([general, numbered]));
    expect(state.get().probes.map(({ id }) => id)).toEqual(['p2', 'p1']);
    expect(state.get().problem).toBeNull();
  });
});

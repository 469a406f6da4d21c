/** Links between two pages: settings find their transcript through edits on either side, and what is present is never lost. */
import { deflateSync, inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprintOf } from '@/lib/links/fingerprint';
import { withParameter } from '@/lib/store/lane';
import { laneOf, withLane } from '@/lib/store/lanes';
import { numbersIn } from '@/lib/store/link-settings';
import type { Sharing } from '@/lib/store/sharing';
import type { LaneSpec, State } from '@/lib/store/state';
import { address, FILE, PATIENCE, page } from './link-bench';

let here: ReturnType<typeof address>;
beforeEach(() => {
  here = address();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const withExplicit = (state: State, explicit: number[]): LaneSpec =>
  withParameter(withParameter(laneOf(state), 'window', 16_000), 'explicit', explicit);

const explicitOf = (state: State) => laneOf(state).config.explicit;
const windowOf = (state: State) => laneOf(state).config.window;
const jsonOf = (fragment: string) => inflateSync(Buffer.from(fragment.slice(4), 'base64url')).toString('utf8');

/** The link of a page whose window is 16,000, with message pins by number and a probe. */
async function sent(sharing: Sharing = { kind: 'settings' }, explicit = [3]): Promise<string> {
  const sender = await page();
  sender.state.set(withLane(sender.state.get(), withExplicit(sender.state.get(), explicit)));
  sender.state.set({
    probes: [
      { id: 'p1', at: 2, message: 3 },
      { id: 'p2', at: 'end', text: 'port' },
    ],
  });
  return (await sender.sharing.link(sharing)).encoded?.fragment ?? '';
}

describe('going out', () => {
  it('settings go with the file as it was opened: numbers follow back through edits, and no text is in them', async () => {
    const { state, sharing, editing } = await page();
    await editing.apply({ do: 'insert', at: 0, messages: [{ role: 'user', content: 'A new word: zebra.' }] }, 'Add');
    await editing.apply({ do: 'replace', at: 4, message: { ...FILE[3], role: 'tool', content: 'giraffe' } }, 'Edit');
    await editing.apply({ do: 'change', at: [6], change: { pinned: true } }, 'Pin');
    state.set(withLane(state.get(), withExplicit(state.get(), [0, 4])));
    state.set({ probes: [{ id: 'p1', at: 1, message: 4 }] });
    const { encoded, notes, words, description } = await sharing.link({ kind: 'settings' });
    const { fingerprint, messages, pins, scenario } = JSON.parse(jsonOf(encoded?.fragment ?? ''));
    expect(fingerprint).toBe(fingerprintOf(FILE));
    expect([messages, pins]).toEqual([FILE.length, [5]]);
    expect(scenario.lanes[0].config).toEqual({ window: 16_000, explicit: [3] });
    expect(scenario.probes[0].message).toBe(3);
    expect(notes[0]).toBe(
      'The 3 changes made to the transcript stay here: the settings go with the file as it was opened.',
    );
    expect(words.map(({ text }) => text)).toEqual(['My settings', 'p1']);
    expect(description.bytes).toBe(encoded?.bytes);
    const text = jsonOf(encoded?.fragment ?? '');
    for (const word of ['zebra', 'giraffe', 'Heron', 'lock', 'read_log', 'primary']) expect(text).not.toContain(word);
  });

  it('structure and transcript go out as they stand, and only what was asked for', async () => {
    const { sharing, editing } = await page();
    await editing.apply(
      { do: 'insert', at: 6, messages: [{ role: 'user', content: 'Mail ada@lovelace.dev.' }] },
      'Add',
    );
    const structure = await sharing.link({ kind: 'structure', title: 'Given' });
    expect(structure.description.lines[0]).toMatch(/^The structure of the transcript.*7 messages/);
    expect(jsonOf(structure.encoded?.fragment ?? '')).not.toMatch(/lovelace|Heron|exports/);
    expect(structure.words).toEqual([{ where: 'title', text: 'Given' }]);
    const redaction = { kinds: ['email'] as const, texts: ['heron'], expressions: ['exp[a-z]+'] };
    const whole = await sharing.link({ kind: 'transcript', redaction });
    const text = jsonOf(whole.encoded?.fragment ?? '');
    expect(text).toContain('TASK: find the nightly lock.');
    expect(text).not.toMatch(/lovelace|heron|exports/i);
    expect(whole.replacements.map(({ found }) => found)).toEqual(
      expect.arrayContaining(['ada@lovelace.dev', 'Heron', 'exports']),
    );
    expect(jsonOf((await sharing.link({ kind: 'transcript', redaction: null })).encoded?.fragment ?? '')).toContain(
      'Heron',
    );
  });

  it('a title that was cut from a message goes out with no redacted transcript', async () => {
    const { sharing, state } = await page([{ role: 'user', content: 'Write to ada@lovelace.dev about the lock.' }]);
    state.set({ scenario: { id: 'mine', title: 'Write to ada@lovel…', tags: [] } });
    const redaction = { kinds: ['email'] as const, texts: [], expressions: [] };
    const { encoded, notes } = await sharing.link({ kind: 'transcript', redaction });
    expect(jsonOf(encoded?.fragment ?? '')).not.toContain('lovel');
    expect(notes).toEqual(['The title stays here: it was cut from a message, perhaps within a secret.']);
  });

  it('an expression that cannot be read is told, and nothing is made', async () => {
    const { sharing } = await page();
    const redaction = { kinds: [], texts: [], expressions: ['(a'] };
    await expect(sharing.link({ kind: 'transcript', redaction })).rejects.toThrow('The expression (a cannot be read');
  });
});

describe('coming in', () => {
  it('declined it leaves every part of the state as it was, and the address clean', async () => {
    const { state, incoming, looked, calls } = await page();
    const before = state.get();
    here.place.hash = await sent();
    incoming.watch();
    await looked();
    expect(here.place.hash).not.toBe('');
    incoming.decline();
    expect(state.get()).toEqual(before);
    expect(here.place.hash).toBe('');
    expect(calls).toEqual([]);
  });

  const scenario = { palimpsest: 1, lanes: [{ system: 'none' }] };
  const packed = (value: unknown) => `#p1.${deflateSync(JSON.stringify(value)).toString('base64url')}`;
  it.each<[what: string, fragment: string, title: RegExp]>([
    ['cut', packed({ kind: 'settings', scenario }).slice(0, -8), /damaged or cut off/],
    ['a bomb', `#p1.${deflateSync(Buffer.alloc(16 * 1024 * 1024)).toString('base64url')}`, /more than 8 MiB/],
    ['a newer version', '#p7.eJxx', /version 7/],
    ['wrong types', packed({ kind: 'settings', scenario: { ...scenario, lanes: 7 } }), /not a list/],
  ])('%s: refused, with the present work untouched and the address clean', async (_what, fragment, title) => {
    const { state, incoming, looked } = await page();
    const { link: _, ...before } = state.get();
    incoming.watch();
    here.go(fragment);
    const link = await looked();
    expect(link.status === 'refused' && link.problem).toMatchObject({ message: expect.stringMatching(title) });
    const { link: __, ...after } = state.get();
    expect(after).toEqual(before);
    expect(here.place.hash).toBe('');
  });

  it('of two links the later one is looked at, whichever is read first', async () => {
    const { state, incoming, looked, idle } = await page();
    const [slow, quick] = [await sent({ kind: 'transcript', redaction: null }), await sent()];
    expect([incoming.takes(slow), incoming.takes(quick), incoming.takes('{"a": 1}')]).toEqual([true, true, false]);
    const link = await looked();
    await idle();
    expect(link.status === 'read' && link.link.description.kind).toBe('settings');
    expect(state.get().link).toBe(link);
  });

  it('a transcript is opened as a file of its own', async () => {
    const { incoming, opened, looked } = await page();
    incoming.takes(await sent({ kind: 'transcript', redaction: null, title: 'A/B: test' }));
    await looked();
    await incoming.accept('beside');
    expect(opened[0]?.name).toBe('A-B-test.palimpsest.json');
    expect(JSON.parse((await opened[0]?.text()) ?? '').transcript.messages).toEqual(FILE);
  });
});

describe('settings on a transcript', () => {
  it('the same one: a scenario of its own, after the present one was written', async () => {
    const { state, incoming, looked, calls } = await page();
    incoming.takes(await sent());
    expect(await looked()).toMatchObject({ fit: 'standing' });
    await incoming.accept('beside');
    const now = state.get();
    expect([windowOf(now), explicitOf(now), now.probes.length]).toEqual([16_000, [3], 2]);
    expect(now.scenario?.id).not.toBe('mine');
    expect(now.scenario?.title).toBe('My settings');
    expect(now.history).toEqual({ past: [], future: [] });
    expect(calls.slice(0, 2)).toEqual(['flush mine', 'recall']);
    expect(calls).toContain('save another');
    expect(calls).not.toContain('save mine');
  });

  it('the same one, changed here: beside it begins without the changes, here it follows them, as one step', async () => {
    const link = await sent();
    for (const where of ['beside', 'here'] as const) {
      const { state, incoming, looked, editing } = await page();
      await editing.apply({ do: 'insert', at: 0, messages: [{ role: 'user', content: 'New.' }] }, 'Add');
      const steps = state.get().history.past.length;
      const before = state.get().lanes;
      incoming.takes(link);
      expect(await looked()).toMatchObject({ fit: 'imported' });
      await incoming.accept(where);
      const now = state.get();
      const places = [explicitOf(now), now.probes[0]?.message, now.document?.info.messageCount, now.edits.length];
      expect(places).toEqual(where === 'beside' ? [[3], 3, 6, 0] : [[4], 4, 7, 1]);
      if (where === 'beside') continue;
      expect(now.history.past.length).toBe(steps + 1);
      expect(now.history.past.at(-1)?.before.lanes).toBe(before);
      expect(now.scenario?.id).toBe('mine');
    }
  });

  it('pins that messages carry are set and taken off in the same step', async () => {
    const sender = await page(FILE.map((message, at) => (at === 1 ? { ...message, pinned: true } : message)));
    const { encoded } = await sender.sharing.link({ kind: 'settings' });
    const { state, client, incoming, looked, editing } = await page();
    await editing.apply({ do: 'change', at: [4], change: { pinned: true } }, 'Pin');
    incoming.takes(encoded?.fragment ?? '');
    expect(await looked()).toMatchObject({ fit: 'standing' });
    await incoming.accept('here');
    expect((await client.request('fingerprints', {})).standing.pins).toEqual([1]);
    expect(state.get().history.past.map(({ name }) => name)).toEqual(['Pin', 'Settings of a link']);
    expect(state.get().history.past.at(-1)?.after.edits).toBe(state.get().edits);
  });

  it('taken back as soon as it is there, the step stays taken back', async () => {
    const { state, incoming, looked, history } = await page();
    incoming.takes(await sent());
    await looked();
    const stop = state.subscribe(() => {
      if (state.get().history.past.length === 0) return;
      stop();
      queueMicrotask(history.undo);
    });
    await incoming.accept('here');
    const { past, future } = state.get().history;
    expect([past.length, future.map(({ name }) => name)]).toEqual([0, ['Settings of a link']]);
  });

  it('another one: what names messages by number is dropped, and said beforehand', async () => {
    const { state, incoming, looked } = await page(FILE.slice(0, 5));
    incoming.takes(await sent());
    const link = await looked();
    expect(link).toMatchObject({ fit: 'other' });
    expect(link.status === 'read' && numbersIn(link.link)).toEqual({ pins: 1, probes: 1 });
    await incoming.accept('beside');
    const now = state.get();
    expect([windowOf(now), explicitOf(now), now.probes.map(({ id }) => id)]).toEqual([16_000, [], ['p2']]);
  });

  it('without a library the present scenario is kept, and the settings are one step on it', async () => {
    const { state, incoming, looked, calls } = await page(FILE, { keeps: false });
    incoming.takes(await sent());
    await looked();
    await incoming.accept('beside');
    expect(state.get().scenario?.id).toBe('mine');
    expect(state.get().history.past).toHaveLength(1);
    expect(calls).not.toContain('recall');
  });

  it('they go on waiting after a reload, until they are forgotten', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    const first = await page(null);
    first.incoming.takes(await sent());
    await first.looked();
    first.incoming.wait();
    const second = await page(null);
    second.incoming.watch();
    await vi.waitFor(() => expect(second.state.get().awaited?.link.settings.title).toBe('My settings'), PATIENCE);
    expect(second.state.get().link).toBeNull();
    second.incoming.forget();
    expect([...kept.keys()]).toEqual([]);
    const third = await page(null);
    third.incoming.watch();
    await third.idle();
    expect(third.state.get().awaited).toBeNull();
  });

  it('they wait for their transcript: on a new one they are put as a step, with work on it the user is asked', async () => {
    const link = await sent();
    for (const isNew of [true, false]) {
      const { state, incoming, looked, take } = await page(null);
      incoming.takes(link);
      expect(await looked()).toMatchObject({ fit: 'none' });
      incoming.wait();
      await take(FILE.slice(1));
      await incoming.arrived(true);
      expect([windowOf(state.get()), state.get().awaited?.found]).toEqual([128_000, false]);
      await take(FILE.map((message) => ({ ...message })));
      await incoming.arrived(isNew);
      const now = state.get();
      expect([windowOf(now), now.awaited?.found]).toEqual(isNew ? [16_000, true] : [128_000, false]);
      expect(now.history.past.length).toBe(isNew ? 1 : 0);
      expect(now.link).toEqual(isNew ? null : expect.objectContaining({ fit: 'standing' }));
    }
  });
});

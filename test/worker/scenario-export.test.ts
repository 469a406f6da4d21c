/** A scenario that the page writes opens again as the same scenario, and the command line scores it under the same names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { laneName, oneLane, withAdded, withName } from '@/lib/store/lanes';
import { settingsState } from '@/lib/store/scenario-settings';
import { sharedSettings } from '@/lib/store/sharing';
import type { State } from '@/lib/store/state';
import { Jobs } from '@/lib/worker/jobs';
import type { Privacy, RequestName, Requests } from '@/lib/worker/protocol';
import { captured, type Folder, newFolder } from '../cli/captured';

let folder: Folder;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => folder.remove());

const MESSAGES: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Mail ada@lovelace.dev when the export is done.', pinned: true },
  ...Array.from({ length: 30 }, (_, turn): Message[] => [
    { role: 'assistant', content: `Step ${turn} is done. ${'word '.repeat(40)}` },
    { role: 'user', content: `Go on with ${turn + 1}.` },
  ]).flat(),
];

async function opened(file: Blob) {
  const jobs = new Jobs();
  const request = <Name extends RequestName>(name: Name, input: Requests[Name]['input']) =>
    jobs.run(name, input, { signal: new AbortController().signal, onProgress: () => undefined });
  const { conversations, format } = await request('open', { file, name: 'x.palimpsest.json' });
  const { settings } = await request('choose', { conversation: conversations[0]?.id ?? '', counts: [] });
  return { request, settings, format };
}

/** Eight lanes with everything that a lane may differ in, probes, changed prices, and a counter that is not the default. */
function work(): State {
  const small = withParameter(defaultLane(), 'window', 8000);
  const published = { ...small, guards: Object.fromEntries(Object.keys(small.guards).map((name) => [name, false])) };
  const systems = ['three-phase', 'rolling-summary', 'context-manager', 'message-cap', 'none'] as const;
  let list = withAdded(withAdded(oneLane(small), published), {
    ...small,
    summarizer: { kind: 'fixed', text: 'S{n} of {count}' },
  });
  for (const system of systems) list = withAdded(list, defaultLane(system));
  list = withName(list, 'lane-8', 'Ours');
  return {
    ...INITIAL_STATE,
    ...list,
    yardstick: 'chars4',
    probes: [
      { id: 'p1', at: 'end', text: 'ada@lovelace.dev' },
      { id: 'p2', at: 20, message: 1 },
      { id: 'p3', at: 'end', text: 'Step 0' },
    ],
    prices: { prices: { input: 2 }, cache: { writeMultiplier: 0 }, assumedGapSeconds: 60 },
  };
}

const NAMES = [
  'Managed window',
  'Managed window, as published',
  'Managed window 2',
  'Three phases',
  'Rolling summary',
  'Context manager',
  'Message cap',
  'Ours',
];

async function exportedScenario(privacy: Privacy = { mode: 'as it is' }, call: number | null = null) {
  const state = work();
  const { request } = await opened(new Blob([JSON.stringify(MESSAGES)]));
  const settings = { ...sharedSettings(state), title: 'Eight of them' };
  if (call !== null) await request('replay', { lane: defaultLane() });
  const made = await request('exported', { format: 'scenario', form: 'file', call, title: 'T', settings, privacy });
  return { state, ...made };
}

describe('a scenario file', () => {
  it('opens again with the same lanes, names, probes, prices and counter', async () => {
    const { state, file, extension, losses, notes, settings: words } = await exportedScenario();
    expect(extension).toBe('palimpsest.json');
    expect([losses, notes]).toEqual([[], []]);
    expect(words).toEqual(['8 lanes', '3 probes', 'the prices', 'the counter chars4']);
    const { settings, request, format } = await opened(file);
    expect(format).toBe('scenario');
    const again = settingsState(settings ?? { scenario: null, problems: [] });
    expect(again.problem).toBeUndefined();
    expect(again.lanes).toEqual(state.lanes);
    expect(again.lanes?.map(laneName)).toEqual(state.lanes.map(laneName));
    expect([again.yardstick, again.probes, again.prices]).toEqual([state.yardstick, state.probes, state.prices]);
    expect((await request('transcript', {})).messages).toEqual(MESSAGES);
  });

  it('is scored on the command line lane by lane under the names of the page', async () => {
    const { file } = await exportedScenario();
    const path = folder.file('eight.palimpsest.json', await file.text());
    const { code, out, error } = await captured(['compare', path, '--format', 'json', '--fail-on', 'probes<1']);
    const board = JSON.parse(out);
    const lanes: { lane: string; figures: { probes: { value: number } } }[] = board.lanes;
    expect(lanes.map(({ lane }) => lane)).toEqual(NAMES);
    expect([board.yardstick, board.prices.input, board.prices.cache.writeMultiplier]).toEqual(['chars4', 2, 0]);
    const failing = lanes.filter(({ figures }) => figures.probes.value < 1).map(({ lane }) => lane);
    expect(failing).not.toHaveLength(0);
    expect(code).toBe(1);
    for (const name of failing) expect(error).toContain(`failed: ${name}: probes is`);
  });

  it('goes through convert with all of it, and redaction leaves nothing of what it replaces', async () => {
    const { file } = await exportedScenario();
    const text = await file.text();
    const { code, out, error } = await captured(['convert', '-', '--to', 'scenario'], text);
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(JSON.parse(text));
    const redacted = await captured(['convert', '-', '--to', 'scenario', '--redact'], text);
    const { lanes, transcript } = JSON.parse(redacted.out);
    expect(lanes).toHaveLength(8);
    expect(JSON.stringify(transcript)).not.toContain('lovelace');
    expect(redacted.error).toContain('probes[0].text holds something that is replaced in the transcript');
    const chat = await captured(['convert', '-', '--to', 'openai-chat'], text);
    expect(chat.error).toContain('Left out: the lanes, probes, prices and counter of the scenario.');
  });

  it('is redacted, or filler, as the user chose, and says where the settings still hold what was replaced', async () => {
    const redacted = await exportedScenario({ mode: 'redacted', kinds: ['email'], texts: [' '], expressions: [] });
    const { transcript, lanes } = JSON.parse(await redacted.file.text());
    expect(JSON.stringify(transcript)).not.toContain('lovelace');
    expect(lanes).toHaveLength(8);
    expect(redacted.replacements).toHaveLength(1);
    expect(redacted.notes.join()).toContain('probes[0].text');
    const filler = await exportedScenario({ mode: 'structure', counter: 'chars4', markers: [], contained: [] });
    const made = JSON.parse(await filler.file.text());
    expect(JSON.stringify(made.transcript)).not.toMatch(/brief|export|done/);
    // What a probe looks for is found again.
    expect(made.transcript.messages[1].content).toContain('ada@lovelace.dev');
    expect(made.lanes).toHaveLength(8);
  });

  it('of one window has only its messages, and says so', async () => {
    const { file, losses, settings } = await exportedScenario({ mode: 'as it is' }, 3);
    expect(JSON.parse(await file.text()).lanes).toBeUndefined();
    expect(settings).toEqual([]);
    expect(losses).toContain(
      'Left out: the lanes, probes, prices and the counter. They belong to the whole transcript.',
    );
  });
});

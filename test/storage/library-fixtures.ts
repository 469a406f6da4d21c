/** Small records and an empty library for the tests of storage. */
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { type Database, openDatabase } from '@/lib/storage/database';
import { createLibrary, type Library, type LibraryOptions } from '@/lib/storage/library';
import type { RunDraft, ScenarioDraft } from '@/lib/storage/library-types';
import type { LaneEntryRecord, ScenarioEdits, ScenarioWork, TranscriptRecord } from '@/lib/storage/records';

export function freshBrowser(): void {
  vi.stubGlobal('indexedDB', new IDBFactory());
}

/** A library whose clock and ids count up. */
export async function openLibrary(options: LibraryOptions = {}): Promise<{ library: Library; database: Database }> {
  const database = await openDatabase(() => undefined);
  let time = 1000;
  let number = 0;
  const counting = { now: () => ++time, newId: () => `id-${++number}`, channel: null };
  return { database, library: createLibrary(database, { ...counting, ...options }) };
}

export function transcript(id: string, text = '[{}]', openedAt = 1): TranscriptRecord {
  return {
    id,
    name: `${id}.json`,
    title: `Title of ${id}`,
    format: 'openai-chat',
    formatLabel: 'OpenAI Chat Completions',
    bytes: new Blob([text]).size,
    messages: 2,
    calls: 2,
    conversation: '0',
    openedAt,
    original: new Blob([text]),
  };
}

export function lane(id = 'lane-1', config: { [name: string]: unknown } = { window: 1000 }): LaneEntryRecord {
  const spec = { system: 'managed-window', config, guards: { all: true }, summarizer: { kind: 'extractive' } };
  return { id, name: '', colour: 0, hidden: false, lane: spec };
}

export function draft(of: string, change: Partial<ScenarioDraft> = {}): ScenarioDraft {
  return {
    transcript: of,
    conversation: '0',
    title: `Scenario of ${of}`,
    lanes: [lane()],
    active: 'lane-1',
    yardstick: 'chars4',
    probes: [],
    prices: {},
    cursor: 0,
    view: { showSent: false },
    edited: {},
    thumbnail: Float32Array.of(0, 0.5, 1),
    ...change,
  };
}

/** A history of so many steps, each with one change more, that shares what the page's history shares. */
export function edits(steps: number): ScenarioEdits {
  const lanes = [lane()];
  const works: ScenarioWork[] = [];
  for (let at = 0; at <= steps; at++) {
    const inserted = { role: 'user' as const, content: `message ${at}` };
    const patch = { id: `patch-${at}`, splices: [{ at: 0, remove: 0, insert: [inserted] }] };
    const made = works.at(-1)?.edits ?? [];
    works.push({
      lanes,
      active: 'lane-1',
      yardstick: 'chars4',
      probes: [],
      prices: {},
      edits: at === 0 ? [] : [...made, patch],
    });
  }
  const past = works.slice(1).map((after, at) => ({ name: `Step ${at + 1}`, before: works[at] ?? after, after }));
  return { edits: works.at(-1)?.edits ?? [], past, future: [] };
}

export function run(scenario: string, change: Partial<RunDraft> = {}): RunDraft {
  return {
    scenario,
    transcript: 'one',
    conversation: '0',
    title: 'A run',
    engine: '0.1.0',
    settings: { lanes: [lane()], yardstick: 'chars4', probes: [], prices: {} },
    fingerprint: 'abc',
    rows: [{ lane: 'lane-1', peak: 0.5 }],
    ...change,
  };
}

/** An empty library in a browser of its own, whose ids begin with a word. */
export async function elsewhere(prefix = 'there'): Promise<Library> {
  freshBrowser();
  let number = 0;
  return (await openLibrary({ newId: () => `${prefix}-${++number}` })).library;
}

/** Everything that can be seen of a library, without what differs from one import to the next. */
export async function contents(library: Library) {
  const seen: unknown[] = [];
  for (const { id } of await library.transcripts.list()) {
    const { original, ...found } = (await library.transcripts.open(id)) ?? {};
    seen.push([found, original?.type, await original?.text()]);
  }
  for (const { id } of await library.scenarios.list()) seen.push(await library.scenarios.open(id));
  for (const { id } of await library.runs.list()) seen.push(await library.runs.open(id));
  return seen;
}

/** Opening transcripts: from a file, a paste, a sample or the library; what is open stays until the new one has been read. */

import type { TokenCounts } from '../engine/accounting';
import type { Library } from '../storage/library';
import type { ScenarioRecord, TranscriptRecord } from '../storage/records';
import { type EngineClient, WorkerRequestError } from '../worker/client';
import type { OpenedFile } from '../worker/protocol';
import type { Carrying } from './carrying-over';
import type { Edited } from './edited';
import { NOT_REPLAYED } from './initial-state';
import type { Stored } from './keeping';
import { numberedIn } from './lane-after-edit';
import { lastLooks } from './last-open';
import { problemOf } from './problem';
import { restoredResult, restoredSettings } from './restored';
import { settingsState } from './scenario-settings';
import type { Cell, Result, State } from './state';
import { withPanel } from './view';

export interface Files {
  /** Reads a file; with several conversations in it, waits for `choose`. */
  open(file: File, format?: string): Promise<void>;
  /** Takes a conversation of the file that was read last. */
  choose(conversation: string): Promise<void>;
  cancel(): void;
  /** Opens the file that was asked about. */
  openAnyway(): Promise<void>;
  /** Reads the file that failed last, or the open one, in another format; undefined detects it again. */
  reopenAs(format: string | undefined): Promise<void>;
  /** Opens a scenario of the library as it was left. */
  restore(id: string): Promise<void>;
  /** Stores the open transcript again, where it was deleted elsewhere. */
  storeAgain(): void;
  /** The original file of the open document, byte for byte. */
  original(): Promise<Blob | null>;
  /** An empty transcript, to be written here. */
  create(): Promise<void>;
}

export interface FilesHooks {
  client(): EngineClient;
  library(): Library | null;
  /** Queues the writing of a record. */
  save(key: string, write: (library: Library) => Promise<void>): void;
  /** A document stands in the state and can be replayed; its counts under these counters are known. */
  ready(counters: string[], isNew: boolean): void;
  leaving(): Promise<void>;
  /** What was changed in a conversation of the open file, or nothing for a file that is new here. */
  edited(conversation: string): Edited;
  /** Takes over a stored scenario, or begins a new one. */
  recall(stored: Stored | null): void;
}

/** A transcript without messages, as a file. */
const EMPTY = '{ "palimpsest": 1, "title": "Untitled", "transcript": { "messages": [] } }\n';

interface Pending {
  file: Blob;
  name: string;
  opened: OpenedFile;
  override: string | undefined;
  /** Set where the transcript is already in the library. */
  record: TranscriptRecord | null;
}

/** A title for people: the conversation's own, or the file's name without its ending. */
function titleOf(name: string, opened: OpenedFile, conversation: string): string {
  const info = opened.conversations.find((one) => one.id === conversation);
  return info?.title || name.replace(/(\.jsonl?|\.txt|\.md)?(\.gz)?$/i, '') || 'Untitled';
}

export function createFiles(state: Cell<State>, hooks: FilesHooks): Files {
  let pending: Pending | null = null;
  let current: Pending | null = null;
  /** The file that could not be read last: another format may be tried on it. */
  let failed: { file: Blob; name: string } | null = null;
  let abort: AbortController | null = null;

  /** The file that the user is asked about, and what becomes of it if the answer is yes. */
  let asked: { file: Blob; name: string; go: () => Promise<void> } | null = null;

  const read = async (
    file: Blob,
    name: string,
    format: string | undefined,
    go: (sure: boolean) => Promise<void>,
    sure = false,
  ): Promise<OpenedFile | null> => {
    abort?.abort();
    const controller = new AbortController();
    abort = controller;
    failed = null;
    asked = null;
    state.set({ loading: { name, progress: null }, problem: null, choosing: null, asking: null });
    try {
      return await hooks.client().request(
        'open',
        { file, name, sure, ...(format === undefined ? {} : { format }) },
        {
          signal: controller.signal,
          onProgress: (progress) => {
            if (abort === controller) state.set({ loading: { name, progress } });
          },
        },
      );
    } catch (error) {
      if (error instanceof WorkerRequestError && error.kind === 'OpeningCostError') {
        const { bytes, memory } = error.details as { bytes: number; memory: number };
        asked = { file, name, go: () => go(true) };
        state.set({ asking: { name, bytes, memory } });
      } else if (!controller.signal.aborted) {
        failed = { file, name };
        state.set({ problem: problemOf(`${name} could not be read`, error) });
      }
      return null;
    } finally {
      if (abort === controller) {
        abort = null;
        state.set({ loading: null });
      }
    }
  };

  /** Before another conversation is opened: keeps by it what of the settings names its messages. Null where nothing does. */
  const leave = async (messages: number | undefined, isKept: boolean): Promise<Carrying | null> => {
    const { document, lanes, probes, edits } = state.get();
    if (!isKept && probes.length === 0 && lanes.every(({ lane }) => numberedIn(lane).length === 0)) return null;
    const { leaveTranscript } = await import('./carrying-over');
    return leaveTranscript(hooks.client(), document, edits.length, messages);
  };

  /** Makes a conversation the open document. `known` are counts from the library. */
  const take = async (
    from: Pending,
    conversation: string,
    known: TokenCounts[],
    restored?: { scenario: ScenarioRecord; result: Result | null },
  ) => {
    await hooks.leaving();
    // Another conversation of the open file goes on in its scenario.
    const kept = from.record && !restored ? state.get().scenario : null;
    const chosen = from.opened.conversations.find((one) => one.id === conversation);
    const carrying = restored ? null : await leave(chosen?.messages, kept !== null);
    const chosenNow = await hooks.client().request('choose', { conversation, counts: known });
    let { info } = chosenNow;
    const settings = restored ? null : chosenNow.settings;
    if (!kept) hooks.recall(restored?.scenario ?? null);
    const { edits, history } = hooks.edited(conversation);
    if (edits.length > 0) ({ info } = await hooks.client().request('setEdits', { patches: edits }));
    const id = from.record?.id ?? crypto.randomUUID();
    const title = titleOf(from.name, from.opened, conversation);
    const carry = settings?.scenario ? undefined : await carrying?.arrive(info);
    const record: TranscriptRecord = {
      id,
      name: from.name,
      title,
      format: from.opened.format,
      formatLabel: from.opened.formatLabel,
      bytes: from.file.size,
      messages: chosen?.messages ?? info.messageCount,
      calls: chosen?.calls ?? info.callCount,
      conversation,
      openedAt: Date.now(),
      original: from.file,
      ...(from.override === undefined ? {} : { override: from.override }),
    };
    current = { ...from, record };
    pending = null;
    const looks = restored ? lastLooks(restored.scenario.id) : null;
    const {
      id: named,
      title: called,
      tags,
    } = restored?.scenario ?? kept ?? { id: crypto.randomUUID(), title, tags: [] };
    const carried = carry?.(state.get(), kept ? { conversation, history } : null);
    const opened = settings ? settingsState(settings) : {};
    if (opened.problem && carried?.problem) opened.problem.message += `\n${carried.problem.title}.`;
    state.set({
      phase: 'ready',
      choosing: null,
      document: {
        id,
        name: from.name,
        title,
        conversation,
        file: from.opened,
        info,
        ...(from.override === undefined ? {} : { override: from.override }),
      },
      scenario: { id: named, title: called, tags },
      edits,
      history,
      // What a probe names by number is another transcript's.
      ...(kept ? {} : { probes: [] }),
      ...carried,
      ...(restored ? restoredSettings(restored.scenario) : opened),
      ...NOT_REPLAYED,
      result: restored?.result ?? null,
      decision: null,
      item: null,
      cursor: Math.min(looks?.cursor ?? restored?.scenario.cursor ?? info.callCount - 1, info.callCount - 1),
      ...(looks ? { showSent: looks.showSent, view: { ...state.get().view, mode: looks.mode } } : {}),
    });
    if (!restored) hooks.save('transcript', (library) => library.transcripts.save(record));
    hooks.ready(
      known.map((counts) => counts.counter),
      !restored,
    );
  };

  const takeOrAsk = async (from: Pending): Promise<void> => {
    const [only, ...more] = from.opened.conversations;
    if (!only) return;
    if (more.length > 0) {
      pending = from;
      state.set({ choosing: from.opened });
      return;
    }
    await take(from, only.id, []);
  };

  const guarded = async (title: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      state.set({ problem: problemOf(title, error), loading: null });
    }
  };

  const open = (file: File, format: string | undefined, sure: boolean): Promise<void> =>
    guarded(`${file.name} could not be opened`, async () => {
      const opened = await read(file, file.name, format, (yes) => open(file, format, yes), sure);
      if (opened) await takeOrAsk({ file, name: file.name, opened, override: format, record: null });
    });

  const reopenAs = (format: string | undefined, sure: boolean): Promise<void> =>
    guarded('The file could not be read in that format', async () => {
      const from = failed ? { ...failed, record: null } : current;
      if (!from) return;
      const opened = await read(from.file, from.name, format, (yes) => reopenAs(format, yes), sure);
      if (opened) await takeOrAsk({ file: from.file, name: from.name, record: from.record, opened, override: format });
    });

  return {
    open: (file, format) => open(file, format, false),
    openAnyway: async () => asked?.go(),
    choose: (conversation) =>
      guarded('The conversation could not be opened', async () => {
        const from = pending ?? current;
        if (!from) return;
        const counts = from.record ? await hooks.library()?.counts(from.record.id, conversation) : undefined;
        await take(from, conversation, counts ?? []);
      }),
    cancel() {
      abort?.abort();
      pending = null;
      asked = null;
      state.set({ loading: null, choosing: null, asking: null });
    },
    reopenAs: (format) => reopenAs(format, false),
    restore: (id) =>
      guarded('The stored scenario could not be opened', async () => {
        const library = hooks.library();
        const scenario = await library?.scenarios.open(id);
        const record = scenario && (await library?.transcripts.open(scenario.transcript));
        if (!library || !scenario || !record) {
          state.set({ problem: { title: 'Not in the library', message: 'That scenario is no longer stored here.' } });
          return;
        }
        const stored = await library.result(record.id);
        // It was opened here before: nobody is asked again.
        const opened = await read(record.original, record.name, record.override, async () => undefined, true);
        if (!opened) return;
        const exists = opened.conversations.some((one) => one.id === scenario.conversation);
        const conversation = exists ? scenario.conversation : (opened.conversations[0]?.id ?? scenario.conversation);
        const known = await library.counts(record.id, conversation);
        const from: Pending = { file: record.original, name: record.name, opened, override: record.override, record };
        await take(from, conversation, known, { scenario, result: restoredResult(scenario, stored) });
      }),
    storeAgain() {
      const record = current?.record;
      if (record) hooks.save('transcript', (library) => library.transcripts.save(record));
    },
    original: async () => current?.file ?? null,
    create: () =>
      guarded('A new transcript could not be made', async () => {
        const file = new File([EMPTY], 'untitled.palimpsest.json', { type: 'application/json' });
        const opened = await read(file, file.name, undefined, async () => undefined);
        if (!opened) return;
        await takeOrAsk({ file, name: file.name, opened, override: undefined, record: null });
        state.set({ view: withPanel(state.get().view, 'transcript') });
      }),
  };
}

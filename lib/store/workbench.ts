/** The page's one store: state, the engine worker, the library, and every command a user can give. */

import { arrivedBy } from '../engine/ledger';
import type { PinRule } from '../engine/pin-rule';
import type { OutgoingForm } from '../exporters/forms';
import { openDatabase, StorageUnavailableError } from '../storage/database';
import { createLibrary, type Library } from '../storage/library';
import type { Notice } from '../storage/library-types';
import { systemById } from '../systems/descriptions';
import { createEngineClient, type EngineClient } from '../worker/client';
import type { Exported, PinPreview, Privacy } from '../worker/protocol';
import type { Comparison } from './comparison';
import { createEditing, type Editing } from './editing';
import { createEngineWatch } from './engine-watch';
import { createFiles, type Files } from './files';
import { createHistory, type History, workOf } from './history';
import { createIncoming, type Incoming } from './incoming';
import { INITIAL_STATE, NOT_REPLAYED } from './initial-state';
import { createJudging, type Judging } from './judging';
import { createKeeping } from './keeping';
import { holdsGroups } from './lane';
import { createLaneCommands, type LaneCommands } from './lane-commands';
import { laneOf } from './lanes';
import { endedBusy, lastOpen, rememberOpen } from './last-open';
import { watchLeaving } from './leaving';
import { createLooking, type Looking } from './looking';
import { createMeasuring, type Measuring } from './measuring';
import { pointerHeld } from './pointer-held';
import { endedAtWork } from './problem';
import { createRowTexts, type RowTexts } from './row-texts';
import { createSharing, type SharingCommands, sharedSettings } from './sharing';
import { createShelf, type Shelf } from './shelf';
import { type Cell, createCell, type FullMessage, type State, type Work } from './state';
import { createTranscriptView, type TranscriptView } from './transcript-view';
import { createTuning, type Tuning } from './tuning';
import { createWriting, type WritingCommands } from './writing';

export interface Workbench extends Looking, Pick<Comparison, 'restartLane'> {
  state: Cell<State>;
  files: Files;
  shelf: Shelf;
  tuning: Tuning;
  editing: Editing;
  history: History;
  lanes: LaneCommands;
  judging: Judging;
  transcript: TranscriptView;
  measuring: Measuring;
  writing: WritingCommands;
  sharing: SharingCommands;
  incoming: Incoming;
  rows: RowTexts;
  /** Opens the library and what was left there. Called once, in the browser. */
  start(): Promise<void>;
  /** What pin rules would hold at the cursor, on or off. */
  previewPins(rules: readonly PinRule[]): Promise<PinPreview[]>;
  /** An item's whole text, as it is sent and as it was. */
  message(item: number): Promise<FullMessage>;
  /** The transcript, or the window at a call, in a format, with what the user wants done to it before. */
  exported(format: string, call: number | null, privacy?: Privacy, form?: OutgoingForm): Promise<Exported>;
  /** For parts of the store that are fetched when they are needed. */
  library(): Library | null;
  client(): EngineClient;
  /** Goes on with a new engine after the last one stopped. */
  revive(): Promise<void>;
  /** Saves again what could not be saved. */
  saveAgain(): void;
  /** Back to the start page; everything stays in the library. */
  close(): Promise<void>;
}

export function createWorkbench(): Workbench {
  const state = createCell(INITIAL_STATE);
  let library: Library | null = null;

  const { client, fresh } = createEngineWatch(state, createEngineClient);

  const keeping = createKeeping(state, () => library);

  const record = (name: string, change: Partial<Work>, key?: string): void => {
    const before = workOf(state.get());
    history.record(name, before, { ...before, ...change }, key);
  };

  /** Counters whose counts of the open document are kept. */
  let counted = new Set<string>();

  const tuning = createTuning(state, {
    client,
    changed: keeping.workspace,
    looked: keeping.looks,
    record,
    settled: keeping.result,
    knows: (counter) => counted.has(counter),
    counted(counts) {
      const { document } = state.get();
      if (!document) return;
      counted.add(counts.counter);
      const { id, conversation } = document;
      // Kept counts are those of the file; what was edited is counted on top of them.
      if (state.get().edits.length > 0) return;
      keeping.save(`counts ${counts.counter}`, (open) => open.saveCounts(id, conversation, counts), 0, true);
    },
  });

  const shelf = createShelf(state, () => library);

  const files = createFiles(state, {
    client: fresh,
    library: () => library,
    save: keeping.save,
    leaving: async () => {
      tuning.cancel();
      await keeping.flush();
    },
    edited: keeping.edited,
    recall: keeping.recall,
    ready(known, isNew) {
      counted = new Set(known);
      rows.clear();
      rememberOpen(state.get().scenario?.id ?? null);
      tuning.replay();
      // What was only opened is not saved again: another tab may have it open too.
      if (isNew) keeping.workspace();
      void keeping.flush().then(() => shelf.refresh());
      void incoming.arrived(isNew);
    },
  });

  const revive = async () =>
    (await import('./reviving')).createReviving(state, {
      fresh,
      library: () => library,
      original: files.original,
      ready(known) {
        counted = new Set(known);
        rows.clear();
        tuning.replay();
      },
    })();

  const rows = createRowTexts(state, client);

  const history = createHistory(state, {
    now: () => performance.now(),
    held: pointerHeld,
    inTurn: (step) => editing.afterOperations(step),
    apply(work) {
      // In turn with edits that are still under way.
      void editing.setEdits(work.edits, work).then(() => tuning.restore(work));
    },
  });

  const writing = createWriting(state);

  const editing = createEditing(state, {
    client,
    record: history.record,
    changed(to) {
      writing.follow(to);
      rows.clear();
      tuning.replay();
      keeping.workspace();
    },
  });

  const judging = createJudging(state, { record, changed: keeping.workspace });

  const lanes = createLaneCommands(state, {
    record,
    take: tuning.takeLanes,
  });

  const incoming = createIncoming(state, {
    client,
    open: (file) => files.open(file),
    keeping,
    editing,
    tuning,
    record,
    refresh: shelf.refresh,
    keeps: () => library !== null,
  });

  let following: Promise<Comparison> | null = null;
  const compared = (): Promise<Comparison> => {
    following ??= import('./comparing').then(({ startComparing }) =>
      startComparing(state, { engine: client, count: tuning.count }),
    );
    return following;
  };
  state.subscribe(() => {
    if (state.get().view.mode === 'compare') void compared();
  });

  /** Another tab has changed the library. */
  const heardElsewhere = ({ kind, id, change }: Notice): void => {
    void shelf.refresh();
    if (change === 'deleted' && [state.get().document?.id, state.get().scenario?.id].includes(id)) {
      files.storeAgain();
      keeping.workspace();
      state.set({
        problem: {
          title: 'Deleted in another tab',
          message: 'Another tab has deleted for good what is open here. It has been stored again, with your work.',
          remedy: 'To let it go, close it here and remove it from the library.',
        },
      });
      return;
    }
    if (kind !== 'scenario' || change !== 'saved' || id !== state.get().scenario?.id) return;
    state.set({
      problem: {
        title: 'Changed in another tab',
        message: 'Another tab has saved this scenario. What you change here is kept beside it as a copy of its own.',
        remedy: "Reload this page to go on with the other tab's work.",
      },
    });
  };

  return {
    ...createLooking(state, () => {
      keeping.looks();
      tuning.catchUp();
    }),
    restartLane: (id) => void compared().then((comparison) => comparison.restartLane(id)),
    state,
    files,
    shelf,
    tuning,
    editing,
    history,
    lanes,
    judging,
    transcript: createTranscriptView(client),
    measuring: createMeasuring(state, client),
    writing,
    sharing: createSharing(state, client),
    incoming,
    rows,
    library: () => library,
    client,
    revive,
    saveAgain: keeping.retry,
    previewPins(rules) {
      const { result, cursor } = state.get();
      const lane = laneOf(state.get());
      const appended = result ? arrivedBy(result.run, cursor) : 0;
      return client().request('previewPins', {
        rules,
        counter: systemById(lane.system).counterOf(lane.config),
        appended,
        groups: holdsGroups(lane),
      });
    },
    message: (item) => client().request('message', { item }),
    exported: (format, call, privacy = { mode: 'as it is' }, form = 'file') => {
      const title = state.get().document?.title ?? 'Transcript';
      const settings = sharedSettings(state.get());
      return client().request('exported', { format, form, call, title, settings, privacy });
    },
    async start() {
      try {
        library = createLibrary(await openDatabase((reason) => state.set({ banner: reason })));
        library.subscribe(heardElsewhere);
        await shelf.begin();
      } catch (error) {
        library = null;
        const reason = error instanceof StorageUnavailableError ? error.message : String(error);
        state.set({ saving: 'memory', banner: `${reason} Your work is kept only until this tab closes.` });
      }
      watchLeaving(state, keeping);
      const { recent } = state.get();
      // A browser that is killed may lose the note; the work that was saved last is then what was open.
      const last = lastOpen() ?? recent[0]?.id;
      const entry = recent.find(({ id }) => id === last);
      if (library && entry && endedBusy(entry.id)) state.set({ problem: endedAtWork(entry.title) });
      else if (library && entry) await files.restore(entry.id);
      if (state.get().phase === 'starting') state.set({ phase: 'empty' });
      incoming.watch();
    },
    async close() {
      tuning.cancel();
      await keeping.flush();
      rememberOpen(null);
      state.set({
        phase: 'empty',
        document: null,
        scenario: null,
        ...NOT_REPLAYED,
        choosing: null,
        problem: null,
        edits: [],
        history: { past: [], future: [] },
        view: { ...state.get().view, dialog: null },
      });
      await shelf.refresh();
    },
  };
}

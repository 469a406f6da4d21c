/** Kept runs of the open scenario: kept by hand or by themselves, opened beside the present ones, one pinned as the baseline. */

import { counted } from '../engine/figures';
import type { RunRecord } from '../storage/records';
import { type LaneEntry, laneName } from './lanes';
import { problemOf } from './problem';
import { boardRows } from './run-rows';
import { runWords } from './run-words';
import { laneBoard } from './scoreboard';
import { areScored } from './scored';
import { isStale } from './stale';
import type { Problem, State } from './state';
import { ENGINE_VERSION } from './version';
import type { Workbench } from './workbench';

/** Runs that kept themselves carry this tag. */
export const AUTOMATIC = 'automatic';
/** So many of them stay, of each scenario. */
const AUTOMATIC_KEPT = 5;

/** Letters of a title that are seen whole on most screens. */
const TITLE = 96;

/** What tells a run that kept itself from the one before: the first thing that is different, or its lanes where there is none. */
export function automaticTitle(lanes: RunRecord['settings']['lanes'], changes: readonly string[]): string {
  const [first, ...more] = changes;
  const title = first ?? lanes.map((entry) => laneName(entry as LaneEntry)).join(', ');
  const rest = more.length === 0 ? '' : ` and ${counted(more.length, 'more change')}`;
  const room = TITLE - rest.length;
  const letters = [...title];
  return `${letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : title}${rest}`;
}

export interface RunCommands {
  /** Reads the runs of the open scenario into the state. */
  refresh(): Promise<void>;
  /** Keeps what the lanes came to: scoreboard, settings, engine, fingerprint, and what each lane did at each call. */
  keep(title: string): Promise<void>;
  /** The same without what the lanes did; the oldest of these make room. */
  keepAutomatically(): Promise<void>;
  open(id: string): Promise<RunRecord | null>;
  rename(id: string, title: string): Promise<void>;
  pin(id: string, pinned: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** What made the present runs, for holding it against what made an old one. */
  maker(): Promise<Pick<RunRecord, 'engine' | 'fingerprint' | 'settings'> | null>;
}

type RunsWorkbench = Pick<Workbench, 'state' | 'library' | 'client'>;

export function createRunCommands({ state, library, client }: RunsWorkbench): RunCommands {
  const say = (problem: Problem): void => state.set({ problem });

  const settingsOf = ({ lanes, yardstick, probes, prices, edits }: State): RunRecord['settings'] => ({
    lanes,
    yardstick,
    probes,
    prices,
    ...(edits.length === 0 ? {} : { edits }),
  });

  const maker: RunCommands['maker'] = async () => {
    const now = state.get();
    if (!now.document) return null;
    const { standing } = await client().request('fingerprints', {});
    return { engine: ENGINE_VERSION, fingerprint: standing.fingerprint, settings: settingsOf(now) };
  };

  const refresh = async (): Promise<void> => {
    const { scenario } = state.get();
    const open = library();
    if (!scenario || !open) {
      state.set({ kept: null });
      return;
    }
    const list = await open.runs.list(scenario.id);
    const pinned = list.find((run) => run.pinned);
    const before = state.get().kept?.baseline;
    const baseline = !pinned ? null : pinned.id === before?.id ? before : ((await open.runs.open(pinned.id)) ?? null);
    if (state.get().scenario?.id === scenario.id) state.set({ kept: { scenario: scenario.id, list, baseline } });
  };

  const guarded = async (title: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      await refresh();
    } catch (error) {
      say(problemOf(title, error));
    }
  };

  const keepAs = async (title: string, tags: readonly string[], whole: boolean): Promise<void> => {
    const open = library();
    const before = state.get();
    const { scenario, document, comparison } = before;
    if (!open || !scenario || !document) return;
    const { board, entries } = laneBoard(before);
    const made = await maker();
    // Only what is of the present settings goes by their name.
    if (!made || !areScored(before) || state.get().lanes !== before.lanes) return;
    const present = new Set(before.lanes.filter((entry) => !isStale(entry, before)).map(({ id }) => id));
    const packed = before.lanes.map(({ id, lane }) => {
      const outcome = comparison.get(id);
      return outcome?.lane === lane ? outcome.run : null;
    });
    await open.runs.create({
      scenario: scenario.id,
      transcript: document.id,
      conversation: document.conversation,
      title,
      tags,
      ...made,
      // A lane that cannot run keeps its old score in sight only.
      rows: boardRows(board, entries).filter(({ id }) => present.has(String(id))),
      ...(whole ? { packed } : {}),
    });
  };

  return {
    refresh,
    maker,
    keep: (title) => guarded('The run was not kept', () => keepAs(title, [], true)),
    keepAutomatically: () =>
      guarded('The run was not kept', async () => {
        const open = library();
        const { scenario } = state.get();
        if (!open || !scenario) return;
        const made = await maker();
        const [newest] = await open.runs.list(scenario.id);
        if (!made) return;
        const changes = newest ? runWords(newest, made) : [];
        if (newest && changes.length === 0) return;
        await keepAs(automaticTitle(made.settings.lanes, changes), [AUTOMATIC], false);
        const own = (await open.runs.list(scenario.id)).filter(
          ({ tags, pinned }) => tags.includes(AUTOMATIC) && !pinned,
        );
        for (const { id } of own.slice(AUTOMATIC_KEPT)) await open.runs.forget(id);
      }),
    async open(id) {
      try {
        return (await library()?.runs.open(id)) ?? null;
      } catch (error) {
        say(problemOf('The run could not be opened', error));
        return null;
      }
    },
    rename: (id, title) =>
      guarded('The run could not be renamed', async () => {
        const open = library();
        await open?.runs.rename(id, title);
        // Who gives it a name wants to keep it.
        await open?.runs.tag(id, []);
      }),
    pin: (id, pinned) => guarded('The baseline was not set', async () => library()?.runs.pin(id, pinned)),
    remove: (id) =>
      guarded('The run could not be removed', async () => {
        const discarded = await library()?.trash.discard('run', id);
        const title = state.get().kept?.list.find((run) => run.id === id)?.title ?? 'The run';
        if (discarded) state.set({ removed: { title, discarded } });
      }),
  };
}

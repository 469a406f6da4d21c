/** Tuning: changes to the lane and the cursor, the replays and windows they ask for, and the yardstick's counts. */

import type { TokenCounts } from '../engine/accounting';
import { checkConfig, systemById } from '../systems/descriptions';
import { type EngineClient, WorkerRequestError, WorkerStoppedError } from '../worker/client';
import type { LaneSpec } from '../worker/protocol';
import { createInsights, TRIED_AT_ONCE } from './insights';
import { defaultLane, hasErrors, laneProblems, withSystem } from './lane';
import { type LaneList, laneOf, withLane } from './lanes';
import { problemOf } from './problem';
import { latestWins } from './replay-loop';
import { createSettler } from './settle';
import type { Cell, Result, State, Work } from './state';
import { laneStep } from './step-names';

export interface Tuning {
  setLane(lane: LaneSpec): void;
  resetLane(): void;
  /** Another memory system, with the window of the one before. */
  setSystem(id: string): void;
  /** Settings as a step of the history had them. */
  restore(work: Omit<Work, 'edits'>): void;
  setCursor(call: number): void;
  setYardstick(counter: string): void;
  setShowSent(show: boolean): void;
  /** Tries what would do away with the findings, also where the transcript is long. */
  tryRemedies(): void;
  /** Makes these the lanes; a step for the history is up to the caller. */
  takeLanes(list: LaneList): void;
  /** Reads what was left unread while something else was looked at. */
  catchUp(): void;
  /** Counts once a document and counter; nothing where it is known. */
  count(counter: string): Promise<void> | null;
  /** Replays the lane on the document that is open now. */
  replay(): void;
  /** Forgets what is under way: the document has changed. */
  cancel(): void;
}

export interface TuningHooks {
  client(): EngineClient;
  /** A change that belongs to the workspace has been made. */
  changed(): void;
  /** It is looked at in another way. */
  looked(): void;
  /** A step that can be taken back; steps under the same key join while a hand moves. */
  record(name: string, change: Partial<Work>, key?: string): void;
  /** A new result stands in the state. */
  settled(): void;
  /** Whether the open document's counts under a counter are kept already. */
  knows(counter: string): boolean;
  /** Counts that can be kept, so that they are never made again. */
  counted(counts: TokenCounts): void;
}

/** Errors of the worker that only say that something else has been opened or replayed meanwhile. */
const QUIET = new Set(['NothingOpenError', 'SupersededError']);

export function createTuning(state: Cell<State>, hooks: TuningHooks): Tuning {
  let version = 0;

  const fail = (title: string) => (error: unknown) => {
    // A worker that stopped is reported once, in the banner; what has no run yet will be asked for again when it has.
    if (error instanceof WorkerStoppedError || (error as Error)?.name === 'AbortError') return;
    // Nor is it a trouble where something newer has been asked for.
    if (error instanceof WorkerRequestError && QUIET.has(error.kind)) return;
    state.set({ problem: problemOf(title, error) });
  };

  /** Counts that are under way: who asks meanwhile waits for the same. */
  const underWay = new Map<string, Promise<void>>();
  const countOnce = (counter: string): Promise<void> | null => {
    if (hooks.knows(counter)) return null;
    const known = underWay.get(counter);
    if (known) return known;
    const made = countNow(counter).finally(() => underWay.delete(counter));
    underWay.set(counter, made);
    return made;
  };
  const countNow = async (counter: string): Promise<void> => {
    state.set({ counting: { stage: 'counting', done: 0, total: 1 } });
    try {
      const answer = await hooks
        .client()
        .request('count', { counter }, { onProgress: (counting) => state.set({ counting }) });
      if (!answer.fellBackFrom) hooks.counted(answer.counts);
      // That another counter could be loaded says nothing of the yardstick's tables.
      const { yardstick, fellBackFrom } = state.get();
      const stays = counter !== yardstick && fellBackFrom === yardstick ? fellBackFrom : null;
      state.set({ fellBackFrom: answer.fellBackFrom ?? stays });
    } finally {
      state.set({ counting: null });
    }
  };

  const countMissing = latestWins<string, void>(
    async (counter) => {
      await countOnce(counter);
      await measureSent(counter);
      // What is really sent may show what the policy's own counts hide.
      const { shown, result, examination, view } = state.get();
      const isLookedAt = examination !== null || view.mode !== 'compare';
      // A look at an earlier result would take the place of the one that this result waits for.
      if (shown && result && isLookedAt) insights.examineAgain(result.version);
    },
    () => undefined,
    fail('The tokens could not be counted'),
  );

  const measureSent = async (counter: string): Promise<void> => {
    const made = state.get().result?.version;
    if (made === undefined) return;
    const { tokens } = await hooks.client().request('sent', { counter });
    // The worker measures its latest run, which is at least as new as the one on the page.
    if (state.get().result?.version === made) state.set({ sent: { tokens, version: made, counter } });
  };

  const sentLoop = latestWins<string, void>(measureSent, () => undefined, fail('Sent tokens could not be measured'));

  const lastLoop = latestWins(
    (call: number) => hooks.client().request('view', { call }),
    (last) => {
      // As below: the worker's latest run is the result on the page.
      const { result } = state.get();
      if (result) state.set({ last: { ...last, version: result.version } });
    },
    fail('The last window could not be read'),
  );

  // On a long transcript looking takes so long that the next replay would wait for it.
  const isLong = () => (state.get().document?.info.messageCount ?? 0) > TRIED_AT_ONCE;
  const insights = createInsights(state, { client: () => hooks.client(), isLong, fail });

  /** The lists and panels follow the curve. */
  const show = createSettler(
    (_result: Result) => {
      hooks.settled();
      viewLoop(state.get().cursor);
    },
    { rest: 140, longest: 600, patient: () => (isLong() ? 220 : 0) },
  );

  /** What is read of a result as a whole. */
  const lookAround = createSettler(
    ({ run, version }: Result) => {
      lastLoop(run.calls.before.length - 1);
      insights.lookInto(version);
      const { yardstick, fellBackFrom, sent } = state.get();
      if (sent?.version === version && sent.counter === yardstick) return;
      if (hooks.knows(yardstick)) sentLoop(yardstick);
      // Its tables could not be loaded: they are asked for once more, and bytes stand for them where they still do not come.
      else if (fellBackFrom === yardstick) countMissing(yardstick);
    },
    { rest: 140, longest: 600, patient: () => (isLong() ? 350 : 0) },
  );

  const replayLoop = latestWins<LaneSpec, void>(
    async (lane) => {
      const { document } = state.get();
      if (!document) return;
      await countOnce(systemById(lane.system).counterOf(lane.config));
      const { run, metrics, computeMs } = await hooks.client().request('replay', { lane });
      if (state.get().document !== document) return;
      version++;
      const result = { run, lane, metrics, computeMs, version };
      state.set({ result });
      show(result);
      lookAround(result);
    },
    () => undefined,
    fail('The replay failed'),
  );

  /** In a comparison the lane's own worker answers the hand; the inspector's run follows once it rests. */
  const replayLater = createSettler(replayLoop, { rest: 500, longest: 3000, patient: () => 700 });

  const viewLoop = latestWins(
    (call: number) => hooks.client().request('view', { call }),
    (view) => {
      // The worker reads its latest run, and its answers come in order: that run is the result on the page.
      const { result, decision } = state.get();
      if (!result) return;
      const isThere = decision !== null && decision < result.run.decisions.kind.length;
      state.set({ shown: { result, view }, decision: isThere ? decision : null });
    },
    fail('The window could not be read'),
  );

  const setLane = (lane: LaneSpec): void => {
    const list = state.get();
    const step = laneStep(laneOf(list), lane);
    const { lanes, active } = withLane(list, lane);
    if (step) hooks.record(step.name, { lanes, active }, step.key && `${active} ${step.key}`);
    takeLanes({ lanes, active });
  };

  const takeLanes = (list: LaneList): void => {
    const before = laneOf(state.get());
    const lane = laneOf(list);
    const problems = laneProblems(lane);
    state.set({ lanes: list.lanes, active: list.active, problems });
    if (lane !== before && !hasErrors(problems)) {
      if (state.get().view.mode === 'compare') replayLater(lane);
      else replayLoop(lane);
    }
    hooks.changed();
  };

  return {
    setLane,
    takeLanes,
    count: countOnce,
    catchUp() {
      const { shown, examination } = state.get();
      if (shown && examination?.version !== shown.result.version) insights.lookInto(shown.result.version);
    },
    setSystem: (id) => setLane(withSystem(laneOf(state.get()), id)),
    resetLane() {
      const lane = laneOf(state.get());
      const fresh = defaultLane(lane.system);
      setLane(hasErrors(checkConfig(systemById(fresh.system), fresh.config)) ? lane : fresh);
    },
    setCursor(call) {
      const { result, cursor } = state.get();
      const last = (result?.run.calls.before.length ?? 1) - 1;
      const next = Math.min(Math.max(0, Math.round(call)), last);
      if (next === cursor) return;
      state.set({ cursor: next });
      viewLoop(next);
      hooks.looked();
    },
    restore({ lanes, active, yardstick, probes, prices }) {
      state.set({ probes, prices });
      takeLanes({ lanes, active });
      if (yardstick === state.get().yardstick) return;
      state.set({ yardstick, sent: null });
      countMissing(yardstick);
    },
    setYardstick(counter) {
      if (counter === state.get().yardstick) return;
      hooks.record(`Yardstick: ${counter}`, { yardstick: counter });
      state.set({ yardstick: counter, sent: null });
      hooks.changed();
      countMissing(counter);
    },
    setShowSent(showSent) {
      state.set({ showSent });
      hooks.looked();
      if (showSent) countMissing(state.get().yardstick);
    },
    tryRemedies() {
      const { examination } = state.get();
      if (examination) insights.tryRemedies(examination.version);
    },
    replay() {
      const { problems, result, yardstick, view } = state.get();
      // Settings that cannot run leave the last good result in sight, after a reload too.
      const own = laneOf(state.get());
      const lane = hasErrors(problems) ? (result?.lane ?? defaultLane(own.system)) : own;
      // The lanes' workers borrow the conversation from this one: in a comparison they come first.
      if (view.mode === 'compare' && result) replayLater(lane);
      else {
        replayLoop(lane);
        countMissing(yardstick);
      }
    },
    cancel() {
      replayLater.cancel();
      replayLoop.cancel();
      show.cancel();
      lookAround.cancel();
      insights.cancel();
      lastLoop.cancel();
      viewLoop.cancel();
      sentLoop.cancel();
      countMissing.cancel();
    },
  };
}

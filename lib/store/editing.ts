/** Changing the transcript: operations go to the worker one after the other, and everything that names a message follows. */

import type { Operation } from '../editing/operations';
import type { NamedPatch } from '../editing/patch';
import { ASSISTANT } from '../engine/accounting';
import { probesAfterEdit } from '../probes/after-edit';
import type { EngineClient } from '../worker/client';
import type { DocumentInfo } from '../worker/protocol';
import { workOf } from './history';
import { NOT_JUDGED } from './initial-state';
import { laneProblems } from './lane';
import { laneAfterEdit } from './lane-after-edit';
import { laneOf } from './lanes';
import { problemOf } from './problem';
import { type Cell, createCell, type State, type Work } from './state';

export interface Editing {
  /** Does it, under a name for the history. Resolves to whether it was done; an operation without sense is a problem in words. */
  apply(operation: Operation, name: string): Promise<boolean>;
  /** Makes these the changes made to the transcript, as undo and redo ask; lanes that number its messages change in the same step. */
  setEdits(edits: readonly NamedPatch[], along?: Omit<Work, 'edits'>): Promise<void>;
  /** Changes that are asked for and not made yet. Until they are, a position is one of a transcript that is going. */
  underWay: Pick<Cell<{ changes: number }>, 'get' | 'subscribe'>;
  /** Does it at once, or after the operations that are asked for and not done yet. */
  afterOperations(work: () => void): void;
}

export interface EditingHooks {
  client(): EngineClient;
  record(name: string, before: Work, after: Work): void;
  /** The transcript is another one now. `to`: per message before its index now, or -1; null where that is not known. */
  changed(to: Int32Array | null): void;
}

/** Assistant messages before a position: the model call that comes before it. */
function callBefore(roles: Uint8Array, position: number): number {
  let calls = 0;
  for (let index = 0; index < position && index < roles.length; index++) if (roles[index] === ASSISTANT) calls++;
  return calls;
}

/** The position of the assistant message that a call comes before; the length for the next call after the last. */
function positionOf(roles: Uint8Array, call: number): number {
  let calls = 0;
  for (let index = 0; index < roles.length; index++) {
    if (roles[index] !== ASSISTANT) continue;
    if (calls === call) return index;
    calls++;
  }
  return roles.length;
}

/** Settings that go along with a transcript. The yardstick does not: whoever sets it has it counted. */
function settingsOf({ lanes, active, probes, prices }: Omit<Work, 'edits'>): Partial<State> {
  return { lanes, active, probes, prices, problems: laneProblems(laneOf({ lanes, active })) };
}

export function createEditing(state: Cell<State>, hooks: EditingHooks): Editing {
  let queue: Promise<unknown> = Promise.resolve();
  const underWay = createCell({ changes: 0 });
  let operations = 0;
  /** One after the other: an operation's positions are those that the one before it left. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const counted = async () => {
      try {
        return await work();
      } finally {
        underWay.set({ changes: underWay.get().changes - 1 });
      }
    };
    underWay.set({ changes: underWay.get().changes + 1 });
    const next = queue.then(counted, counted);
    queue = next.catch(() => undefined);
    return next;
  };

  const show = (info: DocumentInfo, change: Partial<State>, to: Int32Array | null): void => {
    const { document } = state.get();
    if (!document) return;
    state.set({ ...change, document: { ...document, info }, ...NOT_JUDGED });
    hooks.changed(to);
  };

  return {
    underWay,
    afterOperations(work) {
      if (operations === 0) work();
      else void inTurn(async () => work());
    },
    apply(operation, name) {
      operations++;
      return inTurn(async () => {
        try {
          const { document } = state.get();
          if (!document) return false;
          const id = crypto.randomUUID();
          const { patch, to: places, info } = await hooks.client().request('edit', { id, operation });
          const now = state.get();
          if (now.document?.id !== document.id) return false;
          const { roles, messageCount, callCount } = document.info;
          const to = new Int32Array(messageCount + 1);
          to.set(places);
          to[messageCount] = info.messageCount;
          let follow = positionOf(roles, now.cursor);
          while (follow < messageCount && (to[follow] as number) < 0) follow++;
          const cursor =
            now.cursor === callCount - 1 ? info.callCount - 1 : callBefore(info.roles, to[follow] as number);
          const lanes = now.lanes.map((entry) => ({ ...entry, lane: laneAfterEdit(entry.lane, to) }));
          const probes = probesAfterEdit(now.probes, { to, before: roles, after: info.roles });
          const edits = [...now.edits, patch];
          const before = workOf(now);
          const item = now.item !== null && now.item >= 0 ? (to[now.item] as number) : -1;
          // First the step, so that what is saved has it.
          hooks.record(name, before, { ...before, lanes, probes, edits });
          show(info, { lanes, probes, edits, cursor, item: item >= 0 ? item : null, decision: null }, to);
          return true;
        } catch (error) {
          state.set({ problem: problemOf(`${name} was not done`, error) });
          return false;
        } finally {
          operations--;
        }
      });
    },
    setEdits: (edits, along) =>
      inTurn(async () => {
        if (edits === state.get().edits) return;
        try {
          const { info } = await hooks.client().request('setEdits', { patches: edits });
          const cursor = Math.min(state.get().cursor, info.callCount - 1);
          show(info, { ...(along && settingsOf(along)), edits, cursor, item: null, decision: null }, null);
        } catch (error) {
          state.set({ problem: problemOf('The changes could not be made again', error) });
        }
      }),
  };
}

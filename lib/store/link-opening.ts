/** What is done with a link that came in: read, held against what is open, and opened. Fetched when the first link comes. */

import type { Operation } from '../editing/operations';
import type { EngineClient } from '../worker/client';
import type { ReadLink } from '../worker/protocol-links';
import { rememberAwaited } from './awaited-link';
import type { Editing } from './editing';
import { workOf } from './history';
import { NOT_REPLAYED } from './initial-state';
import type { Keeping } from './keeping';
import { laneProblems } from './lane';
import { laneOf } from './lanes';
import { rememberOpen } from './last-open';
import { clearLinkAddress } from './link-address';
import { atPlacesOfNow, fitOf, type LinkWork, linkWork, withoutNumbers } from './link-settings';
import { problemOf } from './problem';
import type { Cell, IncomingLink, LinkFit, State, Work } from './state';
import type { Tuning } from './tuning';

export interface IncomingHooks {
  client(): EngineClient;
  open(file: File): Promise<void>;
  keeping: Pick<Keeping, 'flush' | 'recall' | 'workspace'>;
  editing: Pick<Editing, 'apply' | 'setEdits'>;
  tuning: Pick<Tuning, 'cancel' | 'restore' | 'replay'>;
  record(name: string, change: Partial<Work>): void;
  /** Reads what is kept anew. */
  refresh(): Promise<void>;
  /** Whether scenarios are kept: without a library a new one would take the place of the present one. */
  keeps(): boolean;
}

export interface LinkOpening {
  /** Reads a link and shows it, or what is wrong with it, unless another is wanted by then. */
  read(text: string, isWanted: () => boolean): Promise<void>;
  show(link: ReadLink): Promise<void>;
  accept(link: Extract<IncomingLink, { status: 'read' }>, where: 'beside' | 'here'): Promise<void>;
  wait(link: ReadLink): void;
  /** Settings that waited before a reload wait on. */
  waitOn(text: string): Promise<void>;
  arrived(isNew: boolean): Promise<void>;
}

const STEP = 'Settings of a link';

export function createLinkOpening(state: Cell<State>, hooks: IncomingHooks): LinkOpening {
  /** What each link was read from. */
  const texts = new WeakMap<ReadLink, string>();

  const refuse = (error: unknown): void => {
    clearLinkAddress();
    state.set({ link: { status: 'refused', problem: problemOf('The link cannot be opened', error) } });
  };

  const fitNow = async (link: ReadLink): Promise<LinkFit> => {
    if (!state.get().document) return 'none';
    if (!link.meant) return 'other';
    return fitOf(link, await hooks.client().request('fingerprints', {}));
  };

  const show = async (link: ReadLink): Promise<void> => {
    state.set({ link: { status: 'read', link, fit: 'unknown' } });
    const fit = link.file ? 'none' : await fitNow(link);
    const now = state.get().link;
    if (now?.status === 'read' && now.link === link) state.set({ link: { status: 'read', link, fit } });
  };

  const readText = async (text: string): Promise<ReadLink> => {
    const link = await hooks.client().request('readLink', { text });
    texts.set(link, text);
    return link;
  };

  /** What sets the pins that messages carry themselves: only on the transcript that the link means. */
  const pinChanges = async ({ meant }: ReadLink, fit: LinkFit): Promise<Operation[]> => {
    if (!meant || (fit !== 'imported' && fit !== 'standing')) return [];
    const present = await hooks.client().request('fingerprints', {});
    const now = new Set(present.standing.pins);
    const places = fit === 'standing' ? null : (await hooks.client().request('importedPlaces', {})).to;
    const wanted = new Set(places ? meant.pins.map((pin) => places.indexOf(pin)) : meant.pins);
    const added = [...wanted].filter((pin) => pin >= 0 && !now.has(pin));
    const removed = [...now].filter((pin) => !wanted.has(pin));
    return [
      ...(added.length > 0 ? [{ do: 'change', at: added, change: { pinned: true } } as const] : []),
      ...(removed.length > 0 ? [{ do: 'change', at: removed, change: { pinned: null } } as const] : []),
    ];
  };

  /** One step on the present scenario, whatever has to be done for it. What is asked for comes first: then it is made at once. */
  const applyHere = async (link: ReadLink, fit: LinkFit): Promise<void> => {
    const change = await workHere(link, fit);
    const pins = await pinChanges(link, fit);
    const before = workOf(state.get());
    const { past } = state.get().history;
    hooks.record(STEP, change);
    hooks.tuning.restore(workOf(latest()));
    await Promise.all(pins.map((operation) => hooks.editing.apply(operation, STEP)));
    // Where something was done or taken back meanwhile, the steps stay as they are.
    if (state.get().history.past.length === past.length + 1 + pins.length) {
      state.set({ history: { past: [...past, { name: STEP, before, after: workOf(state.get()) }], future: [] } });
    }
    hooks.keeping.workspace();
  };

  /** The work after the last step, which is not in the state yet. */
  const latest = (): State => ({ ...state.get(), ...state.get().history.past.at(-1)?.after });

  const workHere = async ({ settings }: ReadLink, fit: LinkFit): Promise<LinkWork> => {
    const work = linkWork(settings);
    if (fit === 'other') return withoutNumbers(work);
    const { edits, document } = state.get();
    if (fit === 'standing' || edits.length === 0 || !document) return work;
    return atPlacesOfNow(work, await hooks.client().request('importedPlaces', {}), document.info.roles);
  };

  /** A scenario of its own on the open transcript. The present one is written before it is left. */
  const applyBeside = async (link: ReadLink, fit: LinkFit): Promise<void> => {
    await hooks.keeping.flush();
    const { document } = state.get();
    if (!document) return;
    hooks.tuning.cancel();
    hooks.keeping.recall(null);
    const work = fit === 'other' ? withoutNumbers(linkWork(link.settings)) : linkWork(link.settings);
    const scenario = { id: crypto.randomUUID(), title: link.settings.title || document.title, tags: [] };
    const history = { past: [], future: [] };
    const { cursor, info } = { cursor: state.get().cursor, info: document.info };
    state.set({ ...work, ...NOT_REPLAYED, history, scenario, decision: null, problems: laneProblems(laneOf(work)) });
    state.set({ cursor: Math.min(cursor, info.callCount - 1) });
    rememberOpen(scenario.id);
    // The link means the transcript as it was imported: changes made to it belong to the scenario that was open.
    if (fit === 'imported') await hooks.editing.setEdits([]);
    for (const operation of await pinChanges(link, fit)) await hooks.editing.apply(operation, STEP);
    state.set({ history });
    hooks.tuning.replay();
    hooks.keeping.workspace();
    void hooks.keeping.flush().then(hooks.refresh);
  };

  const apply = async (link: ReadLink, fit: LinkFit, where: 'beside' | 'here'): Promise<void> => {
    try {
      await (where === 'here' || !hooks.keeps() ? applyHere(link, fit) : applyBeside(link, fit));
    } catch (error) {
      state.set({ problem: problemOf('The settings of the link could not be applied', error) });
    }
  };

  return {
    async read(text, isWanted) {
      try {
        const link = await readText(text);
        if (isWanted()) await show(link);
      } catch (error) {
        if (isWanted()) refuse(error);
      }
    },
    show,
    async accept({ link, fit }, where) {
      if (link.file) {
        const base = link.settings.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'shared';
        await hooks.open(new File([link.file], `${base}.palimpsest.json`, { type: 'application/json' }));
      } else if (state.get().document) await apply(link, fit === 'unknown' ? await fitNow(link) : fit, where);
    },
    wait(link) {
      rememberAwaited(texts.get(link) ?? null);
      state.set({ awaited: { link, found: false } });
    },
    async waitOn(text) {
      try {
        const link = await readText(text);
        if (!state.get().awaited) state.set({ awaited: { link, found: false } });
      } catch {
        rememberAwaited(null);
      }
    },
    async arrived(isNew) {
      const { awaited, link: looked } = state.get();
      if (looked?.status === 'read' && !looked.link.file) void show(looked.link);
      if (!awaited || awaited.found) return;
      const fit = await fitNow(awaited.link);
      if ((fit !== 'imported' && fit !== 'standing') || state.get().awaited !== awaited) return;
      // There is work on it already: the user is asked.
      if (!isNew) return show(awaited.link);
      rememberAwaited(null);
      await apply(awaited.link, fit, 'here');
      state.set({ awaited: { link: awaited.link, found: true } });
    },
  };
}

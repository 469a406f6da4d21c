/** Links that come in: shown before anything is opened, and opened beside the present work, never over it. */

import { isLinkText } from '../links/fragment';
import { awaitedLink, rememberAwaited } from './awaited-link';
import { clearLinkAddress, linkInAddress } from './link-address';
import type { IncomingHooks, LinkOpening } from './link-opening';
import { problemOf } from './problem';
import type { Cell, State } from './state';

export interface Incoming {
  /** Opens a text as a link where it is one: true where it is. */
  takes(text: string): boolean;
  /** Reads the link in the address, now and whenever another comes there. */
  watch(): void;
  /** Opens what is looked at: as a scenario of its own, or, settings only, as one step on the present one. */
  accept(where: 'beside' | 'here'): Promise<void>;
  /** Keeps settings until their transcript is opened. */
  wait(): void;
  /** Leaves everything as it is; the link goes out of the address. */
  decline(): void;
  /** Looks at the waiting settings again. */
  look(): void;
  /** Waits no more. */
  forget(): void;
  /** A transcript stands in the state. `isNew`: it is new here, so that there is no work on it yet. */
  arrived(isNew: boolean): Promise<void>;
}

export function createIncoming(state: Cell<State>, hooks: IncomingHooks): Incoming {
  /** The newest link that was asked for: an older one that is read later is dropped. */
  let newest = 0;
  let made: Promise<LinkOpening> | null = null;
  const opening = (): Promise<LinkOpening> => {
    made ??= import('./link-opening').then(({ createLinkOpening }) => createLinkOpening(state, hooks));
    return made;
  };

  const read = (text: string): void => {
    const mine = ++newest;
    state.set({ link: { status: 'reading' } });
    opening()
      .then((links) => links.read(text, () => mine === newest))
      .catch((error: unknown) => {
        // A part of the page could not be fetched: the next try asks for it again.
        made = null;
        state.set({
          link: { status: 'refused', problem: problemOf('The page could not load what reads links', error) },
        });
      });
  };

  const leave = (): void => {
    newest++;
    clearLinkAddress();
    state.set({ link: null });
  };

  const forget = (): void => {
    rememberAwaited(null);
    state.set({ awaited: null });
  };

  return {
    takes(text) {
      if (!isLinkText(text)) return false;
      read(text);
      return true;
    },
    watch() {
      const look = () => {
        const link = linkInAddress();
        if (link !== null) read(link);
      };
      window.addEventListener('hashchange', look);
      look();
      const waiting = awaitedLink();
      if (waiting !== null) void opening().then((links) => links.waitOn(waiting));
    },
    async accept(where) {
      const { link } = state.get();
      if (link?.status !== 'read') return;
      leave();
      if (!link.link.file) forget();
      await (await opening()).accept(link, where);
    },
    wait() {
      const { link } = state.get();
      if (link?.status !== 'read' || link.link.file) return;
      leave();
      void opening().then((links) => links.wait(link.link));
    },
    decline: leave,
    look() {
      const { awaited } = state.get();
      if (awaited) void opening().then((links) => links.show(awaited.link));
    },
    forget,
    async arrived(isNew) {
      const { awaited, link } = state.get();
      if (awaited || link) await (await opening()).arrived(isNew);
    },
  };
}

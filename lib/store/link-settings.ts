/** The settings of a link as work on the open transcript: whether it is the one they were made for, and what of them names messages. */

import { probesAfterEdit } from '../probes/after-edit';
import type { LinkRequests, ReadLink, SharedSettings } from '../worker/protocol-links';
import { laneAfterEdit } from './lane-after-edit';
import { lanesOf } from './scenario-settings';
import type { LinkFit, Work } from './state';

type Fingerprints = LinkRequests['fingerprints']['output'];
type Places = LinkRequests['importedPlaces']['output'];

export function fitOf({ meant }: ReadLink, { imported, standing }: Fingerprints): LinkFit {
  if (meant?.fingerprint === standing.fingerprint) return 'standing';
  return meant?.fingerprint === imported.fingerprint ? 'imported' : 'other';
}

export type LinkWork = Omit<Work, 'edits'>;

export function linkWork(settings: SharedSettings): LinkWork {
  const { counter: yardstick, probes, prices } = settings;
  return { ...lanesOf(settings), yardstick, probes, prices };
}

const NO_MESSAGES = new Int32Array();

/** Without what names messages by number: on another transcript those numbers mean other messages. */
export function withoutNumbers(work: LinkWork): LinkWork {
  return {
    ...work,
    lanes: work.lanes.map((entry) => ({ ...entry, lane: laneAfterEdit(entry.lane, NO_MESSAGES) })),
    probes: work.probes.filter(({ message }) => message === undefined),
  };
}

/** With the numbers of the imported transcript brought to those of the one that stands. `roles` are those of now. */
export function atPlacesOfNow(work: LinkWork, { to, roles: before }: Places, roles: Uint8Array): LinkWork {
  const places = new Int32Array(before.length).fill(-1);
  for (let index = 0; index < to.length; index++) {
    const source = to[index] as number;
    if (source >= 0) places[source] = index;
  }
  return {
    ...work,
    lanes: work.lanes.map((entry) => ({ ...entry, lane: laneAfterEdit(entry.lane, places) })),
    probes: probesAfterEdit(work.probes, { to: places, before, after: roles }),
  };
}

/** What of a link names messages by number. */
export interface NumberedParts {
  pins: number;
  probes: number;
}

/** Pins and probes of a link that `withoutNumbers` leaves out. */
export function numbersIn({ settings, meant }: Pick<ReadLink, 'settings' | 'meant'>): NumberedParts {
  const work = linkWork(settings);
  const without = withoutNumbers(work);
  let pins = meant?.pins.length ?? 0;
  for (const [position, { lane }] of work.lanes.entries()) {
    const left = without.lanes[position]?.lane.config ?? {};
    for (const [name, value] of Object.entries(lane.config)) {
      const kept = left[name];
      if (Array.isArray(value) && Array.isArray(kept)) pins += value.length - kept.length;
    }
  }
  return { pins, probes: work.probes.length - without.probes.length };
}

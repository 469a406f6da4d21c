/** Links that go out: the scenario as it is sent in the form that the sender chose, and the address of the page on their word only. */

import { probesAfterEdit } from '../probes/after-edit';
import type { CounterId } from '../tokenizers/counter';
import type { EngineClient } from '../worker/client';
import type { Shared, SharedSettings, Sharing } from '../worker/protocol-links';
import { laneAfterEdit } from './lane-after-edit';
import { laneName } from './lanes';
import { putInAddress } from './link-address';
import type { Cell, State } from './state';

export type { Shared, Sharing } from '../worker/protocol-links';

export interface SharingCommands {
  /** The link as it would go out, with everything that is in it. Nothing has left yet. */
  link(sharing: Sharing): Promise<Shared>;
  /** The same as a scenario file, for what is too large for a link. */
  file(sharing: Sharing): Promise<Blob>;
  /** Writes a link's fragment into the address of the page. */
  putInAddress(fragment: string): void;
}

/** What a scenario file would say of the open scenario beside its transcript. */
export function sharedSettings({ scenario, document, lanes, yardstick, probes, prices }: State): SharedSettings {
  return {
    title: scenario?.title ?? document?.title ?? '',
    counter: yardstick as CounterId,
    // By the names that are seen here: who reads the file elsewhere, or its check that failed, finds the same lanes.
    lanes: lanes.map((entry) => ({ name: laneName(entry), ...entry.lane })),
    probes: [...probes],
    prices,
  };
}

export function createSharing(state: Cell<State>, client: () => EngineClient): SharingCommands {
  /** Settings alone go with the file as it was opened: the messages that they name get the numbers they have there. */
  const settingsFor = async ({ kind }: Sharing): Promise<SharedSettings> => {
    const now = state.get();
    const settings = sharedSettings(now);
    if (kind !== 'settings' || now.edits.length === 0 || !now.document) return settings;
    const { to, roles } = await client().request('importedPlaces', {});
    const lanes = settings.lanes.map(({ name, ...lane }) => ({ name, ...laneAfterEdit(lane, to) }));
    const probes = probesAfterEdit(settings.probes, { to, before: now.document.info.roles, after: roles });
    return { ...settings, lanes, probes };
  };
  return {
    async link(sharing) {
      const settings = await settingsFor(sharing);
      return client().request('shareLink', { settings, sharing, base: location.href });
    },
    async file(sharing) {
      const settings = await settingsFor(sharing);
      return client().request('shareFile', { settings, sharing });
    },
    putInAddress,
  };
}

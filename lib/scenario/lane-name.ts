/** What a lane is called that nobody has named: by its system, and by whether any of its guards is on. */

import type { Guards } from '../engine/system';
import { systemById } from '../systems/descriptions';

/** The label of its system, with "as published" where no guard is on. */
function systemName({ system, guards: on }: { system: string; guards: Guards }): string {
  const { label, guards } = systemById(system);
  const published = guards.length > 0 && guards.every((guard) => on[guard.name] === false);
  return published ? `${label}, as published` : label;
}

/** What a lane is called: its name, or its system's where it has none. */
export function laneTitle({ name, ...lane }: { name: string; system: string; guards: Guards }): string {
  return name === '' || name === lane.system ? systemName(lane) : name;
}

/** Whether somebody gave it its name: one that is its system's is ours. */
export function isOwnName({ name, ...lane }: { name: string; system: string; guards: Guards }): boolean {
  return name !== lane.system && name !== systemName(lane);
}

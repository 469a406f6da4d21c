/** The memory systems there are, ready to run. Adding one is a file and a line here and in the descriptions; app and command line follow. */

import type { MemorySystem, SystemDescription } from '../engine/system';
import { createContextManager } from './context-manager/memory';
import { settingsOf as contextSettings } from './context-manager/settings';
import { SYSTEMS as DESCRIPTIONS, systemById as describedById } from './descriptions';
import { createManagedMemory } from './managed-window/memory';
import { settingsOf as managedSettings } from './managed-window/settings';
import { createMessageCapMemory } from './message-cap/memory';
import { settingsOf as capSettings } from './message-cap/settings';
import { Everything } from './none/memory';
import { createRollingMemory } from './rolling-summary/memory';
import { settingsOf as rollingSettings } from './rolling-summary/settings';
import { createThreePhaseMemory } from './three-phase/memory';
import { settingsOf as phaseSettings } from './three-phase/settings';

// biome-ignore lint/performance/noBarrelFile: who runs a system completes and checks its settings first
export { checkConfig, completeConfig, completeGuards, UnknownSystemError } from './descriptions';

const CREATE: { [id: string]: MemorySystem['create'] } = {
  'managed-window': (context, config, active) => createManagedMemory(context, managedSettings(config), active),
  'three-phase': (context, config) => createThreePhaseMemory(context, phaseSettings(config)),
  'rolling-summary': (context, config, active) => createRollingMemory(context, rollingSettings(config), active),
  'context-manager': (context, config, active) => createContextManager(context, contextSettings(config), active),
  'message-cap': (context, config, active) => createMessageCapMemory(context, capSettings(config), active),
  none: ({ counts, recorder }) => new Everything(counts, recorder),
};

/** Fails at the start where a system is described that nothing here creates. */
function ready(description: SystemDescription): MemorySystem {
  const create = CREATE[description.id];
  if (!create)
    throw new Error(`Nothing creates the memory system "${description.id}": add it to lib/systems/registry.ts.`);
  return { ...description, create };
}

export const SYSTEMS: readonly MemorySystem[] = DESCRIPTIONS.map(ready);

/** Throws UnknownSystemError with the names there are. */
export function systemById(id: string): MemorySystem {
  return SYSTEMS.find((one) => one.id === id) ?? ready(describedById(id));
}

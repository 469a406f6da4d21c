/** Document 003's context manager: a committed log under one strategy, the turn under way, and a trimmer over both. */

import { roomIn } from '../engine/floors';
import type { SystemDescription } from '../engine/system';
import { eventsAt, explainDecision, pinsOf } from './context-manager/explain';
import { guards, parameters } from './context-manager/parameters';
import { limitOf, presented, settingsOf, thresholds, validate } from './context-manager/settings';

export const contextManager: SystemDescription = {
  id: 'context-manager',
  label: 'Context manager',
  summary:
    'Instructions, a managed log of finished turns, the turn under way; what is too much is trimmed by tool group.',
  parameters,
  guards,
  unit: 'tokens',
  // Its own estimate: a quarter of all characters. Nothing needs to be loaded for it.
  counterOf: () => 'chars4',
  limitOf: (config) => limitOf(settingsOf(config)),
  thresholds: (config) => thresholds(settingsOf(config)),
  validate: (config) => validate(settingsOf(config)),
  roomFor: (amount, config) => ({ parameter: 'contextWindow', value: amount + settingsOf(config).reserve }),
  present: (item, run, index) => presented(item, run.inserts, index),
  pins: (window, call, run, index, _config, active) => pinsOf(window, call, run, index, active),
  eventsAt,
  manifest: async () => {
    const { exportManifest, importManifest } = await import('./context-manager/manifest');
    return { read: importManifest, write: exportManifest };
  },
  explain: (decision, run, config) =>
    explainDecision(decision, run, settingsOf(config), roomIn(run, contextManager, config)),
};

/** Document 000's managed window: cut tool results when written, compact above one threshold, evict first-in first-out above another. */

import type { SystemDescription } from '../engine/system';
import { explainDecision, pinsOf, publishedEvents } from './managed-window/explain';
import { guards, parameters } from './managed-window/parameters';
import { limitOf, roomFor, settingsOf, thresholds, validate, writtenOut } from './managed-window/settings';

export const managedWindow: SystemDescription = {
  id: 'managed-window',
  label: 'Managed window',
  summary: 'A budget with pins: compact the oldest unpinned span above one threshold, evict above another.',
  parameters,
  guards,
  unit: 'tokens',
  counterOf: (config) => settingsOf(config).counter,
  limitOf: (config) => limitOf(settingsOf(config)),
  thresholds: (config) => thresholds(settingsOf(config)),
  validate: (config) => validate(settingsOf(config)),
  countsTools: true,
  roomFor: (amount, config) => ({ parameter: 'window', value: roomFor(amount, settingsOf(config)) }),
  present: (item, run, index, config, active) => writtenOut(item, run.inserts, index, settingsOf(config), active),
  pins: (window, call, run, index, config, active) => pinsOf(window, call, run, index, settingsOf(config), active),
  eventsAt: (call, run, index) => publishedEvents(call, run, index),
  explain: (decision, run, config) => explainDecision(decision, run, settingsOf(config)),
};

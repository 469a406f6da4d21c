/** Document 002's working memory: a rolling summary over a cap, and three more strategies that combine with it. */

import { roomIn } from '../engine/floors';
import type { SystemDescription } from '../engine/system';
import { eventsAt, explainDecision, pinsOf } from './rolling-summary/explain';
import { guards, parameters } from './rolling-summary/parameters';
import { limitOf, presented, settingsOf, thresholds, validate } from './rolling-summary/settings';

export const rollingSummary: SystemDescription = {
  id: 'rolling-summary',
  label: 'Rolling summary',
  summary:
    'Above a cap everything but the newest messages goes into one summary; retrieval and state bring things back.',
  parameters,
  guards,
  unit: 'tokens',
  counterOf: (config) => settingsOf(config).counter,
  limitOf: (config) => limitOf(settingsOf(config)),
  thresholds: () => thresholds(),
  validate: (config) => validate(settingsOf(config)),
  roomFor: (amount) => ({ parameter: 'tokenCap', value: amount }),
  present: (item, run, index, _config, active) => presented(item, run.inserts, index, active),
  pins: (window, call, run, index, config, active) => pinsOf(window, call, run, index, settingsOf(config), active),
  eventsAt,
  explain: (decision, run, config) =>
    explainDecision(decision, run, settingsOf(config), roomIn(run, rollingSummary, config)),
};

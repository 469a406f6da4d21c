/** Document 001's three phases: drop known noise, summarise what is older, evict only where nothing else helps. */

import type { SystemDescription } from '../engine/system';
import { eventsAt, explainDecision, pinsOf } from './three-phase/explain';
import { parameters } from './three-phase/parameters';
import { limitOf, presented, prioritiesOf, settingsOf, thresholds, validate } from './three-phase/settings';

export const threePhase: SystemDescription = {
  id: 'three-phase',
  label: 'Three phases',
  summary: 'At a hard limit, down to a target: drop noise, summarise what is older, evict as the last resort.',
  parameters,
  guards: [],
  unit: 'tokens',
  counterOf: (config) => settingsOf(config).counter,
  limitOf: (config) => limitOf(settingsOf(config)),
  thresholds: (config) => thresholds(settingsOf(config)),
  validate: (config) => validate(settingsOf(config)),
  present: (item, run, index, config) => presented(item, run.inserts, index, settingsOf(config)),
  priorities: (index, config) => prioritiesOf(index, settingsOf(config)),
  pins: (window, call, run, index, config) => pinsOf(window, call, run, index, settingsOf(config)),
  eventsAt,
  explain: (decision, run, config) => explainDecision(decision, run, settingsOf(config)),
};

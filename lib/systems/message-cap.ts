/** Document 004's working memory: the last messages by count, first in, first out. */

import { roomIn } from '../engine/floors';
import type { SystemDescription } from '../engine/system';
import { explainDecision, pinsOf } from './message-cap/explain';
import { guards, parameters } from './message-cap/parameters';
import { Reason } from './message-cap/reason';
import { limitOf, presented, settingsOf, thresholds, validate } from './message-cap/settings';

export const messageCap: SystemDescription = {
  id: 'message-cap',
  label: 'Message cap',
  summary: 'Keeps the last messages by count and drops the oldest, whatever they hold.',
  parameters,
  guards,
  unit: 'messages',
  counterOf: (config) => settingsOf(config).counter,
  limitOf: (config) => limitOf(settingsOf(config)),
  thresholds: () => thresholds(),
  validate: (config) => validate(settingsOf(config)),
  roomFor: (amount, _config, reason) => ({
    parameter: reason === Reason.tokens ? 'maxTokens' : 'maxMessages',
    value: amount,
  }),
  present: (item, run, index) => presented(item, run.inserts, index),
  pins: (window, call, run, index, _config, active) => pinsOf(window, call, run, index, active),
  // Its document reports nothing: what the cap takes goes without a word.
  eventsAt: () => [],
  explain: (decision, run, config) =>
    explainDecision(decision, run, settingsOf(config), roomIn(run, messageCap, config)),
};

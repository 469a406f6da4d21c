/** The state of a page that has just begun. */

import { defaultLane } from './lane';
import { oneLane } from './lanes';
import type { State } from './state';
import { FIRST_VIEW } from './view';

/** What is said of a result, before anything has been said. */
export const NOT_JUDGED = {
  examination: null,
  remedies: null,
  recall: null,
  sent: null,
  unexamined: null,
  unrecalled: null,
};

/** A transcript that has not been replayed yet. */
export const NOT_REPLAYED = { result: null, shown: null, last: null, ...NOT_JUDGED };

export const INITIAL_STATE: State = {
  phase: 'starting',
  loading: null,
  asking: null,
  problem: null,
  banner: null,
  engineTrouble: null,
  document: null,
  scenario: null,
  link: null,
  awaited: null,
  choosing: null,
  ...oneLane(defaultLane()),
  edits: [],
  history: { past: [], future: [] },
  problems: [],
  ...NOT_REPLAYED,
  comparison: new Map(),
  cursor: 0,
  decision: null,
  item: null,
  yardstick: 'o200k_base',
  probes: [],
  prices: {},
  showSent: false,
  counting: null,
  fellBackFrom: null,
  view: FIRST_VIEW,
  saving: 'saved',
  recent: [],
  kept: null,
  removed: null,
};

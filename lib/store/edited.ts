/** What was changed in each conversation of the open file, kept while another one of them is looked at. */

import type { ScenarioEdits, ScenarioWork } from '../storage/records';
import { restoreJudging } from './judging';
import { defaultLane } from './lane';
import { oneLane, restoreLanes } from './lanes';
import type { State, Work } from './state';

export type Edited = Pick<State, 'edits' | 'history'>;

/** Steps that are written down; older ones can be taken back until the page is closed. */
const STEPS_KEPT = 200;

const NOTHING: Edited = { edits: [], history: { past: [], future: [] } };

export function restoreEdited(record: ScenarioEdits | undefined): Edited {
  if (!record) return NOTHING;
  // The work after a step is the very work before the next one: it stays one.
  const known = new Map<ScenarioWork, Work>();
  const workOf = (stored: ScenarioWork): Work => {
    const seen = known.get(stored);
    if (seen) return seen;
    const { lanes, active, yardstick, probes, prices, edits } = stored;
    const made = {
      ...(restoreLanes(lanes, active) ?? oneLane(defaultLane())),
      yardstick,
      ...restoreJudging(probes, prices),
      edits,
    };
    known.set(stored, made);
    return made;
  };
  const steps = (list: ScenarioEdits['past']) =>
    list.map(({ name, before, after }) => ({ name, before: workOf(before), after: workOf(after) }));
  return { edits: record.edits, history: { past: steps(record.past), future: steps(record.future) } };
}

export function editedRecord({ edits, history }: Edited): ScenarioEdits {
  return {
    edits,
    past: history.past.slice(-STEPS_KEPT),
    future: history.future.slice(0, STEPS_KEPT),
  };
}

/** What was changed in each conversation of the open file, kept while another one of them is looked at. */

import type { EditedRecord, WorkRecord } from '../storage/records';
import { restoreJudging } from './judging';
import { restoreLane } from './lane';
import { oneLane, restoreLanes } from './lanes';
import type { State, Work } from './state';

export type Edited = Pick<State, 'edits' | 'history'>;

/** Steps that are written down; older ones can be taken back until the page is closed. */
const STEPS_KEPT = 200;

const NOTHING: Edited = { edits: [], history: { past: [], future: [] } };

function restoredWork({ lanes, active, lane, yardstick, probes, prices, edits }: WorkRecord): Work {
  return {
    ...(restoreLanes(lanes, active) ?? oneLane(restoreLane(lane))),
    yardstick,
    ...restoreJudging(probes, prices),
    edits,
  };
}

export function restoreEdited(record: EditedRecord | undefined): Edited {
  if (!record) return NOTHING;
  const steps = (list: EditedRecord['past']) =>
    list.map(({ name, before, after }) => ({ name, before: restoredWork(before), after: restoredWork(after) }));
  return { edits: record.edits, history: { past: steps(record.past), future: steps(record.future) } };
}

export function editedRecord({ edits, history }: Edited): EditedRecord {
  return {
    edits,
    past: history.past.slice(-STEPS_KEPT),
    future: history.future.slice(0, STEPS_KEPT),
  };
}

/** A workspace of version 1 as the scenario that it is today. */

import type {
  EditedRecord,
  LaneEntryRecord,
  LaneRecord,
  ScenarioEdits,
  ScenarioRecord,
  ScenarioWork,
  WorkRecord,
  WorkspaceRecord,
} from './records';

interface Lanes {
  lanes: readonly LaneEntryRecord[];
  active: string;
}

/** The lanes of a record that may have only one, or an active lane that is not among them. */
function lanesOf(record: Partial<Lanes> & { lane?: LaneRecord }): Lanes {
  const lanes =
    record.lanes ?? (record.lane ? [{ id: 'lane-1', name: '', colour: 0, hidden: false, lane: record.lane }] : []);
  const active = lanes.find((one) => one.id === record.active) ?? lanes[0];
  return { lanes, active: active?.id ?? '' };
}

function editsOf({ edits, past, future }: EditedRecord): ScenarioEdits {
  // The work after a step is the very work before the next one: it stays one, so that it is stored once.
  const known = new Map<WorkRecord, ScenarioWork>();
  const workOf = (work: WorkRecord): ScenarioWork => {
    const seen = known.get(work);
    if (seen) return seen;
    const made = { ...lanesOf(work), yardstick: work.yardstick, probes: [], prices: {}, edits: work.edits };
    known.set(work, made);
    return made;
  };
  const steps = (list: EditedRecord['past']) =>
    list
      .map(({ name, before, after }) => ({ name, before: workOf(before), after: workOf(after) }))
      .filter(({ before, after }) => before.lanes.length > 0 && after.lanes.length > 0);
  return { edits, past: steps(past), future: steps(future) };
}

/** The scenario that a workspace of version 1 is today. */
export function scenarioOf(
  workspace: WorkspaceRecord,
  about: { title: string; conversation: string; time: number },
): ScenarioRecord {
  const { transcript, cursor, yardstick, showSent, edited } = workspace;
  return {
    id: transcript,
    transcript,
    conversation: about.conversation,
    title: about.title,
    tags: [],
    ...lanesOf(workspace),
    yardstick,
    probes: [],
    prices: {},
    cursor: Math.max(0, Math.floor(cursor) || 0),
    view: { showSent },
    edited: Object.fromEntries(Object.entries(edited ?? {}).map(([id, one]) => [id, editsOf(one)])),
    createdAt: about.time,
    changedAt: about.time,
    bytes: 0,
    revision: 1,
  };
}

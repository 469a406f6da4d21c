/** Whether what is shown is of the result that stands now, or still of an earlier one. */

import type { State } from './state';

/** The version of the result that something is of, or where the state says it; undefined where there is nothing yet. */
export type VersionOf = number | undefined | ((state: State) => number | undefined);

/** Never that of now: what is put together from two results, or is of another call than it stands for. */
export const LATE = -1;

export const shownVersion = ({ shown }: State): number | undefined => shown?.result.version;
export const examinedVersion = ({ examination }: State): number | undefined => examination?.version;
export const recalledVersion = ({ recall }: State): number | undefined => recall?.version;
/** Of what keeps its place until it is there: of another result too while it is still to come, unless it could not be read. */
function comingVersion(known: number | undefined, unread: number | null, { result }: State): number | undefined {
  return known ?? (unread !== null && unread === result?.version ? undefined : LATE);
}

/** Findings and faulty windows, which are looked for once more where what was known later belongs to them. */
export const findingsVersion = (state: State): number | undefined =>
  comingVersion(state.examination?.isOvertaken ? undefined : examinedVersion(state), state.unexamined, state);

export const missesVersion = (state: State): number | undefined =>
  comingVersion(recalledVersion(state), state.unrecalled, state);

export const sentVersion = ({ sent }: State): number | undefined => sent?.version;

/** The version of what is made of both; a part that is not there yet does not count. */
export function versionOfBoth(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one === other ? one : LATE;
}

/** Whether it is of another result than the one that stands now. */
export function isOfOther(state: State, version: VersionOf): boolean {
  const of = typeof version === 'function' ? version(state) : version;
  return of !== undefined && of !== state.result?.version;
}

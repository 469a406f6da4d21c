/** Whether what is shown is of the result that stands now, or still of an earlier one. */

import type { State } from './state';

/** The version of the result that something is of, or where the state says it; undefined where there is nothing yet. */
export type VersionOf = number | undefined | ((state: State) => number | undefined);

/** Never that of now: what is put together from two results, or is of another call than it stands for. */
export const LATE = -1;
/** Of what there is nothing yet: it is busy, and has nothing that could be faint. */
export const COMING = -2;

export const shownVersion = ({ shown }: State): number | undefined => shown?.result.version;
export const examinedVersion = ({ examination }: State): number | undefined => examination?.version;
export const recalledVersion = ({ recall }: State): number | undefined => recall?.version;
/** Of what keeps its place until it is there, unless it could not be read. */
function comingVersion(known: number | undefined, unread: number | null, { result }: State): number | undefined {
  return known ?? (unread !== null && unread === result?.version ? undefined : COMING);
}

/** Findings and faulty windows, which are looked for once more where what was known later belongs to them. */
export function findingsVersion(state: State): number | undefined {
  const { examination, unexamined } = state;
  return comingVersion(examination?.isOvertaken ? LATE : examination?.version, unexamined, state);
}

export const missesVersion = (state: State): number | undefined =>
  comingVersion(recalledVersion(state), state.unrecalled, state);

export const sentVersion = ({ sent }: State): number | undefined => sent?.version;

/** The version of what is made of both; a part that is not there yet does not count. */
export function versionOfBoth(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one === other ? one : LATE;
}

/** Whether it is of another result than the one that stands now, or has still to come. */
export function isOfOther(state: State, version: VersionOf): boolean {
  const of = numberOf(state, version);
  return of !== undefined && of !== state.result?.version;
}

/** Whether nothing of it is there. */
export function isComing(state: State, version: VersionOf): boolean {
  return numberOf(state, version) === COMING;
}

function numberOf(state: State, version: VersionOf): number | undefined {
  return typeof version === 'function' ? version(state) : version;
}

/** What is said of lanes side by side: what they do at a call, and amounts in the unit of each lane's system. */

import { counted, whole } from '@/lib/engine/figures';
import type { SystemDescription } from '@/lib/engine/system';

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Lanes that do the same at a call; whether that is anything: to take, cut, summarise or bring back. */
export interface ActingGroup {
  names: readonly string[];
  acts: boolean;
}

/**
 * What the lanes do at a call, the meaning before any names, so that what is cut off says less and nothing else. Lanes that do the
 * same may still hold windows that differ: `alike` says whether theirs are the same there.
 */
export function partingWords(groups: readonly ActingGroup[], alike: boolean): string {
  const [one] = groups;
  if (groups.length < 2) {
    const windows = alike ? 'the windows are the same' : 'the windows differ';
    return one?.acts ? `All lanes act alike here; ${windows}` : `No lane acts here; ${windows}`;
  }
  const acting = groups.filter(({ acts }) => acts);
  const names = acting.flatMap((group) => group.names);
  const all = acting.length === groups.length;
  if (names.length === 1) return `One lane acts here: ${listed(names)}`;
  const count = `${all && names.length === 2 ? 'Both' : `${all ? 'All ' : ''}${whole(names.length)}`} lanes act here`;
  if (acting.length === 1) return `${count}, alike: ${listed(names)}`;
  if (acting.length === names.length) return `${count}, each differently`;
  return `${count}, in ${whole(acting.length)} different ways`;
}

/** The same in full, each group with all of its lanes. */
export function partingDetail(groups: readonly ActingGroup[]): string {
  return groups
    .map(({ names, acts }) => {
      const [does, alike] = acts ? ['acts', 'act alike'] : ['does nothing', 'do nothing'];
      return names.length === 1 ? `${names[0]} ${does}` : `${listed(names)} ${alike}`;
    })
    .join(' · ');
}

/** "5 messages", "1,204 policy tokens". */
export function amountWords(amount: number, unit: SystemDescription['unit']): string {
  return counted(amount, unit === 'messages' ? 'message' : 'policy token');
}

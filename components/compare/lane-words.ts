/** What is said of lanes side by side: which of them part at a call, and amounts in the unit of each lane's system. */

import { counted, whole } from '@/lib/engine/figures';
import type { SystemDescription } from '@/lib/engine/system';

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Which lanes part at a call, of groups that do the same there: the largest is what the others part from. */
export function partingWords(groups: readonly (readonly string[])[]): string {
  if (groups.length < 2) return 'Here all lanes do the same';
  let most: readonly string[] = [];
  for (const group of groups) if (group.length > most.length) most = group;
  if (most.length < 2)
    return groups.length === 2 ? `${listed(groups.flat())} part here` : 'Here each lane does otherwise';
  const others = groups.filter((group) => group !== most).flat();
  return `${listed(others)} ${others.length === 1 ? 'parts' : 'part'} from the other ${whole(most.length)}`;
}

/** The same in full, each group with all of its lanes. */
export function partingDetail(groups: readonly (readonly string[])[]): string {
  return groups.map((group) => (group.length === 1 ? group[0] : `${listed(group)} alike`)).join(' · ');
}

/** "5 messages", "1,204 policy tokens". */
export function amountWords(amount: number, unit: SystemDescription['unit']): string {
  return counted(amount, unit === 'messages' ? 'message' : 'policy token');
}

/** Which messages are pinned for good, read from a window's pin labels: not those that are only recent or waiting. */

import { TOOL } from '@/lib/engine/accounting';
import type { WindowView } from '@/lib/store/state';

/** Reasons that pass by themselves, in the words of the systems' pin labels. */
const PASSING = /\b(recent|latest|newest|not come yet)\b/;
/** Holds as long as the pin of another member of the group does. */
const OF_GROUP = 'its tool group is pinned';

/** The lasting part of a label ("system prompt, recent" → "system prompt"), or '' where nothing lasts. */
export function lastingLabel(label: string): string {
  return label
    .split(', ')
    .filter((reason) => !PASSING.test(reason))
    .join(', ');
}

/** Message → why it stays. `roles` are the role codes of the transcript. */
export function lastingPins(view: WindowView, roles: Uint8Array): Map<number, string> {
  const labels = view.pinLabels.map(lastingLabel);
  const pins = new Map<number, string>();
  const byGroup: number[] = [];
  for (let row = 0; row < view.items.length; row++) {
    const pin = view.pin[row] as number;
    if (pin < 0) continue;
    const item = view.items[row] as number;
    const label = labels[pin] as string;
    if (item < 0 || label === '') continue;
    if (label === OF_GROUP) byGroup.push(item);
    else pins.set(item, label);
  }
  for (const item of byGroup) if (hasPinnedMate(item, pins, roles)) pins.set(item, OF_GROUP);
  return pins;
}

/** Whether a tool group around a message, an assistant message and the results after it, has a member with a pin of its own. */
function hasPinnedMate(item: number, pins: ReadonlyMap<number, string>, roles: Uint8Array): boolean {
  let head = item;
  while (head > 0 && roles[head] === TOOL) head--;
  if (ownPin(pins, head)) return true;
  for (let member = head + 1; member < roles.length && roles[member] === TOOL; member++) {
    if (ownPin(pins, member)) return true;
  }
  return false;
}

function ownPin(pins: ReadonlyMap<number, string>, message: number): boolean {
  const label = pins.get(message);
  return label !== undefined && label !== OF_GROUP;
}

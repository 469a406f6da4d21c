/** The scoreboard as it is shown: rows that are about to be made anew are left as they are for a moment. */
'use client';

import { useState } from 'react';
import { type LaneBoard, laneBoard } from '@/lib/store/scoreboard';
import { useStore } from '@/lib/store/use-store';
import { useLate } from '../ui/use-late';

function hasLost({ ranked }: LaneBoard): boolean {
  return ranked.includes(false);
}

function areSameLanes(one: LaneBoard, other: LaneBoard): boolean {
  return (
    one.entries.length === other.entries.length && one.entries.every(({ id }, place) => id === other.entries[place]?.id)
  );
}

/**
 * The board of now. One in which rows have lost their place, since something they are measured by is another, comes a moment
 * later: by then most lanes are there again, and drawing every mark away would hold up the curves that are waited for.
 */
export function useShownBoard(): LaneBoard {
  const board = useStore(laneBoard);
  const isLosing = hasLost(board);
  const [whole, setWhole] = useState(board);
  const isLate = useLate(isLosing);
  if (!isLosing && whole !== board) setWhole(board);
  return isLosing && !isLate && !hasLost(whole) && areSameLanes(whole, board) ? whole : board;
}

/** Where the lanes begin to differ, which of them part at the cursor, and the way from one such call to the next. */
'use client';

import { useMemo, useState } from 'react';
import type { Run } from '@/lib/engine/run';
import { laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { useAfterPaint } from '../ui/use-after-paint';
import { actsAt, alikeAt, groupsAt, partings } from './lane-diff';
import { partingDetail, partingWords } from './lane-words';

interface Found {
  calls: number[];
  runs: Run[];
  /** By run. */
  names: string[];
}

/** Where the lanes that are shown part; null while they are replayed, and where fewer than two of them can be. */
function useFound(): Found | null {
  const lanes = useStore((state) => state.lanes);
  const comparison = useAfterPaint(useStore((state) => state.comparison));
  const shown = useMemo(() => lanes.filter(({ hidden }) => !hidden), [lanes]);
  const found = useMemo(() => {
    const runs: Run[] = [];
    const names: string[] = [];
    for (const entry of shown) {
      const outcome = comparison.get(entry.id);
      // One that hangs holds up nothing that is said of the others.
      if (!outcome?.run && !outcome?.failed && !outcome?.trouble) return null;
      if (!outcome.run) continue;
      runs.push(outcome.run);
      names.push(laneName(entry));
    }
    return { calls: partings(runs), runs, names };
  }, [shown, comparison]);
  // Runs of a transcript before and after an edit cannot be held against each other: until all are there, what was said stands.
  const [told, setTold] = useState(found);
  if (found && found !== told) setTold(found);
  // One lane, or several of which one can run, do not do the same as anything.
  return shown.length < 2 || !told || told.runs.length < 2 ? null : told;
}

export function LanePartings() {
  const found = useFound();
  return found ? <Partings {...found} /> : <span className="flex-1" />;
}

function Partings({ calls, runs, names }: Found) {
  const { tuning } = useWorkbench();
  const cursor = useStore((state) => state.cursor);
  const groups = useMemo(
    () =>
      groupsAt(runs, cursor).map((group) => ({
        names: group.map((place) => names[place] ?? ''),
        acts: group.some((place) => actsAt(runs[place] as Run, cursor)),
      })),
    [runs, names, cursor],
  );
  const [first] = calls;
  /** Before they part they send the same; after it that is looked up, and only where it is said. */
  const alike = useMemo(
    () => groups.length < 2 && (cursor < (first ?? Number.POSITIVE_INFINITY) || alikeAt(runs, cursor)),
    [groups, first, runs, cursor],
  );
  const before = calls.findLast((call) => call < cursor);
  const after = calls.find((call) => call > cursor);
  if (first === undefined)
    return <p className="flex-1 text-right text-[12.5px] text-ink-soft">All lanes do the same at every call.</p>;
  return (
    <>
      {/* Takes the room that is left, so that nothing moves when it says something else. */}
      <p
        className="line-clamp-2 min-w-0 flex-1 basis-52 text-[12.5px] text-ink-soft leading-[14px] sm:text-right"
        title={groups.length > 1 ? partingDetail(groups) : undefined}
      >
        {partingWords(groups, alike)}
      </p>
      <div className="flex items-center gap-1 text-[12.5px]">
        <button
          type="button"
          title="Lanes act where they summarise, evict, cut or bring back messages before a call."
          onClick={() => tuning.setCursor(first)}
          className="rounded-sm px-1 text-ink-soft hover:bg-hover hover:text-ink"
        >
          First differ at call <strong className="font-semibold text-ink tabular-nums">{whole(first + 1)}</strong>
          <span className="tabular-nums">
            {' '}
            · {calls.length === 1 ? 'act differently only there' : `act differently at ${whole(calls.length)}`}
          </span>
        </button>
        <Button
          disabled={before === undefined}
          aria-label="Difference before"
          onClick={() => before !== undefined && tuning.setCursor(before)}
        >
          ‹
        </Button>
        <Button
          disabled={after === undefined}
          aria-label="Next difference"
          onClick={() => after !== undefined && tuning.setCursor(after)}
        >
          ›
        </Button>
      </div>
    </>
  );
}

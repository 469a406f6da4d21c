/** An old run beside the present one: what made the difference, in words, and every figure then and now. */
'use client';

import { useEffect, useMemo, useState } from 'react';
import { unlikeText } from '@/lib/store/baseline';
import { restoreLanes } from '@/lib/store/lanes';
import { laneChanges } from '@/lib/store/run-rows';
import { runWords } from '@/lib/store/run-words';
import type { RunCommands } from '@/lib/store/runs';
import { laneBoard } from '@/lib/store/scoreboard';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { RunFigures } from './run-figures';

type OldRun = NonNullable<Awaited<ReturnType<RunCommands['open']>>>;
type Maker = NonNullable<Awaited<ReturnType<RunCommands['maker']>>>;

interface RunBesideProps {
  id: string;
  runs: RunCommands;
  onClose: () => void;
}

export function RunBeside({ id, runs, onClose }: RunBesideProps) {
  const { lanes: commands } = useWorkbench();
  const { board, entries, ranked } = useStore(laneBoard);
  const [run, setRun] = useState<OldRun | null>(null);
  const [maker, setMaker] = useState<Maker | null>(null);
  useEffect(() => {
    let current = true;
    void runs.open(id).then((found) => current && setRun(found));
    return () => {
      current = false;
    };
  }, [id, runs]);
  // What made the present scoreboard is asked for again with every new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the sentence above says
  useEffect(() => {
    let current = true;
    runs.maker().then(
      (now) => current && setMaker(now),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [runs, board]);
  const unlike = useStore((state) => (run ? unlikeText('run', run, state) : null));
  const changes = useMemo(
    () => (run ? laneChanges(run.rows, board, entries, unlike === null ? ranked : []) : []),
    [run, board, entries, ranked, unlike],
  );
  const words = useMemo(() => (run && maker ? runWords(run, maker) : null), [run, maker]);
  if (!run) return null;
  const takeBack = () => {
    const list = restoreLanes(run.settings.lanes, run.settings.lanes[0]?.id);
    if (list) commands.replaceAll(`Lanes of “${run.title}”`, list);
  };
  return (
    <section aria-label={`${run.title} beside now`} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-semibold">“{run.title}” beside now</h3>
        <Button onClick={takeBack}>Take its lanes back</Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      <div className="mt-2">
        <p className="font-medium">What changed</p>
        {words === null ? null : words.length === 0 ? (
          <p className="text-ink-soft">
            Nothing: the same settings, transcript and engine. The figures must be the same.
          </p>
        ) : (
          <ul className="list-disc pl-5 text-ink-soft">
            {words.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        )}
      </div>
      {unlike === null ? null : <p className="mt-2 max-w-[88ch]">{unlike}</p>}
      {changes.map((change) => (
        <RunFigures key={change.id} change={change} alike={unlike === null} />
      ))}
    </section>
  );
}

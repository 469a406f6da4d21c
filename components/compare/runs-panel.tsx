/** Kept runs of the scenario: keep the present one, open an old one beside it, pin one as the baseline. */
'use client';

import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { RunCommands } from '@/lib/store/runs';
import { areScored } from '@/lib/store/scored';
import { useStore } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { ScrollRegion } from '../ui/scroll-region';
import { RunBeside } from './run-beside';
import { RunRow } from './run-row';
import { useRuns } from './use-runs';

export function RunsPanel() {
  const runs = useRuns();
  const kept = useStore((state) => state.kept);
  const scenario = useStore((state) => state.scenario?.id);
  const isKept = useStore((state) => state.saving !== 'memory');
  const [chosen, setChosen] = useState<string | null>(null);
  const refresh = useCallback(() => void runs.refresh(), [runs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scenario has runs of its own
  useEffect(refresh, [refresh, scenario]);
  const list = kept && kept.scenario === scenario ? kept.list : [];
  const open = list.find(({ id }) => id === chosen) ?? null;
  if (!isKept) {
    return <p className="p-4 text-ink-soft">This browser keeps nothing at present, so runs cannot be kept.</p>;
  }
  return (
    <ScrollRegion label="Kept runs" className="flex flex-col">
      <Keep runs={runs} />
      {list.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">
          No run is kept of this scenario yet. Keep one before you change something, and hold the change against it.
          What the lanes come to is also kept by itself, the latest five times.
        </p>
      ) : (
        <ul aria-label="Runs" className="divide-y divide-rule border-rule border-y">
          {list.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              runs={runs}
              isOpen={run.id === chosen}
              onOpen={() => setChosen(run.id === chosen ? null : run.id)}
            />
          ))}
        </ul>
      )}
      {open ? <RunBeside key={open.id} id={open.id} runs={runs} onClose={() => setChosen(null)} /> : null}
    </ScrollRegion>
  );
}

function Keep({ runs }: { runs: RunCommands }) {
  const ready = useStore(areScored);
  const [title, setTitle] = useState('');
  const [said, setSaid] = useState('');
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const name = title.trim() || `Run of ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`;
    await runs.keep(name);
    setTitle('');
    setSaid(`“${name}” is kept.`);
  };
  return (
    <form onSubmit={(event) => void keep(event)} className="flex flex-wrap items-center gap-2 px-4 py-2">
      <label className="sr-only" htmlFor="run-title">
        Title of the run
      </label>
      <input
        id="run-title"
        value={title}
        maxLength={120}
        placeholder="Title, such as “before the new guard”"
        onChange={(event) => setTitle(event.target.value)}
        className="h-7 min-w-[180px] max-w-[340px] flex-1 rounded-md border border-rule-strong bg-panel px-2"
      />
      <Button type="submit" disabled={!ready}>
        Keep this run
      </Button>
      <span role="status" className="text-[12px] text-ink-soft">
        {said}
      </span>
    </form>
  );
}

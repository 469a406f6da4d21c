/** Probes: what must be known at a call, which lanes still know it, and what the transcript suggests to ask. */
'use client';

import { useMemo, useState } from 'react';
import { type Probe, probeName } from '@/lib/probes/probe';
import { MOST_PROBES } from '@/lib/probes/read';
import { laneName } from '@/lib/store/lanes';
import { verdictOf } from '@/lib/store/scored';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { MoreColumns } from '../ui/more-columns';
import { ScrollRegion } from '../ui/scroll-region';
import { draftOf, EMPTY_DRAFT } from './probe-draft';
import { ProbeForm } from './probe-form';
import { ProbeSuggestions } from './probe-suggestions';
import { type ChosenResult, ProbeTable } from './probe-table';
import { probeStory } from './probe-words';

export function ProbesPanel() {
  const { judging } = useWorkbench();
  const probes = useStore((state) => state.probes);
  const lanes = useStore((state) => state.lanes);
  const shown = useMemo(() => lanes.filter(({ hidden }) => !hidden), [lanes]);
  /** The probe in the hand: its id, or the empty text for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenResult | null>(null);
  const edited = probes.find(({ id }) => id === editing);
  const isFull = probes.length >= MOST_PROBES;
  const take = (probe: Probe) => {
    const { id, ...rest } = probe;
    if (edited) judging.changeProbe({ ...rest, id: edited.id });
    else judging.addProbe(rest);
    setEditing(null);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <p className="min-w-0 flex-1 text-[12.5px] text-ink-soft">
          {probes.length === 0
            ? 'What must still be known at a call? Write it, take a suggestion, or choose a message and say that it must survive.'
            : `${whole(probes.length)} ${probes.length === 1 ? 'probe' : 'probes'}. A result leads to the call that decided it.`}
        </p>
        <Button
          disabled={isFull}
          title={isFull ? `There are ${whole(MOST_PROBES)} probes, the most there can be.` : undefined}
          onClick={() => setEditing(editing === '' ? null : '')}
          aria-expanded={editing === ''}
        >
          Add probe
        </Button>
      </div>
      {editing === '' || edited ? (
        <ProbeForm
          key={editing}
          first={edited ? draftOf(edited) : EMPTY_DRAFT}
          id={edited?.id ?? ''}
          onTake={take}
          onCancel={() => setEditing(null)}
        />
      ) : null}
      <ScrollRegion label="Probes" className="overflow-x-auto border-rule border-t">
        <MoreColumns />
        {probes.length === 0 ? null : (
          <ProbeTable
            probes={probes}
            lanes={shown}
            chosen={chosen}
            onChoose={setChosen}
            onEdit={({ id }) => setEditing(id)}
          />
        )}
        <ProbeSuggestions />
      </ScrollRegion>
      {chosen ? <Story chosen={chosen} /> : null}
    </>
  );
}

/** What became of the chosen probe in the chosen lane, and the way to the decision that took it. */
function Story({ chosen }: { chosen: ChosenResult }) {
  const { setMode, showDecision, showItem } = useWorkbench();
  const probe = useStore((state) => state.probes.find(({ id }) => id === chosen.probe));
  const entry = useStore((state) => state.lanes.find(({ id }) => id === chosen.lane));
  const result = useStore((state) => probe && verdictOf(state.comparison.get(chosen.lane), probe));
  if (!probe || !entry || !result) return null;
  const { loss, holder } = result;
  return (
    <div
      role="status"
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-rule border-t px-4 py-1.5 text-[12.5px]"
    >
      <p className="min-w-0 flex-1 tabular-nums">
        <strong className="font-semibold">{probeName(probe)}</strong>, {laneName(entry)}.{' '}
        <span className="text-ink-soft">{probeStory(probe, result)}</span>
      </p>
      {loss && loss.decision >= 0 ? (
        <Button
          onClick={() => {
            setMode('tune');
            showDecision(loss.decision);
          }}
        >
          Show what took it
        </Button>
      ) : holder !== null && holder >= 0 ? (
        <Button
          onClick={() => {
            setMode('tune');
            showItem(holder);
          }}
        >
          Show the message
        </Button>
      ) : null}
    </div>
  );
}

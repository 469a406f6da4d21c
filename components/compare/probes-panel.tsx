/** Probes: what must be known at a call, and which lanes still know it. */
'use client';

import { type FormEvent, useState } from 'react';
import { PROBE_STATES } from '@/lib/probes/evaluate';
import { type Probe, probeName, probeTime } from '@/lib/probes/probe';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { ScrollRegion } from '../ui/scroll-region';
import { LaneMark } from './lane-mark';

export function ProbesPanel() {
  const probes = useStore((state) => state.probes);
  const lanes = useStore((state) => state.lanes);
  const { judging } = useWorkbench();
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    judging.addProbe({ at: 'end', text });
    setText('');
  };
  const shown = lanes.filter(({ hidden }) => !hidden);
  return (
    <ScrollRegion label="Probes">
      <form onSubmit={add} className="flex gap-2 px-4 py-2">
        <input
          aria-label="Text that must be known at the end"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-64 rounded-md border border-rule-strong bg-panel px-2"
        />
        <Button type="submit">Add probe</Button>
      </form>
      {probes.length === 0 ? <p className="px-4 text-ink-soft">No probes yet.</p> : null}
      <ul>
        {probes.map((probe) => (
          <ProbeRow key={probe.id} probe={probe} lanes={shown} />
        ))}
      </ul>
    </ScrollRegion>
  );
}

function ProbeRow({ probe, lanes }: { probe: Probe; lanes: readonly LaneEntry[] }) {
  const comparison = useStore((state) => state.comparison);
  const { judging } = useWorkbench();
  return (
    <li className="flex flex-wrap items-center gap-3 border-rule border-b px-4 py-1">
      <span>
        {probeName(probe)} <span className="text-ink-soft">{probeTime(probe)}</span>
      </span>
      {lanes.map((entry) => {
        const found = comparison.get(entry.id)?.score?.probes.find(({ id }) => id === probe.id);
        return (
          <span key={entry.id} title={laneName(entry)} className="flex items-center gap-1">
            <LaneMark colour={entry.colour} />
            {found ? PROBE_STATES[found.state] : ''}
          </span>
        );
      })}
      <Button variant="plain" onClick={() => judging.removeProbe(probe.id)}>
        Remove
      </Button>
    </li>
  );
}

/** The guards of the lane's system: each switched, or all at once: safe, or exactly what its document's code does. */
'use client';

import { withGuard } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import type { LaneSpec } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { completeGuards, systemById } from '@/lib/systems/descriptions';
import { Section } from './settings-sections';

const GUARD_PRESETS = [
  { label: 'All on', on: true },
  { label: 'As published', on: false },
];

export function GuardsSection() {
  const { tuning } = useWorkbench();
  const lane = useStore(laneOf);
  const system = systemById(lane.system);
  return (
    <Section name="Guards" folded={false} note={guardNote(lane.guards)}>
      {system.guards.length === 0 ? (
        <p className="text-ink-soft">This system has no guards: it runs as its document published it.</p>
      ) : (
        <p className="flex gap-[3px] pb-1">
          {GUARD_PRESETS.map(({ label, on }) => (
            <button
              key={label}
              type="button"
              aria-pressed={system.guards.every(({ name }) => lane.guards[name] === on)}
              onClick={() => tuning.setLane({ ...lane, guards: completeGuards(system, on) })}
              className="rounded-full border border-rule-strong px-1.5 text-[11px] text-ink-soft leading-5 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {label}
            </button>
          ))}
        </p>
      )}
      {system.guards.map((guard) => (
        <label key={guard.name} className="flex items-start gap-1.5 py-1" title={guard.help}>
          <input
            type="checkbox"
            checked={lane.guards[guard.name] === true}
            onChange={(event) => tuning.setLane(withGuard(lane, guard.name, event.target.checked))}
            className="mt-[3px] accent-(--accent)"
          />
          <span>
            {guard.label}
            <span className="block text-[12px] text-ink-soft">{guard.help}</span>
          </span>
        </label>
      ))}
    </Section>
  );
}

function guardNote(guards: LaneSpec['guards']): string {
  const values = Object.values(guards);
  const on = values.filter(Boolean).length;
  if (values.length === 0) return 'none';
  if (on === values.length) return 'all on';
  return on === 0 ? 'as published' : `${on} of ${values.length} on`;
}

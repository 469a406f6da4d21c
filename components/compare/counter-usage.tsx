/** What the provider reported held against every counter: by growth, since a file lacks what its tool sent besides. */
'use client';

import { useMemo } from 'react';
import { type CounterView, MEASURED_COUNTERS } from '@/lib/store/measuring';
import { CallLinks } from '../panels/call-links';
import { whole } from '../ui/format';
import { CAPTION, CELL, FIRST, FIRST_HEAD, HEAD, Percent, percentText, TABLE } from './counter-cells';
import type { InTurn } from './use-in-turn';

export function CounterUsage({ state }: { state: InTurn<CounterView> }) {
  const [first] = state.answers.values();
  const dropCalls = useMemo(() => Int32Array.from(first?.usage?.drops ?? []), [first]);
  if (!first) return null;
  if (!first.usage) {
    return (
      <p className="px-4 pt-4 text-[12.5px] text-ink-soft">
        The file has no recorded usage that counters could be held against.
      </p>
    );
  }
  const { calls, drops } = first.usage;
  const counters = MEASURED_COUNTERS.filter(({ id }) => state.answers.has(id));
  return (
    <>
      <table className={TABLE}>
        <caption className="pt-4 pb-1 text-left font-medium">
          <span className={CAPTION}>
            Recorded usage{' '}
            <span className="font-normal text-ink-soft">
              {whole(calls)} {calls === 1 ? 'call has' : 'calls have'} it; a whole transcript under each counter against
              it
            </span>
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={FIRST_HEAD}>
              Counter
            </th>
            <th
              scope="col"
              className={HEAD}
              title="How much more is counted from one call to the next, against how much more was reported. What is sent with every call falls out."
            >
              Growth off by
            </th>
            <th scope="col" className={HEAD} title="Calls at which both grow.">
              over calls
            </th>
            <th
              scope="col"
              className={HEAD}
              title="Median of reported − counted: the tool’s own instructions and schemas, which the file does not have."
            >
              Not in the file, a call
            </th>
            <th scope="col" className={HEAD} title="All reported calls together, what the file lacks included.">
              Sum off by
            </th>
          </tr>
        </thead>
        <tbody>
          {counters.map(({ id, label }) => {
            const usage = state.answers.get(id)?.usage;
            if (!usage) return null;
            return (
              <tr key={id} className="group hover:bg-hover">
                <th scope="row" className={FIRST}>
                  {label}
                </th>
                <td className={`${CELL} font-semibold`}>
                  <Percent of={usage.growth} />
                </td>
                <td className={CELL}>{whole(usage.growth.steps)}</td>
                <td className={CELL}>{usage.offset === null ? '–' : whole(usage.offset)}</td>
                <td className={CELL}>{percentText(usage.total.percent)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="max-w-[88ch] px-4 pt-1.5 text-[12.5px] text-ink-soft">
        Growth falls short of the report also where the file lacks what was sent: private thinking, images, what the
        tool added itself.
      </p>
      {drops.length > 0 ? (
        <div className="px-4 pt-1.5 text-[12.5px]">
          <p className="text-ink-soft">
            Less was reported than before: the tool that recorded it had compacted, or began anew.
          </p>
          <CallLinks calls={dropCalls} />
        </div>
      ) : null}
    </>
  );
}

/** What the choice of counter moves in the tuned lane: the same lane under every counter, and the calls at which it decides otherwise. */
'use client';

import { useCallback, useMemo } from 'react';
import { activeEntry, laneName } from '@/lib/store/lanes';
import {
  type CounterRunView,
  decisionKind,
  hasOwnChoice,
  MEASURED_COUNTERS,
  type MeasureOptions,
  policyCounter,
} from '@/lib/store/measuring';
import type { LaneSpec } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { CallLinks } from '../panels/call-links';
import { whole } from '../ui/format';
import { CELL, FIRST, FIRST_HEAD, HEAD, TABLE, Waiting, WORD_HEAD, WORDS } from './counter-cells';
import { CounterVerdict } from './counter-verdict';
import { useInTurn } from './use-in-turn';

/** Milliseconds that settings rest before other counters are tried. */
const REST = 600;

/** The name that the tables above use too. */
function counterLabel(id: string): string {
  return MEASURED_COUNTERS.find((counter) => counter.id === id)?.label ?? id;
}

export function CounterMoves() {
  const lane = useStore((state) => state.result?.lane);
  const name = useStore((state) => laneName(activeEntry(state)));
  if (!lane) return null;
  return (
    <section aria-label="Decisions that the counter moves" className="pt-4">
      <h3 className="px-4 pb-1 font-medium text-[12.5px]">
        Decisions that the counter moves{' '}
        <span className="font-normal text-ink-soft">
          {name}, which goes by {counterLabel(policyCounter(lane))}
        </span>
      </h3>
      {hasOwnChoice(lane) ? <Moves lane={lane} /> : <CounterVerdict counter={policyCounter(lane)} />}
    </section>
  );
}

function Moves({ lane }: { lane: LaneSpec }) {
  const { measuring } = useWorkbench();
  const own = policyCounter(lane);
  const wanted = useMemo(() => MEASURED_COUNTERS.map(({ id }) => id).filter((id) => id !== own), [own]);
  const ask = useCallback(
    (counter: string, options: MeasureOptions) => measuring.run(lane, counter, options),
    [measuring, lane],
  );
  const state = useInTurn<CounterRunView>({ of: lane, wanted, ask, rest: REST });
  return (
    <table className={TABLE}>
      <caption className="sr-only">The tuned lane under other counters</caption>
      <thead>
        <tr>
          <th scope="col" className={FIRST_HEAD}>
            Under
          </th>
          <th scope="col" className={HEAD} title={`Spans compacted; under ${counterLabel(own)} in parentheses.`}>
            Compactions
          </th>
          <th scope="col" className={HEAD}>
            Compacts otherwise at
          </th>
          <th scope="col" className={HEAD}>
            Other decisions move at
          </th>
          <th scope="col" className={WORD_HEAD}>
            First
          </th>
        </tr>
      </thead>
      <tbody>
        {wanted.map((id) => {
          const view = state.answers.get(id);
          return (
            <tr key={id} className="group hover:bg-hover">
              <th scope="row" className={FIRST}>
                {counterLabel(id)}
              </th>
              {view ? <Cells view={view} /> : <Waiting what={id} state={state} columns={4} />}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Calls of the moved decisions, each once: those of compactions, and those of all other kinds. */
function movedCalls({ moved }: CounterRunView): { compactions: Int32Array; others: Int32Array } {
  const compactions = new Set<number>();
  const others = new Set<number>();
  for (const [place, call] of moved.call.entries()) {
    const kind = decisionKind(moved.kind[place] as number);
    (kind === 'compacted' ? compactions : others).add(call);
  }
  return { compactions: Int32Array.from(compactions), others: Int32Array.from(others) };
}

function Cells({ view }: { view: CounterRunView }) {
  const { compactions, others } = useMemo(() => movedCalls(view), [view]);
  const calls = compactions.length > 0 ? compactions : others;
  const count = (found: Int32Array) =>
    found.length === 0 ? 'none' : `${whole(found.length)} ${found.length === 1 ? 'call' : 'calls'}`;
  return (
    <>
      <td className={CELL}>
        {whole(view.compactions.other)} <span className="text-ink-soft">({whole(view.compactions.own)})</span>
      </td>
      <td className={CELL}>{count(compactions)}</td>
      <td className={CELL}>{count(others)}</td>
      <td className={WORDS}>
        <CallLinks calls={calls} named={6} />
      </td>
    </>
  );
}

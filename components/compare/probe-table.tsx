/** Probes against lanes: a row a probe, a column a lane, in words; a failure leads to the moment of loss. */
'use client';

import { useMemo } from 'react';
import { State } from '@/lib/engine/run';
import type { ProbeResult } from '@/lib/probes/evaluate';
import { type Probe, probeName, probeTime } from '@/lib/probes/probe';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { verdictOf } from '@/lib/store/scored';
import { isStale } from '@/lib/store/stale';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { LaneMark } from './lane-mark';
import { heldCount, probeWords } from './probe-words';

/** A result that was chosen, by probe and lane. */
export interface ChosenResult {
  probe: string;
  lane: string;
}

interface ProbeTableProps {
  probes: readonly Probe[];
  lanes: readonly LaneEntry[];
  chosen: ChosenResult | null;
  onChoose: (chosen: ChosenResult | null) => void;
  onEdit: (probe: Probe) => void;
}

const CELL = 'border-rule border-b px-2 py-0.5';

export function ProbeTable({ probes, lanes, chosen, onChoose, onEdit }: ProbeTableProps) {
  const comparison = useStore((state) => state.comparison);
  const yardstick = useStore((state) => state.yardstick);
  const prices = useStore((state) => state.prices);
  const document = useStore((state) => state.document);
  const { judging, lanes: commands, tuning } = useWorkbench();
  const columns = useMemo(
    () =>
      lanes.map((entry) => {
        const outcome = comparison.get(entry.id);
        const results = probes.flatMap((probe) => verdictOf(outcome, probe) ?? []);
        return {
          entry,
          results: new Map(results.map((result) => [result.id, result])),
          held: heldCount(results),
          failed: outcome?.failed ?? null,
          stale: isStale(entry, { comparison, yardstick, probes, prices, document }),
        };
      }),
    [lanes, comparison, yardstick, probes, prices, document],
  );
  const choose = (result: ProbeResult, lane: string) => {
    const isChosen = chosen?.probe === result.id && chosen.lane === lane;
    onChoose(isChosen ? null : { probe: result.id, lane });
    const { to } = probeWords(result);
    if (isChosen || to === null) return;
    commands.activate(lane);
    tuning.setCursor(to);
  };
  return (
    <table className="w-max min-w-full border-separate border-spacing-0 text-[12.5px] leading-[18px] tabular-nums">
      <caption className="sr-only">Probes by lane</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky left-0 z-10 border-rule border-b bg-paper px-4 py-1.5 text-left align-bottom font-medium text-ink-soft"
          >
            Probe
          </th>
          {columns.map(({ entry, held, failed, stale }) => (
            <th key={entry.id} scope="col" className={`${CELL} max-w-40 text-left align-bottom font-medium`}>
              <span className="flex items-center gap-1.5">
                <LaneMark colour={entry.colour} />
                <span className="truncate" title={laneName(entry)}>
                  {laneName(entry)}
                </span>
              </span>
              <span className="block font-normal text-ink-soft">
                {failed !== null
                  ? 'cannot be replayed'
                  : stale
                    ? 'being replayed'
                    : `${held} of ${probes.length} known`}
              </span>
            </th>
          ))}
          <th scope="col" className={CELL}>
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {probes.map((probe) => (
          <tr key={probe.id} className="hover:bg-hover">
            <th
              scope="row"
              className="sticky left-0 z-10 w-72 min-w-36 max-w-72 border-rule border-b bg-paper px-4 py-1 text-left font-normal max-sm:max-w-40"
            >
              <button
                type="button"
                onClick={() => onEdit(probe)}
                title="Change this probe"
                className="block w-full rounded-sm text-left hover:text-accent"
              >
                <Said probe={probe} />
                <span className="block text-[11.5px] text-ink-soft">
                  {probeTime(probe)}
                  {probe.where === 'verbatim' ? ', word for word' : ''}
                </span>
              </button>
            </th>
            {columns.map(({ entry, results }) => (
              <td key={entry.id} className={CELL}>
                <Result
                  probe={probe}
                  lane={entry}
                  result={results.get(probe.id)}
                  chosen={chosen?.probe === probe.id && chosen.lane === entry.id}
                  onChoose={choose}
                />
              </td>
            ))}
            <td className={`${CELL} pr-4 text-right`}>
              <button
                type="button"
                aria-label={`Remove the probe ${probeName(probe)}`}
                onClick={() => judging.removeProbe(probe.id)}
                className="rounded-sm px-1.5 text-ink-soft hover:bg-raised hover:text-ink"
              >
                Remove
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a probe asks for; of a message, how it begins. */
function Said({ probe }: { probe: Probe }) {
  const rows = useRowTexts();
  const name = probeName(probe);
  const text = probe.message === undefined ? '' : (rows.get(probe.message, State.verbatim)?.text ?? '');
  return (
    <span className="block truncate" title={text === '' ? name : `${name}: ${text}`}>
      {name} {text === '' ? null : <span className="text-ink-soft">{text}</span>}
    </span>
  );
}

interface ResultProps {
  probe: Probe;
  lane: LaneEntry;
  result: ProbeResult | undefined;
  chosen: boolean;
  onChoose: (result: ProbeResult, lane: string) => void;
}

function Result({ probe, lane, result, chosen, onChoose }: ResultProps) {
  if (!result) return <span className="px-1 text-ink-faint">…</span>;
  const { sign, word, tone, to, weakFrom } = probeWords(result);
  const weak =
    weakFrom === null
      ? ''
      : `${result.gone && result.gone.item >= 0 ? 'cut' : 'in a summary'} from call ${weakFrom + 1}, `;
  const where = result.loss && to !== null ? `, ${weak}gone at call ${to + 1}` : '';
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={`${probeName(probe)} in ${laneName(lane)}: ${word}${where}`}
      onClick={() => onChoose(result, lane.id)}
      className={`inline-flex w-full items-baseline gap-1.5 whitespace-nowrap rounded-sm px-1 py-0.5 text-left hover:bg-raised aria-pressed:bg-selected ${tone}`}
    >
      <span aria-hidden="true">{sign}</span>
      <span>
        {weak}
        {word}
        {result.loss && to !== null ? <span className="text-ink-soft"> at call {to + 1}</span> : null}
      </span>
    </button>
  );
}

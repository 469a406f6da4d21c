/** The figures of one lane: then, now, the difference, and whether that is better. Those that did not change are folded away. */
'use client';

import { useState } from 'react';
import type { LaneChange } from '@/lib/store/run-rows';
import { whole } from '../ui/format';

const ONLY = { old: 'was there then, is not now', now: 'is there now, was not then' } as const;

export const VERDICTS = {
  better: { sign: '▲', tone: 'text-summary' },
  worse: { sign: '▼', tone: 'text-trouble' },
} as const;

interface RunFiguresProps {
  change: LaneChange;
  /** Where the two were measured differently, they stand beside each other without a difference. */
  alike: boolean;
}

export function RunFigures({ change, alike }: RunFiguresProps) {
  const [all, setAll] = useState(false);
  const moved = change.figures.filter(({ old, now }) => old !== now);
  const shown = all || change.only ? change.figures : moved;
  const same = change.figures.length - moved.length;
  return (
    <div className="mt-4">
      <h4 className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{change.lane}</span>
        {change.only ? <span className="text-[12px] text-ink-soft">{ONLY[change.only]}</span> : null}
        {!change.only && same > 0 ? (
          <button
            type="button"
            onClick={() => setAll(!all)}
            className="rounded-sm text-[12px] text-accent hover:underline"
          >
            {all ? 'Only what changed' : `${whole(same)} figures are the same`}
          </button>
        ) : null}
      </h4>
      {shown.length === 0 ? null : (
        <table className="mt-1 w-full max-w-[720px] text-[12.5px] tabular-nums">
          <thead className="text-ink-soft">
            <tr>
              <th scope="col" className="border-rule border-b py-1 text-left font-medium">
                Figure
              </th>
              {(alike ? ['Then', 'Now', 'Difference'] : ['Then', 'Now']).map((name) => (
                <th key={name} scope="col" className="border-rule border-b px-2 py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, label, definition, old, now, difference, verdict }) => (
              <tr key={id}>
                <th scope="row" title={definition} className="border-rule border-b py-1 text-left font-normal">
                  {label}
                </th>
                <td className="border-rule border-b px-2 py-1 text-right text-ink-soft">{old}</td>
                <td className="border-rule border-b px-2 py-1 text-right">{now}</td>
                {alike ? <Difference text={difference} verdict={verdict} /> : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface DifferenceProps {
  text: string;
  verdict: LaneChange['figures'][number]['verdict'];
}

function Difference({ text, verdict }: DifferenceProps) {
  return (
    <td className={`border-rule border-b px-2 py-1 text-right ${verdict ? VERDICTS[verdict].tone : ''}`}>
      {text}
      {verdict ? (
        <>
          {' '}
          <span aria-hidden="true" className="text-[8px]">
            {VERDICTS[verdict].sign}
          </span>{' '}
          {verdict}
        </>
      ) : null}
    </td>
  );
}

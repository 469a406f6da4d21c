/** Every counter over the same transcript: its total, how far it is off, and where: by role and by tool. */
'use client';

import { useState } from 'react';
import { ROLES } from '@/lib/engine/transcript';
import type { CounterView } from '@/lib/store/measuring';
import { MEASURED_COUNTERS } from '@/lib/store/measuring';
import { useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import {
  CAPTION,
  CELL,
  FIRST,
  FIRST_HEAD,
  HEAD,
  Percent,
  percentText,
  signedText,
  TABLE,
  Waiting,
} from './counter-cells';
import type { InTurn } from './use-in-turn';

interface TotalsProps {
  exact: string;
  state: InTurn<CounterView>;
}

export function CounterTotals({ exact, state }: TotalsProps) {
  const { setMode, showItem } = useWorkbench();
  const reports = [...state.answers.values()].map(({ report }) => report);
  const roles = ROLES.filter((role) => reports[0]?.byRole.some((row) => row.role === role));
  const hasSchemas = (reports[0]?.schemas.exact ?? 0) > 0;
  const columns = 4 + roles.length + Number(hasSchemas);
  return (
    <table className={TABLE}>
      <caption className="pt-3 pb-1 text-left font-medium">
        <span className={CAPTION}>
          The whole transcript under every counter{' '}
          <span className="font-normal text-ink-soft">errors against {exact}, by role of the message</span>
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col" className={FIRST_HEAD}>
            Counter
          </th>
          <th scope="col" className={HEAD} title="All messages and the tool schemas once, overheads included.">
            Tokens
          </th>
          <th scope="col" className={HEAD}>
            Off by
          </th>
          <th scope="col" className={HEAD}>
            Error
          </th>
          {roles.map((role) => (
            <th key={role} scope="col" className={HEAD}>
              {role}
            </th>
          ))}
          {hasSchemas ? (
            <th scope="col" className={HEAD}>
              schemas
            </th>
          ) : null}
          <th scope="col" className={HEAD} title="The message with the greatest error either way.">
            Furthest off
          </th>
        </tr>
      </thead>
      <tbody>
        {MEASURED_COUNTERS.map(({ id, label, description, exact: isExact }) => {
          const report = state.answers.get(id)?.report;
          return (
            <tr key={id} className="group hover:bg-hover">
              <th scope="row" className={FIRST} title={description}>
                {label}{' '}
                <span className="text-ink-faint">{id === exact ? 'the yardstick' : isExact ? '' : 'estimate'}</span>
              </th>
              {report ? (
                <>
                  <td className={CELL}>{whole(report.total.counted)}</td>
                  <td className={CELL}>{signedText(report.total.error)}</td>
                  <td className={`${CELL} font-semibold`}>
                    <Percent of={report.total} />
                  </td>
                  {roles.map((role) => (
                    <td key={role} className={CELL}>
                      <Percent of={report.byRole.find((row) => row.role === role)} />
                    </td>
                  ))}
                  {hasSchemas ? (
                    <td className={CELL}>
                      <Percent of={report.schemas} />
                    </td>
                  ) : null}
                  <td className={CELL}>
                    {report.worst ? (
                      <button
                        type="button"
                        onClick={() => {
                          if (!report.worst) return;
                          setMode('tune');
                          showItem(report.worst.message);
                        }}
                        className="-mr-1 rounded-sm px-1 text-accent hover:bg-raised"
                      >
                        message {report.worst.message} ({signedText(report.worst.error)})
                      </button>
                    ) : (
                      <span className="text-ink-soft">none</span>
                    )}
                  </td>
                </>
              ) : (
                <Waiting what={id} state={state} columns={columns} />
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Tools that are shown until all are asked for. */
const FEW = 8;

export function CounterTools({ exact, state }: TotalsProps) {
  const [all, setAll] = useState(false);
  const tools = [...state.answers.values()][0]?.report.byTool ?? [];
  if (tools.length === 0) return null;
  const counters = MEASURED_COUNTERS.filter(({ id }) => id !== exact && state.answers.has(id));
  const shown = all ? tools : tools.slice(0, FEW);
  return (
    <>
      <table className={TABLE}>
        <caption className="pt-4 pb-1 text-left font-medium">
          <span className={CAPTION}>
            Tool results{' '}
            <span className="font-normal text-ink-soft">errors by the tool they come from, largest first</span>
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={FIRST_HEAD}>
              Tool
            </th>
            <th scope="col" className={HEAD}>
              Results
            </th>
            <th scope="col" className={HEAD}>
              Tokens
            </th>
            {counters.map(({ id, label }) => (
              <th key={id} scope="col" className={HEAD}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ tool, results, exact: tokens }, place) => (
            <tr key={tool ?? '(no tool)'} className="group hover:bg-hover">
              <th scope="row" className={`${FIRST} max-w-52 truncate font-mono text-[12px]`} title={tool ?? undefined}>
                {tool ?? 'no call in the transcript'}
              </th>
              <td className={CELL}>{whole(results)}</td>
              <td className={CELL}>{whole(tokens)}</td>
              {counters.map(({ id }) => (
                <td key={id} className={CELL}>
                  {/* Every report has the same tools in the same order: that of their exact tokens. */}
                  {percentText(state.answers.get(id)?.report.byTool[place]?.percent ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {tools.length > FEW ? (
        <button
          type="button"
          onClick={() => setAll(!all)}
          className="mx-4 mt-1 rounded-sm text-[12.5px] text-accent hover:underline"
        >
          {all ? 'Show the largest only' : `Show all ${whole(tools.length)} tools`}
        </button>
      ) : null}
    </>
  );
}

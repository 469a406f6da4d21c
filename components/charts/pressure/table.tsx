/** The pressure chart as a table for screen readers: the calls at which something happened, and a sample of the others. */

import { memo, useMemo } from 'react';
import { decisionsAt } from '@/lib/engine/ledger';
import type { Result, State } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import { callNumber, callPlace, pressureOf } from '../frame/words';
import type { Domain } from '../frame/zoom';
import { sampleCalls } from './sample';
import type { Recorded } from './use-recorded';

const MOST_ROWS = 80;
/** Decisions of one call that are told; further ones are counted. */
const TOLD = 3;

export interface ChartTableProps {
  result: Result;
  sent: State['sent'];
  recorded: Recorded;
  /** The calls in sight. */
  domain: Domain;
}

function ChartTableView({ result, sent, recorded, domain }: ChartTableProps) {
  const { run, lane } = result;
  const first = Math.max(0, Math.ceil(domain.from));
  const last = Math.min(run.calls.tokens.length - 1, Math.floor(domain.to));
  const calls = useMemo(() => sampleCalls(run, MOST_ROWS, first, last), [run, first, last]);
  const system = systemById(lane.system);
  const decisionsOf = (call: number): string => {
    const { from, to } = decisionsAt(run, call);
    const told: string[] = [];
    for (let decision = from; decision < Math.min(to, from + TOLD); decision++) {
      told.push(system.explain(decision, run, lane.config, lane.guards));
    }
    if (to - from > TOLD) told.push(`And ${whole(to - from - TOLD)} more.`);
    return told.join(' ');
  };
  return (
    // The box is clipped, not the table: a caption would make that as wide as its line, and the page with it.
    <div className="sr-only contain-content">
      <table className="table-fixed">
        <caption>
          Pressure by model call: {whole(calls.length)} of the {whole(last - first + 1)} calls in sight,{' '}
          {callNumber(first)} to {callNumber(last)} of {whole(run.calls.tokens.length)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Place</th>
            <th scope="col">Policy {system.unit}</th>
            <th scope="col">Pressure</th>
            {sent && <th scope="col">Sent tokens ({sent.counter})</th>}
            {recorded.usage && <th scope="col">Recorded input tokens</th>}
            <th scope="col">Decisions</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call}>
              <th scope="row">{callNumber(call)}</th>
              <td>{callPlace(run, call)}</td>
              <td>{whole(run.calls.tokens[call] ?? 0)}</td>
              <td>{pressureOf(run, call)}</td>
              {sent && <td>{whole(sent.tokens[call] ?? 0)}</td>}
              {recorded.usage && <td>{recordedText(recorded.inputAt(call))}</td>}
              <td>{decisionsOf(call)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function recordedText(input: number | null): string {
  return input === null ? 'not recorded' : whole(input);
}

export const ChartTable = memo(ChartTableView);

/** The note beside the pointer: a call's place and tokens, what was decided there, and what the file recorded. */

import { decisionsAt, lowerBound, tokensBeforeActing } from '@/lib/engine/ledger';
import { DECISIONS } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { useFacts } from '../../panels/use-facts';
import { whole } from '../../ui/format';
import { callNumber, callPlace, pressureOf, pressureWords } from '../frame/words';
import type { Composition } from './composition';
import { EventGlyph, eventLook } from './event-glyph';
import type { Marker, MarkKind } from './markers';
import { PART_LOOKS, PARTS } from './parts';
import { countWords } from './summary';
import type { Recorded } from './use-recorded';

/** Decisions that a note tells before it only counts them. */
const TOLD = 4;

export interface CallNoteProps {
  result: Result;
  call: number;
  marker: Marker<MarkKind> | null;
  recorded: Recorded;
  composition: Composition | null;
}

export function CallNote({ result, call, marker, recorded, composition }: CallNoteProps) {
  const { run, lane } = result;
  const { unit } = systemById(lane.system);
  const sent = run.calls.tokens[call] ?? 0;
  const before = tokensBeforeActing(run, call);
  return (
    <>
      <p className="whitespace-nowrap">
        <strong className="font-semibold text-ink">Call {callNumber(call)}</strong> · {callPlace(run, call)}
      </p>
      <p className="whitespace-nowrap tabular-nums">
        <strong className="font-semibold text-ink">{pressureOf(run, call)}</strong> · {whole(sent)} policy {unit}
      </p>
      {before > sent && (
        <p className="whitespace-nowrap tabular-nums">
          {pressureWords(before, run.limit)} · {whole(before)} before the memory acted
        </p>
      )}
      <OtherTokens result={result} call={call} recorded={recorded} />
      {composition && <Parts composition={composition} call={call} />}
      <Decided result={result} call={call} marker={marker} />
      <Missed result={result} call={call} marker={marker} />
      <RecordedHere call={call} recorded={recorded} />
    </>
  );
}

function OtherTokens({ result, call, recorded }: Pick<CallNoteProps, 'result' | 'call' | 'recorded'>) {
  const sent = useStore((state) => (state.showSent && state.sent?.version === result.version ? state.sent : null));
  const input = recorded.inputAt(call);
  return (
    <>
      {sent && (
        <p className="whitespace-nowrap tabular-nums">
          {whole(sent.tokens[call] ?? 0)} sent tokens ({sent.counter})
        </p>
      )}
      {input !== null && <p className="whitespace-nowrap tabular-nums">{whole(input)} recorded input tokens</p>}
    </>
  );
}

function Parts({ composition: { calls, amounts }, call }: { composition: Composition; call: number }) {
  return (
    <table className="mt-1 w-full border-rule border-t tabular-nums">
      <tbody>
        {PARTS.map((part, number) => ({ part, amount: amounts[number * calls + call] as number }))
          .filter(({ amount }) => amount > 0)
          .reverse()
          .map(({ part, amount }) => (
            <tr key={part}>
              <td className="pr-1.5">
                <span
                  className="inline-block size-2 rounded-[2px] align-middle"
                  style={{ background: PART_LOOKS[part].color }}
                />
              </td>
              <td className="pr-3">{PART_LOOKS[part].label}</td>
              <td className="text-right">{whole(amount)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** The decisions of the call; what the pointer is on first, then those of its kind. */
function Decided({ result: { run, lane }, call, marker }: Pick<CallNoteProps, 'result' | 'call' | 'marker'>) {
  const system = systemById(lane.system);
  const { from, to } = decisionsAt(run, call);
  const kindOf = (decision: number) => DECISIONS[run.decisions.kind[decision] as number] ?? 'floor';
  const pointed = marker && marker.kind !== 'missed' ? marker.decision : -1;
  const first: number[] = [];
  const rest: number[] = [];
  let ofKind = 0;
  for (let decision = from; decision < to; decision++) {
    const same = kindOf(decision) === marker?.kind;
    if (same) ofKind++;
    if (decision === pointed) first.unshift(decision);
    else if (same && first.length <= TOLD) first.push(decision);
    else if (rest.length < TOLD) rest.push(decision);
  }
  const all = [...first, ...rest];
  const told = all.slice(0, TOLD);
  const more = to - from - told.length;
  return (
    <>
      {marker && marker.kind !== 'missed' && marker.count > 1 && (
        <Together marker={marker} unit={system.unit} several={marker.count > ofKind} />
      )}
      {told.length > 0 && (
        <ul className="mt-1 border-rule border-t pt-1">
          {told.map((decision) => (
            <li key={decision} className="flex items-baseline gap-1.5">
              <EventGlyph kind={kindOf(decision)} />
              <span className="min-w-0">{system.explain(decision, run, lane.config, lane.guards)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-ink-faint">and {whole(more)} more at this call</p>}
    </>
  );
}

/** What a mark stands for where it stands for several; at other calls too if they are to be told apart. */
function Together({ marker, unit, several }: { marker: Marker<MarkKind>; unit: string; several: boolean }) {
  const { kind, count, first, last, freed } = marker;
  return (
    <p className="mt-1 border-rule border-t pt-1">
      <strong className="font-semibold text-ink">
        {whole(count)} {eventLook(kind).many}
      </strong>{' '}
      {several ? `here, calls ${callNumber(first)} to ${callNumber(last)}` : 'at this call'}
      {freed > 0 ? `: ${whole(freed)} ${unit} freed in all` : ''}.{several ? ' Zoom in to tell them apart.' : ''}
      {freed > 0 ? ' The one that freed most comes first:' : ''}
    </p>
  );
}

/** What was used at the call after it was gone; of a tick, what it stands for. */
function Missed({ result, call, marker }: Pick<CallNoteProps, 'result' | 'call' | 'marker'>) {
  const misses = useStore(({ recall }) => (recall?.version === result.version ? recall.misses : null));
  const from = misses ? lowerBound(misses.call, call) : 0;
  const to = misses ? lowerBound(misses.call, call + 1) : 0;
  const facts = useFacts(to > from);
  if (!misses || to === from) return null;
  const { first, last, count } = marker?.kind === 'missed' ? marker : { first: call, last: call, count: to - from };
  const told = Array.from({ length: Math.min(TOLD, to - from) }, (_, at) => from + at);
  return (
    <>
      <p className="mt-1 flex items-baseline gap-1.5 border-rule border-t pt-1">
        <EventGlyph kind="missed" />
        <span>
          <strong className="font-semibold text-ink">{countWords('missed', count)}</strong>
          {last > first
            ? ` at calls ${callNumber(first)} to ${callNumber(last)}. At the first:`
            : ': used after it was gone'}
        </span>
      </p>
      <ul>
        {told.map((miss) => (
          <li key={miss} className="flex gap-1.5 pl-4">
            <span className="min-w-0 truncate font-mono text-ink">
              {facts?.[misses.fact[miss] as number]?.value ?? '…'}
            </span>
            <span className="ml-auto whitespace-nowrap text-trouble">
              gone at call {callNumber(misses.lostAt[miss] as number)}
            </span>
          </li>
        ))}
      </ul>
      {to - from > TOLD && <p className="text-ink-faint">and {whole(to - from - TOLD)} more at this call</p>}
    </>
  );
}

function RecordedHere({ call, recorded }: { call: number; recorded: Recorded }) {
  const here = recorded.compactions.filter((one) => one.call === call);
  if (here.length === 0) return null;
  return here.map(({ before, trigger, tokens }) => (
    <p key={before} className="mt-1 border-rule border-t pt-1">
      The recording tool compacted before message {whole(before)}
      {trigger === '' ? '' : ` (${trigger})`}
      {tokens === null ? '' : `, at ${whole(tokens)} tokens`}.
    </p>
  ));
}

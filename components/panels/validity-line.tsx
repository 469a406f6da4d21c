/** Whether the providers would take the window at the cursor, and which rule it breaks where they would not. */
'use client';

import { lowerBound } from '@/lib/engine/ledger';
import { PROVIDER_LABELS, PROVIDERS, RULES } from '@/lib/engine/provider-rules';
import { itemLabel } from '@/lib/engine/run';
import type { State } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { OfResult } from './of-result';

/** Larger than any item: the window has no message at fault. */
const NO_ITEM = 0x7fffffff;

type Examination = NonNullable<State['examination']>;

/** What was said of an earlier result stays, faint, until this one has been looked at. */
export function ValidityLine({ call }: { call: number }) {
  const examination = useStore((state) => state.examination);
  if (!examination) {
    return <p className="late mt-1 h-[18px] text-[12px] text-ink-faint">Checking against the providers’ rules…</p>;
  }
  return (
    <OfResult version={examination.version}>
      <Verdict examination={examination} call={call} />
    </OfResult>
  );
}

function Verdict({ examination, call }: { examination: Examination; call: number }) {
  const faults = PROVIDERS.flatMap((provider) => {
    const { calls, rules, items } = examination.validity[provider];
    const at = lowerBound(calls, call);
    if (calls[at] !== call) return [];
    const rule = RULES[rules[at] as number];
    return [{ provider, sentence: rule?.sentence ?? '', item: items[at] as number }];
  });
  if (faults.length === 0) {
    return (
      <p className="mt-1 min-h-[18px] text-[12px] text-summary">
        <span aria-hidden="true">✓ </span>Keeps the message rules of OpenAI, Anthropic and Gemini
      </p>
    );
  }
  const names = faults.map(({ provider }) => PROVIDER_LABELS[provider]).join(', ');
  const first = faults[0];
  return (
    <p className="mt-1 text-[12px] text-trouble">
      <span aria-hidden="true">✕ </span>
      {faults.length === PROVIDERS.length ? 'No provider would take this window' : `Rejected by ${names}`}:{' '}
      {first?.sentence}{' '}
      {first && first.item !== NO_ITEM ? `(${first.item >= 0 ? 'message' : 'summary'} ${itemLabel(first.item)})` : ''}
    </p>
  );
}

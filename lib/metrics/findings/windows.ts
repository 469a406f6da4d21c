/** Windows that a provider would reject: how many, by which rule, and whether the memory system or the transcript is to blame. */

import { whole } from '../../engine/figures';
import { PROVIDER_LABELS, PROVIDERS, RULES } from '../../engine/provider-rules';
import { itemLabel } from '../../engine/run';
import { NO_ITEM, type ProviderFaults, type Validity } from '../validity/check-run';
import { callsOf, type Examined, type Finding, several } from './finding';

/** One finding over all providers; an error where the memory system broke what the transcript had whole. */
export function windowFinding({ run }: Examined, validity: Validity, own: Validity): Finding | null {
  const parts: string[] = [];
  const calls: number[] = [];
  /** Providers that would reject the same windows of the transcript as it is. */
  const inheriting: string[] = [];
  let blamed = false;
  for (const provider of PROVIDERS) {
    const faults = validity[provider];
    if (faults.calls.length === 0) continue;
    for (const call of faults.calls) calls.push(call);
    const inherited = new Set(own[provider].calls);
    let ours = 0;
    let first = -1;
    for (const [place, call] of faults.calls.entries()) {
      if (inherited.has(call)) continue;
      ours++;
      if (first < 0) first = place;
    }
    blamed ||= ours > 0;
    if (ours === 0) inheriting.push(PROVIDER_LABELS[provider]);
    const blame =
      ours === 0 || ours === faults.calls.length ? '' : `, ${whole(ours)} of them sound before the memory system`;
    parts.push(
      `${PROVIDER_LABELS[provider]} would reject ${whole(faults.calls.length)}${blame} (${exampleOf(faults, Math.max(0, first))})`,
    );
  }
  if (parts.length === 0) return null;
  return {
    id: 'invalid-windows',
    severity: blamed ? 'error' : 'warning',
    title: blamed
      ? 'The settings make windows that a provider rejects'
      : 'The transcript itself breaks a provider’s rules',
    sentence: `Of ${several(run.calls.before.length, 'window')} ${parts.join('; ')}.${noBetter(inheriting, parts.length)}`,
    calls: callsOf(calls),
  };
}

/** Said once, however many providers it holds for. */
function noBetter(inheriting: readonly string[], providers: number): string {
  if (inheriting.length === 0) return '';
  const where =
    inheriting.length < providers ? `For ${inheriting.join(' and ')}` : providers === 1 ? 'There' : 'For all of them';
  return ` ${where} the transcript by itself is no better.`;
}

function exampleOf({ calls, rules, items }: ProviderFaults, place: number): string {
  const item = items[place] as number;
  const where = item === NO_ITEM ? '' : ` at ${item >= 0 ? `message ${item}` : itemLabel(item)}`;
  const rule = RULES[rules[place] as number]?.sentence ?? '';
  return `call ${(calls[place] as number) + 1}${where}: ${rule.charAt(0).toLowerCase()}${rule.slice(1).replace(/\.$/, '')}`;
}

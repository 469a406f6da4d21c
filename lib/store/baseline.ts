/** Whether an old run was measured as the present one is: by the same counter, prices and probes, over the same messages. */

import { profileOf, type ScenarioPrices } from '../metrics/bill-prices';
import type { RunRecord } from '../storage/records';
import type { State } from './state';

type Old = Pick<RunRecord, 'title' | 'transcript' | 'conversation' | 'settings'>;
type Now = Pick<State, 'yardstick' | 'prices' | 'probes' | 'edits' | 'document'>;

/** JSON with the fields of objects in the order of their names, so that the same content is the same text. */
function content(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}

/** Prices with the cache that is in force without being named. */
function priced(prices: object): string {
  return content({ ...prices, profile: profileOf(prices as ScenarioPrices) });
}

/** Changes by what they do: the same one made again has another id. */
function edited(edits: State['edits'] = []): string {
  return content(edits.map(({ id: _id, ...patch }) => patch));
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** What is different in how two runs are measured, as predicates: "is counted with words". */
function unlike({ transcript, conversation, settings }: Old, now: Now): string[] {
  const { document } = now;
  const parts: string[] = [];
  if (document && document.id !== transcript) parts.push('is of another transcript');
  else if (document && document.conversation !== conversation) parts.push('is of another conversation');
  if (settings.yardstick !== now.yardstick) parts.push(`is counted with ${settings.yardstick}`);
  if (priced(settings.prices) !== priced(now.prices)) parts.push('is billed at other prices');
  if (content(settings.probes) !== content(now.probes)) parts.push('has other probes');
  if (edited(settings.edits) !== edited(now.edits)) parts.push('is of the transcript with other edits');
  return parts;
}

interface Told {
  now: Now;
  /** Empty where nothing is different. */
  text: string;
}

/** By the old run, of the state that it was held against last. */
const told = new WeakMap<Old, Told>();

/** Why the numbers of an old run are not held against those of now, in one sentence; null where they are. */
export function unlikeText(kind: 'baseline' | 'run', old: Old, now: Now): string | null {
  const { yardstick, prices, probes, edits, document } = now;
  const before = told.get(old);
  const isSame =
    before?.now.yardstick === yardstick &&
    before.now.prices === prices &&
    before.now.probes === probes &&
    before.now.edits === edits &&
    before.now.document === document;
  const text = before && isSame ? before.text : listed(unlike(old, now));
  if (!isSame) told.set(old, { now: { yardstick, prices, probes, edits, document }, text });
  return text === '' ? null : `The ${kind} “${old.title}” ${text}: its numbers are not held against these.`;
}

/** Why no difference to the baseline is shown; null where there is none, or where it is measured as the lanes are. */
export function baselineUnlike(state: Now & Pick<State, 'kept' | 'scenario'>): string | null {
  const { kept, scenario } = state;
  const baseline = kept?.scenario === scenario?.id ? (kept?.baseline ?? null) : null;
  return baseline ? unlikeText('baseline', baseline, state) : null;
}

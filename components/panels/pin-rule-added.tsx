/** What a pin rule that was just added came to: its name, what it pins, what that did to the run, and the way to it. */
'use client';

import { useMemo } from 'react';
import { PIN_RULES, pinRuleName } from '@/lib/engine/pin-rule';
import { hasErrors } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import { groupsOf, latestOf, pinRulesOf, pinTotals, pinWords } from '@/lib/store/pin-rules';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { focusSoon } from '../ui/focus-soon';
import { useChangeEffect } from './use-change-effect';

/** A rule by its id; nothing is told of one that is not, or no more, among the rules. */
export function PinRuleAdded({ id }: { id: string | null }) {
  const { reveal } = useWorkbench();
  const rule = useStore((state) =>
    id === null ? null : (pinRulesOf(laneOf(state)).find((one) => one.id === id) ?? null),
  );
  const shown = useStore((state) => state.shown);
  const problems = useStore((state) => state.problems);
  const effect = useChangeEffect();
  const groups = useStore(groupsOf);
  const totals = useMemo(
    () => (shown && id !== null ? (pinTotals(shown.result.run, shown.view, groups).get(id) ?? null) : null),
    [shown, id, groups],
  );
  const told = () => {
    if (hasErrors(problems)) return 'It holds once the settings can run.';
    if (!rule || !totals || !shown) return '';
    const words = effect?.parameter === PIN_RULES ? effect.words.join(' · ') : '';
    const did = words === '' ? '' : ` ${words[0]?.toUpperCase()}${words.slice(1)}.`;
    return `${pinWords(totals, latestOf(rule), shown.view.call)}${did}`;
  };
  return (
    <p role="status" className={rule ? 'order-2 basis-full text-[12px] tabular-nums' : 'sr-only'}>
      {rule && id !== null ? (
        <>
          <span aria-hidden="true" className="text-summary">
            ✓{' '}
          </span>
          Rule added: <strong className="font-semibold">{pinRuleName(rule)}</strong>.{' '}
          <span className="text-ink-soft">{told()}</span>{' '}
          <button
            type="button"
            onClick={() => {
              reveal('settings');
              focusSoon(`[data-rule="${id}"]`, true);
            }}
            className="rounded-sm text-accent hover:underline"
          >
            Show the rule
          </button>
        </>
      ) : null}
    </p>
  );
}

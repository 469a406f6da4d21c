/** The pin rules as a list: switched, counted at the cursor, put in order, edited in place, and made by hand. */
'use client';

import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type PinRule, pinRuleName } from '@/lib/engine/pin-rule';
import { laneOf } from '@/lib/store/lanes';
import {
  groupsOf,
  hasPinRules,
  type PinPreview,
  type PinTotals,
  pinRulesOf,
  pinTotals,
  withId,
  withoutPinRule,
  withPinRule,
  withPinRuleMoved,
} from '@/lib/store/pin-rules';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { focusSoon } from '../ui/focus-soon';
import { PinRuleRow } from './pin-rule-row';

// Comes when a rule is opened, apart from the first paint.
const PinRuleEditor = lazy(() => import('./pin-rule-editor').then((module) => ({ default: module.PinRuleEditor })));

/** Which rule is open: one of the list by its id, or a new one. */
const NEW = '';

/** What is slow or cannot be read, asked for once the rules have come to rest. */
function useRuleTrouble(rules: readonly PinRule[]): Map<string, PinPreview> {
  const { previewPins } = useWorkbench();
  const hasRun = useStore((state) => state.shown !== null);
  const [found, setFound] = useState<Map<string, PinPreview>>(new Map());
  useEffect(() => {
    const asked = rules.filter((rule) => rule.on && rule.match.regex !== undefined);
    if (asked.length === 0 || !hasRun) return;
    let current = true;
    const timer = setTimeout(() => {
      previewPins(asked).then(
        (previews) => current && setFound(new Map(previews.map((preview) => [preview.id, preview]))),
        // What went wrong is told where the replay failed.
        () => undefined,
      );
    }, 400);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [rules, hasRun, previewPins]);
  return found;
}

/** Milliseconds for which a rule that came from elsewhere is marked. */
const MARKED = 4000;

/** The rule that was just added to the lane from elsewhere: it is scrolled to, and marked for a while. */
function useFresh(rules: readonly PinRule[], own: { readonly current: string | null }): string | null {
  const active = useStore((state) => state.active);
  const known = useRef({ active, ids: new Set(rules.map(({ id }) => id)) });
  const [fresh, setFresh] = useState<string | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = { active, ids: new Set(rules.map(({ id }) => id)) };
    if (before.active !== active) return;
    const added = rules.find(({ id }) => !before.ids.has(id) && id !== own.current);
    if (added) setFresh(added.id);
  }, [active, rules, own]);
  useEffect(() => {
    if (fresh === null) return;
    document.querySelector(`[data-rule="${fresh}"]`)?.scrollIntoView({ block: 'nearest' });
    const timer = setTimeout(() => setFresh(null), MARKED);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh;
}

const ADD = '[data-add-rule]';

interface PinRulesProps {
  /** What the last change of a rule did to the run. */
  effect: string | null;
}

export function PinRules({ effect }: PinRulesProps) {
  const { tuning, state } = useWorkbench();
  const lane = useStore(laneOf);
  const shown = useStore((now) => now.shown);
  const rules = pinRulesOf(lane);
  const groups = useStore(groupsOf);
  const totals = useMemo(
    () => (shown ? pinTotals(shown.result.run, shown.view, groups) : new Map<string, PinTotals>()),
    [shown, groups],
  );
  const trouble = useRuleTrouble(rules);
  const [open, setOpen] = useState<string | null>(null);
  const own = useRef<string | null>(null);
  const fresh = useFresh(rules, own);
  if (!hasPinRules(lane)) return null;
  const change = (rule: PinRule) => tuning.setLane(withPinRule(laneOf(state.get()), rule));
  /** Closes what is open; the focus goes where the hand was before. */
  const close = (selector: string) => {
    setOpen(null);
    focusSoon(selector, true);
  };
  /** A rule that has moved takes the button along; at the end of its way the other one has the focus. */
  const move = (rule: PinRule, place: number, by: -1 | 1) => {
    tuning.setLane(withPinRuleMoved(lane, rule.id, by));
    const to = place + by;
    const isLast = to === (by < 0 ? 0 : rules.length - 1);
    focusSoon(`[data-move="${isLast ? -by : by}"]`, true);
  };
  const remove = (rule: PinRule, place: number) => {
    const next = rules[place + 1] ?? rules[place - 1];
    tuning.setLane(withoutPinRule(lane, rule.id));
    close(next ? `[data-rule="${next.id}"]` : ADD);
  };
  const onEscape = (selector: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close(selector);
  };
  return (
    <div className="mt-2" data-parameter="pinRules">
      <h3 className="text-ink-soft">Pin rules</h3>
      {rules.length === 0 && open === null ? (
        <p className="text-[12px] text-ink-soft">
          None yet. Choose a message and pin all like it, or write a rule: what fits is never taken.
        </p>
      ) : null}
      <ol className="mt-0.5">
        {rules.map((rule, place) => (
          <li key={rule.id} className="border-rule border-t first:border-t-0">
            <PinRuleRow
              rule={rule}
              totals={totals.get(rule.id)}
              trouble={rule.on ? trouble.get(rule.id) : undefined}
              open={open === rule.id}
              fresh={fresh === rule.id}
              onToggle={() => setOpen(open === rule.id ? null : rule.id)}
              onSwitch={(on) => change({ ...rule, on })}
            />
            {open === rule.id ? (
              // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the fields that are inside
              <div className="pb-2 pl-5" onKeyDown={onEscape(`[data-rule="${rule.id}"]`)}>
                <Suspense fallback={null}>
                  <PinRuleEditor rule={rule} isNew={false} onChange={change} />
                </Suspense>
                <p className="mt-1.5 flex flex-wrap gap-1.5">
                  <Button
                    data-move={-1}
                    disabled={place === 0}
                    aria-label={`Move ${pinRuleName(rule)} up`}
                    onClick={() => move(rule, place, -1)}
                  >
                    Up
                  </Button>
                  <Button
                    data-move={1}
                    disabled={place === rules.length - 1}
                    aria-label={`Move ${pinRuleName(rule)} down`}
                    onClick={() => move(rule, place, 1)}
                  >
                    Down
                  </Button>
                  <span className="flex-1" />
                  <Button aria-label={`Delete ${pinRuleName(rule)}`} onClick={() => remove(rule, place)}>
                    Delete
                  </Button>
                  <Button onClick={() => close(`[data-rule="${rule.id}"]`)}>Done</Button>
                </p>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {open === NEW ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the fields that are inside
        <div className="border-rule border-t pt-1 pb-2 pl-5" onKeyDown={onEscape(ADD)}>
          <Suspense fallback={null}>
            <PinRuleEditor
              rule={withId({ on: true, match: {}, keep: 'all' }, rules)}
              isNew
              onChange={(rule) => {
                own.current = rule.id;
                change(rule);
                setOpen(null);
                focusSoon(`[data-rule="${rule.id}"]`, true);
              }}
              onCancel={() => close(ADD)}
            />
          </Suspense>
        </div>
      ) : (
        <p className="mt-1">
          <Button data-add-rule="" onClick={() => setOpen(NEW)}>
            Add a rule
          </Button>
        </p>
      )}
      <p role="status" className={effect ? 'mt-1 text-[12px] text-accent tabular-nums' : 'sr-only'}>
        {effect}
      </p>
    </div>
  );
}

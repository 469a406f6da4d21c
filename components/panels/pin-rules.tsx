/** The pin rules as a list: switched, counted at the cursor, put in order, edited in place, and made by hand. */
'use client';

import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type PinRule, pinRuleName } from '@/lib/engine/pin-rule';
import { laneOf } from '@/lib/store/lanes';
import {
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
import { whole } from '../ui/format';

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

export function PinRules() {
  const { tuning, state } = useWorkbench();
  const lane = useStore(laneOf);
  const shown = useStore((now) => now.shown);
  const rules = pinRulesOf(lane);
  const totals = useMemo(
    () => (shown ? pinTotals(shown.result.run, shown.view) : new Map<string, PinTotals>()),
    [shown],
  );
  const trouble = useRuleTrouble(rules);
  const [open, setOpen] = useState<string | null>(null);
  if (!hasPinRules(lane)) return null;
  const change = (rule: PinRule) => tuning.setLane(withPinRule(laneOf(state.get()), rule));
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
            <RuleRow
              rule={rule}
              totals={totals.get(rule.id)}
              trouble={rule.on ? trouble.get(rule.id) : undefined}
              open={open === rule.id}
              onToggle={() => setOpen(open === rule.id ? null : rule.id)}
              onSwitch={(on) => change({ ...rule, on })}
            />
            {open === rule.id ? (
              <div className="pb-2 pl-5">
                <Suspense fallback={null}>
                  <PinRuleEditor rule={rule} isNew={false} onChange={change} />
                </Suspense>
                <p className="mt-1.5 flex flex-wrap gap-1.5">
                  <Button
                    disabled={place === 0}
                    aria-label={`Move ${pinRuleName(rule)} up`}
                    onClick={() => tuning.setLane(withPinRuleMoved(lane, rule.id, -1))}
                  >
                    Up
                  </Button>
                  <Button
                    disabled={place === rules.length - 1}
                    aria-label={`Move ${pinRuleName(rule)} down`}
                    onClick={() => tuning.setLane(withPinRuleMoved(lane, rule.id, 1))}
                  >
                    Down
                  </Button>
                  <span className="flex-1" />
                  <Button
                    aria-label={`Delete ${pinRuleName(rule)}`}
                    onClick={() => {
                      setOpen(null);
                      tuning.setLane(withoutPinRule(lane, rule.id));
                    }}
                  >
                    Delete
                  </Button>
                  <Button onClick={() => setOpen(null)}>Done</Button>
                </p>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {open === NEW ? (
        <div className="border-rule border-t pt-1 pb-2 pl-5">
          <Suspense fallback={null}>
            <PinRuleEditor
              rule={withId({ on: true, match: {}, keep: 'all' }, rules)}
              isNew
              onChange={(rule) => {
                change(rule);
                setOpen(null);
              }}
              onCancel={() => setOpen(null)}
            />
          </Suspense>
        </div>
      ) : (
        <p className="mt-1">
          <Button onClick={() => setOpen(NEW)}>Add a rule</Button>
        </p>
      )}
    </div>
  );
}

interface RowProps {
  rule: PinRule;
  totals: PinTotals | undefined;
  trouble: PinPreview | undefined;
  open: boolean;
  onToggle: () => void;
  onSwitch: (on: boolean) => void;
}

function RuleRow({ rule, totals, trouble, open, onToggle, onSwitch }: RowProps) {
  const name = pinRuleName(rule);
  return (
    <div className="py-1">
      <div className="flex items-center gap-1.5">
        <input
          type="checkbox"
          aria-label={`${name}, on`}
          checked={rule.on}
          onChange={(event) => onSwitch(event.target.checked)}
          className="accent-(--accent)"
        />
        <button
          type="button"
          aria-expanded={open}
          title={name}
          onClick={onToggle}
          className={`min-w-0 flex-1 truncate rounded-sm text-left hover:bg-hover ${rule.on ? '' : 'text-ink-faint'}`}
        >
          {name}
          {rule.keep === 'all' ? null : <span className="text-ink-faint"> · latest {rule.keep.latest}</span>}
        </button>
        <span className="shrink-0 text-ink-faint tabular-nums" title="Pinned at this call, and its tokens">
          {rule.on && totals ? `${whole(totals.pinned)} · ${whole(totals.tokens)}` : rule.on ? '' : 'off'}
        </span>
      </div>
      {rule.on && totals?.fits === 0 ? <p className="pl-5 text-[12px] text-ink-soft">No message fits it.</p> : null}
      {trouble?.slow ? (
        <p className="pl-5 text-[12px] text-cut">
          Slow: it took {whole(trouble.slow)} ms to match. A role or a tool beside the expression makes it faster.
        </p>
      ) : null}
      {trouble?.problem ? (
        <p role="alert" className="pl-5 text-[12px] text-trouble">
          {trouble.problem.message} {trouble.problem.remedy}
        </p>
      ) : null}
    </div>
  );
}

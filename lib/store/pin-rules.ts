/** The lane's pin rules: read, changed, moved; and what they hold at a call, for the panel. */

import { counted, whole } from '../engine/figures';
import { arrivedBy } from '../engine/ledger';
import { PIN_RULES, type PinRule } from '../engine/pin-rule';
import { heldByRule } from '../engine/rule-holds';
import { type Run, State } from '../engine/run';
import { systemById } from '../systems/descriptions';
import type { WindowView } from '../worker/protocol';
import { withParameter } from './lane';
import type { LaneSpec } from './state';

export type { PinPreview } from '../worker/protocol';

/** Whether the lane's system can hold pins by rule. */
export function hasPinRules(lane: LaneSpec): boolean {
  return systemById(lane.system).parameters.some(({ name }) => name === PIN_RULES);
}

const NO_RULES: readonly PinRule[] = [];

/** The same list while the lane's is the same. Of rules that cannot be read at all there are none. */
export function pinRulesOf(lane: LaneSpec): readonly PinRule[] {
  const rules = lane.config[PIN_RULES];
  const isList = Array.isArray(rules) && rules.every((rule) => typeof rule?.match === 'object' && rule.match !== null);
  return isList ? (rules as PinRule[]) : NO_RULES;
}

/** A rule in the place of the one with its id, or after the others. */
export function withPinRule(lane: LaneSpec, rule: PinRule): LaneSpec {
  const rules = pinRulesOf(lane);
  const known = rules.some(({ id }) => id === rule.id);
  const next = known ? rules.map((one) => (one.id === rule.id ? rule : one)) : [...rules, rule];
  return withParameter(lane, PIN_RULES, next);
}

export function withoutPinRule(lane: LaneSpec, id: string): LaneSpec {
  return withParameter(
    lane,
    PIN_RULES,
    pinRulesOf(lane).filter((rule) => rule.id !== id),
  );
}

/** The rule one place up (-1) or down (1). */
export function withPinRuleMoved(lane: LaneSpec, id: string, by: -1 | 1): LaneSpec {
  const rules = [...pinRulesOf(lane)];
  const from = rules.findIndex((rule) => rule.id === id);
  const [rule] = rules.splice(from, 1);
  if (rule) rules.splice(Math.max(0, from + by), 0, rule);
  return withParameter(lane, PIN_RULES, rules);
}

/** What a rule comes to in a run: messages that fit it, and what it holds at the call of a view. */
export interface PinTotals {
  fits: number;
  pinned: number;
  tokens: number;
}

/** By the rule's id. Only what stands in the window counts as pinned. */
export function pinTotals(run: Run, view: WindowView): Map<string, PinTotals> {
  const costs = new Map<number, number>();
  if (run.pinRules.length > 0) {
    for (let row = 0; row < view.items.length; row++) {
      const state = view.state[row];
      if (state !== State.verbatim && state !== State.truncated) continue;
      costs.set(view.items[row] as number, view.cost[row] as number);
    }
  }
  const appended = arrivedBy(run, view.call);
  return new Map(
    run.pinRules.map((rule) => {
      const totals = { fits: rule.messages.length, pinned: 0, tokens: 0 };
      for (const message of heldByRule(rule, appended)) {
        const cost = costs.get(message);
        if (cost === undefined) continue;
        totals.pinned++;
        totals.tokens += cost;
      }
      return [rule.id, totals];
    }),
  );
}

/**
 * What a rule comes to at a call, in words: "Fits 60 messages; pins 48 at call 12, 37,683 tokens; 12 come later." Calls are
 * told from 1. `latest`: how many of the newest it keeps; null for all.
 */
export function pinWords({ fits, pinned, tokens }: PinTotals, latest: number | null, call: number): string {
  const fit = `Fits ${counted(fits, 'message')}`;
  const at = `at call ${whole(call + 1)}`;
  if (fits === 0) return `${fit}.`;
  if (pinned === 0) return `${fit}, which ${fits === 1 ? 'has' : 'have'} not come yet ${at}.`;
  const held = latest !== null && fits > pinned ? `the latest ${whole(pinned)}` : whole(pinned);
  const later =
    latest === null && fits > pinned ? `; ${whole(fits - pinned)} ${fits - pinned === 1 ? 'comes' : 'come'} later` : '';
  return `${fit}; pins ${held} ${at}, ${counted(tokens, 'token')}${later}.`;
}

/** How many of the newest a rule keeps; null for all. */
export function latestOf({ keep }: Pick<PinRule, 'keep'>): number | null {
  return keep === 'all' ? null : keep.latest;
}

/** A rule with an id of its own among others. */
export function withId(rule: Omit<PinRule, 'id'>, others: readonly PinRule[]): PinRule {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`rule-${number}`)) number++;
  return { ...rule, id: `rule-${number}` };
}

/** The lane's pin rules: read, changed, moved; and what they hold at a call, for the panel. */

import { counted, whole } from '../engine/figures';
import { arrivedBy } from '../engine/ledger';
import { PIN_RULES, type PinRule } from '../engine/pin-rule';
import { heldByRule } from '../engine/rule-holds';
import { type Run, State } from '../engine/run';
import { systemById } from '../systems/descriptions';
import type { PinPreview, WindowView } from '../worker/protocol';
import { holdsGroups, withParameter } from './lane';
import type { LaneSpec, State as PageState } from './state';

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

/** The tool groups as pins of the shown result hold them; null where they do not. */
export function groupsOf({ document, shown }: Pick<PageState, 'document' | 'shown'>): Int32Array | null {
  return document && shown && holdsGroups(shown.result.lane) ? document.info.groups : null;
}

/** What a rule comes to in a run: messages that fit it, and what it holds at the call of a view. */
export type PinTotals = Pick<PinPreview, 'fits' | 'pinned' | 'tokens' | 'held'>;

/**
 * By the rule's id. Only what stands in the window counts. `groups`: per message the first member of its tool group, or null
 * where a pin does not hold its group.
 */
export function pinTotals(run: Run, view: WindowView, groups: Int32Array | null): Map<string, PinTotals> {
  const costs = new Map<number, number>();
  const byHead = new Map<number, PinTotals['held']>();
  if (run.pinRules.length > 0) {
    for (let row = 0; row < view.items.length; row++) {
      const state = view.state[row];
      if (state !== State.verbatim && state !== State.truncated) continue;
      const item = view.items[row] as number;
      const cost = view.cost[row] as number;
      costs.set(item, cost);
      const head = groups && item >= 0 ? (groups[item] ?? item) : item;
      const group = byHead.get(head) ?? { messages: 0, tokens: 0 };
      group.messages++;
      group.tokens += cost;
      byHead.set(head, group);
    }
  }
  const appended = arrivedBy(run, view.call);
  return new Map(
    run.pinRules.map((rule) => {
      const held = { messages: 0, tokens: 0 };
      const totals = { fits: rule.messages.length, pinned: 0, tokens: 0, held };
      const heads = new Set<number>();
      for (const message of heldByRule(rule, appended)) {
        const cost = costs.get(message);
        if (cost === undefined) continue;
        totals.pinned++;
        totals.tokens += cost;
        heads.add(groups?.[message] ?? message);
      }
      for (const head of heads) {
        held.messages += byHead.get(head)?.messages ?? 0;
        held.tokens += byHead.get(head)?.tokens ?? 0;
      }
      return [rule.id, totals];
    }),
  );
}

/**
 * What a rule comes to at a call, in words: "Fits 60 messages; pins 48 at call 12, 37,683 tokens; 12 come later." Where tool
 * groups stay with what is pinned: "Fits 1 message; pins 1 at call 12; holds 5, 6,047 tokens with its tool group." Calls are
 * told from 1. `latest`: how many of the newest it keeps; null for all.
 */
export function pinWords({ fits, pinned, tokens, held }: PinTotals, latest: number | null, call: number): string {
  const fit = `Fits ${counted(fits, 'message')}`;
  const at = `at call ${whole(call + 1)}`;
  if (fits === 0) return `${fit}.`;
  if (pinned === 0) return `${fit}, which ${fits === 1 ? 'has' : 'have'} not come yet ${at}.`;
  const own = latest !== null && fits > pinned ? `the latest ${whole(pinned)}` : whole(pinned);
  const later =
    latest === null && fits > pinned ? `; ${whole(fits - pinned)} ${fits - pinned === 1 ? 'comes' : 'come'} later` : '';
  const all =
    held.messages > pinned
      ? `; holds ${whole(held.messages)}, ${counted(held.tokens, 'token')} with ${pinned === 1 ? 'its tool group' : 'their tool groups'}`
      : `, ${counted(tokens, 'token')}`;
  return `${fit}; pins ${own} ${at}${all}${later}.`;
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

/** What explanations are made of: a decision's facts read off their columns, and how spans are named to people. */

import { DECISIONS, type DecisionKind, type Insert, type Item, itemLabel, type Run } from './run';

/** One row of the decision columns. */
export interface Decision {
  kind: DecisionKind;
  call: number;
  first: Item;
  last: Item;
  count: number;
  before: number;
  after: number;
  /** What it put in, or null. */
  insert: Insert | null;
  /** The insert's label, or the empty text. */
  insertLabel: string;
  reason: number;
  amount: number;
}

export function decisionOf(run: Run, decision: number): Decision {
  const { decisions } = run;
  const insert = decisions.insert[decision] as number;
  return {
    kind: DECISIONS[decisions.kind[decision] as number] as DecisionKind,
    call: decisions.call[decision] as number,
    first: decisions.first[decision] as number,
    last: decisions.last[decision] as number,
    count: decisions.count[decision] as number,
    before: decisions.before[decision] as number,
    after: decisions.after[decision] as number,
    insert: insert < 0 ? null : (run.inserts[insert] ?? null),
    insertLabel: insert < 0 ? '' : itemLabel(~insert),
    reason: decisions.reason[decision] as number,
    amount: decisions.amount[decision] as number,
  };
}

/** "message 7", "messages 3-12", "summary S2", "S1 to 12". */
export function spanLabel(first: Item, last: Item): string {
  if (first === last) return first >= 0 ? `message ${first}` : `summary ${itemLabel(first)}`;
  return first >= 0 && last >= 0 ? `messages ${first}-${last}` : `${itemLabel(first)} to ${itemLabel(last)}`;
}

/** What a decision moved: "messages 3-12", or "summary S1 and messages 3-12" where it took up a summary. */
export function movedLabel(run: Run, decision: number): string {
  const { first, last, count } = decisionOf(run, decision);
  const start = run.decisions.entries[decision] as number;
  if (first >= 0 || count < 2) return spanLabel(first, last);
  return `${spanLabel(first, first)} and ${spanLabel(run.transitions.subject[start + 1] as Item, last)}`;
}

/** A text with its `{names}` filled in, all at once, so that what is filled in is never looked at again. */
export function filled(template: string, values: { [name: string]: string | number }): string {
  let text = '';
  let from = 0;
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', open + 1)) {
    const close = template.indexOf('}', open);
    if (close < 0) break;
    const name = template.slice(open + 1, close);
    if (!Object.hasOwn(values, name)) continue;
    text += template.slice(from, open) + values[name];
    from = close + 1;
    open = close;
  }
  return text + template.slice(from);
}

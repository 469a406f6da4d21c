/** The engine's rules as pure checks of a finished run: what they find, by the rule's number in RULES.md. */

import { messageCost, toolsText } from './accounting';
import { fateAt, itemsOf, ownStateAt, windowAt } from './ledger';
import { retrace } from './retrace';
import { DECISIONS, type Item, itemLabel, type Run, State } from './run';
import type { Report, Subject, Violation } from './violation';
import { windowRules } from './window-rules';

/** Everything in a run that breaks a rule; an empty list for a sound one. Takes time in calls × window: for tests and checks. */
export function violationsOf(subject: Subject): Violation[] {
  const violations: Violation[] = [];
  const report: Report = (rule, call, message) => violations.push({ rule, call, message });
  ledgerRules(subject, report);
  reasons(subject, report);
  if (subject.system.id === 'none' || subject.system.id === 'managed-window') {
    tokenRules(subject, report);
    windowRules(subject, report);
  }
  return violations;
}

/** R1 to R5: states, arrivals, windows and decisions hang together. */
function ledgerRules({ run, index }: Subject, report: Report): void {
  const { arrivals, transitions, decisions } = run;
  let answered = 0;
  for (let message = 0; message < run.messageCount; message++) {
    if (index.transcript.messages[message]?.role === 'assistant') answered++;
    const call = arrivals.call[message] as number;
    if (call !== answered) report('R2', call, `message ${message} arrives at call ${call}, not ${answered}`);
    if (arrivals.state[message] === State.absent) report('R1', call, `message ${message} arrives absent`);
    if (arrivals.state[message] === State.refused && run.messageHead[message] !== -1) {
      report('R2', call, `message ${message} was refused and has moved since`);
    }
  }
  let decision = -1;
  for (let entry = 0; entry < transitions.subject.length; entry++) {
    const call = transitions.call[entry] as number;
    const item = transitions.subject[entry] as Item;
    const owner = transitions.decision[entry] as number;
    if (owner < decision) report('R5', call, `the move of ${itemLabel(item)} comes after a later decision`);
    decision = owner;
    if (decisions.call[owner] !== call)
      report('R5', call, `the move of ${itemLabel(item)} belongs to no decision of its call`);
    const previous = transitions.previous[entry] as number;
    if (previous >= entry) report('R1', call, `the states of ${itemLabel(item)} are out of order`);
    if (previous < 0 && item >= 0 && (arrivals.call[item] as number) > call) {
      report('R1', call, `message ${item} moves before it arrives`);
    }
  }
  for (let number = 0; number < decisions.kind.length; number++) {
    const items = itemsOf(run, number);
    if (items.length === 0) continue;
    const named = [decisions.first[number], decisions.last[number], decisions.count[number]];
    const moved = [items[0], items[items.length - 1], items.length];
    if (named.join() !== moved.join()) {
      report('R5', decisions.call[number] as number, `decision ${number} names ${named} and moves ${moved}`);
    }
  }
  for (let call = 0; call < run.calls.before.length; call++) standing(run, call, report);
}

/** R1, R3 and R4 at one call. */
function standing(run: Run, call: number, report: Report): void {
  const window = windowAt(run, call);
  if (window.length !== run.calls.items[call]) {
    report('R3', call, `${window.length} items stand by the ledger, the memory sent ${run.calls.items[call]}`);
  }
  const seen = new Set<Item>(window);
  if (seen.size !== window.length) report('R3', call, 'an item stands twice');
  const leading = new Set<Item>(run.leading);
  let place = Number.NEGATIVE_INFINITY;
  for (const item of window) {
    if (leading.has(item)) continue;
    const next = item >= 0 ? item : (run.inserts[~item]?.anchor ?? Number.NaN);
    if (!(next > place || (next === place && item >= 0) || (item < 0 && next < 0))) {
      report('R4', call, `${itemLabel(item)} stands after what comes later`);
    }
    place = next;
  }
  for (let message = 0; message < run.messageCount; message++) {
    const state = ownStateAt(run, message, call);
    const arrived = (run.arrivals.call[message] as number) <= call;
    if (arrived === (state === State.absent))
      report('R1', call, `message ${message} is in the wrong state for its arrival`);
    if (!seen.has(message)) continue;
    if (state !== State.verbatim && state !== State.truncated)
      report('R3', call, `message ${message} stands in state ${state}`);
    if (fateAt(run, message, call).state !== state) report('R1', call, `message ${message} has two states`);
  }
}

/** R10: every decision says why. */
function reasons({ run, system, config, guards }: Subject, report: Report): void {
  for (let decision = 0; decision < run.decisions.kind.length; decision++) {
    const sentence = system.explain(decision, run, config, guards);
    if (sentence.trim() === '' || /\b(?:undefined|NaN|Infinity|null)\b/.test(sentence)) {
      const kind = DECISIONS[run.decisions.kind[decision] as number];
      report('R10', run.decisions.call[decision] as number, `decision ${decision} (${kind}): "${sentence}"`);
    }
  }
}

/** R3, R6 and R7 against the second bookkeeping and a recount of every window. */
function tokenRules(subject: Subject, report: Report): void {
  const { run, index, system, config, guards, counter } = subject;
  const schemas = toolsText(index.transcript);
  const toolTokens = schemas === '' ? 0 : counter.count(schemas);
  const costs = new Map<Item, number>();
  const costOf = (item: Item): number => {
    const known = costs.get(item);
    if (known !== undefined) return known;
    const cost = messageCost(system.present(item, run, index, config, guards), counter);
    costs.set(item, cost);
    return cost;
  };
  let expected = toolTokens;
  retrace(run, toolTokens, {
    arrives(message, call, _window, tokens) {
      if (message > 0 && run.arrivals.tokens[message - 1] !== tokens && run.arrivals.call[message - 1] === call) {
        report('R6', call, `message ${message - 1} left ${run.arrivals.tokens[message - 1]} tokens, not ${tokens}`);
      }
    },
    decides({ call, decision, tokens, kind }) {
      const before = run.decisions.before[decision] as number;
      if (kind !== 'refused' && kind !== 'truncated' && before !== tokens) {
        report('R6', call, `decision ${decision} starts from ${before} tokens, not ${tokens}`);
      }
    },
    closes(call, window, tokens) {
      if (tokens !== run.calls.tokens[call]) {
        report('R6', call, `${run.calls.tokens[call]} tokens reported, ${tokens} left`);
      }
      if (windowAt(run, call).join() !== window.join()) report('R3', call, 'the ledger gives another window');
      expected = toolTokens;
      for (const item of window) expected += costOf(item);
      if (expected !== tokens) report('R7', call, `${tokens} tokens reported, ${expected} counted from scratch`);
    },
  });
}

/** Makes pin rules ready to be held against messages; the engine for expressions is loaded only when a rule has one. */

import { activePinRules, type PinRule, pinRuleName, pinRuleProblems } from '../engine/pin-rule';
import type { PinMatcher } from '../engine/rule-holds';
import { type CompiledRule, matchRules, type TextTest } from './match';
import { PinRuleError } from './pin-rule-error';
import { regexProblem } from './regex-problem';

/** Rules that are on, ready for any transcript. */
export interface CompiledRules extends PinMatcher {
  readonly compiled: readonly CompiledRule[];
}

/** Expressions that have been read, by their text: the same rule asks the same machine again. At most this many are kept. */
const MOST_KEPT = 200;
const expressions = new Map<string, TextTest>();

async function expressionOf(rule: PinRule): Promise<TextTest | null> {
  const { regex } = rule.match;
  if (regex === undefined) return null;
  const known = expressions.get(regex);
  if (known) return known;
  const { RE2JS, RE2JSSyntaxException } = await import('re2js');
  try {
    const expression = RE2JS.compile(regex);
    if (expressions.size >= MOST_KEPT) expressions.delete(expressions.keys().next().value as string);
    expressions.set(regex, expression);
    return expression;
  } catch (error) {
    const detail = error instanceof RE2JSSyntaxException ? error : null;
    const { at, problem, remedy } = regexProblem(regex, detail?.error ?? String(error), detail?.input ?? null);
    throw new PinRuleError(pinRuleName(rule), rule.id, at, problem, remedy);
  }
}

/**
 * Compiles the rules that are on. Throws PinRuleError for the first one that cannot be read: its name, what is wrong, and
 * the place in the expression.
 */
export async function compileRules(rules: readonly PinRule[]): Promise<CompiledRules> {
  const [wrong] = pinRuleProblems(rules);
  if (wrong) throw new PinRuleError('', '', null, wrong.message, wrong.remedy);
  const active = activePinRules({ pinRules: rules });
  const compiled: CompiledRule[] = [];
  for (const rule of active) compiled.push({ rule, expression: await expressionOf(rule) });
  return { rules: active, compiled, match: (index, counts) => matchRules(index, counts, compiled) };
}

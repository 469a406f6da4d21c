/** Pin rules on the command line: those of a lane, checked before anything runs, and those that an option gives as JSON. */

import { activePinRules, PIN_RULES, type PinRule, pinRuleProblems } from '../engine/pin-rule';
import type { Config } from '../engine/system';
import { compileRules } from '../pin-rules/compile';
import { PinRuleError } from '../pin-rules/pin-rule-error';
import { type Arguments, type OptionSpec, UsageError } from './command';

/** A pin rule whose expression cannot be read. What is wrong with the shape of the rules, the system says itself. */
export async function unreadPinRule(config: Config): Promise<PinRuleError | null> {
  if (pinRuleProblems(config[PIN_RULES] ?? []).length > 0) return null;
  try {
    await compileRules(activePinRules(config));
    return null;
  } catch (error) {
    if (error instanceof PinRuleError) return error;
    throw error;
  }
}

export const pinRulesOption: { readonly 'pin-rules': OptionSpec } = {
  'pin-rules': {
    value: 'JSON',
    help: 'Rules for what is never taken: \'[{"id": "tests", "on": true, "match": {"tool": "run_tests"}, "keep": {"latest": 1}}]\'.',
  },
};

/** The rules that the option gives; none without it. Throws UsageError for what cannot be read. */
export async function pinRulesFrom(command: string, { options }: Arguments): Promise<readonly PinRule[]> {
  const text = options.get('pin-rules');
  if (typeof text !== 'string') return [];
  const rules = parsed(command, text);
  const [wrong] = pinRuleProblems(rules);
  if (wrong) throw new UsageError(command, `--pin-rules: ${wrong.message}`, wrong.remedy);
  const unread = await unreadPinRule({ [PIN_RULES]: rules });
  if (unread) throw new UsageError(command, `--pin-rules: ${unread.message}`, unread.remedy);
  return rules as PinRule[];
}

function parsed(command: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const remedy = 'Give the rules as a JSON list, in single quotes so that the shell leaves it alone.';
    throw new UsageError(command, `--pin-rules is no JSON: ${(error as Error).message}.`, remedy);
  }
}

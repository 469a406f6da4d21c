/** Pin rules: which messages a user wants kept, by what they are, and how many of them; and what can be wrong with one. */

import type { Config, ConfigProblem, Parameter } from './system';
import { type MessageKind, ROLES, type Role } from './transcript';

/** All conditions that are given must hold. */
export interface PinMatch {
  role?: Role;
  /** Names of tools that the message calls or answers, with commas between them; a `*` at the end stands for any ending. */
  tool?: string;
  /** Part of its text or of its calls, in any case. */
  text?: string;
  /** A regular expression of RE2 (linear time: no lookaround, no backreference) that fits a part of its text or of a call. */
  regex?: string;
  /** Policy tokens of the whole message, before any cut. */
  minTokens?: number;
  maxTokens?: number;
  kind?: MessageKind;
  /** Number of the one message that is meant. */
  message?: number;
}

export interface PinRule {
  /** Its own among the rules; it stays when the rule changes. */
  id: string;
  name?: string;
  on: boolean;
  match: PinMatch;
  /** Every message that fits, or only the newest ones that have come. */
  keep: 'all' | { latest: number };
}

/** The parameter under which a configuration carries its pin rules. */
export const PIN_RULES = 'pinRules';

export const KINDS: readonly MessageKind[] = ['user_message', 'assistant_message', 'tool_observation', 'decision'];
const CONDITIONS = ['role', 'tool', 'text', 'regex', 'minTokens', 'maxTokens', 'kind', 'message'] as const;
const FIELDS = ['id', 'name', 'on', 'match', 'keep'];

/** The parameter of every system that can hold pins. */
export function pinRulesParameter(): Parameter {
  return {
    name: PIN_RULES,
    section: 'Pins',
    label: 'Pin rules',
    type: 'json',
    default: [],
    help: 'What fits a rule is never taken: {"id": "plan", "on": true, "match": {"tool": "TodoWrite"}, "keep": {"latest": 1}}. Conditions: role, tool, text, regex, minTokens, maxTokens, kind, message (its number). Keep: "all", or the latest so many.',
  };
}

/** The rules of a configuration that are on, in order. Settings that are no list have none. */
export function activePinRules(config: Config): readonly PinRule[] {
  const rules = config[PIN_RULES];
  return Array.isArray(rules) ? (rules as PinRule[]).filter((rule) => rule?.on === true) : [];
}

/** What a rule is called where it has no name: its conditions. */
export function pinRuleName({ name, id, match }: PinRule): string {
  if (name !== undefined && name !== '') return name;
  const parts = CONDITIONS.filter((condition) => match[condition] !== undefined).map((condition) => {
    const value = match[condition];
    if (condition === 'role' || condition === 'tool' || condition === 'kind') return String(value);
    if (condition === 'text') return `“${value}”`;
    if (condition === 'regex') return `/${value}/`;
    if (condition === 'message') return `message ${value}`;
    return `${condition === 'minTokens' ? '≥' : '≤'} ${value} tokens`;
  });
  return parts.length > 0 ? parts.join(' ') : id;
}

/** What is wrong with the shape of the rules, by number and field. Whether an expression can be read is told when it is compiled. */
export function pinRuleProblems(rules: unknown): ConfigProblem[] {
  const problem = (message: string): ConfigProblem => ({
    parameter: PIN_RULES,
    severity: 'error',
    message,
    remedy: 'A rule looks like {"id": "plan", "on": true, "match": {"tool": "TodoWrite"}, "keep": {"latest": 1}}.',
  });
  if (!Array.isArray(rules)) return [problem('The pin rules are not a list.')];
  const problems: ConfigProblem[] = [];
  const ids = new Set<string>();
  for (let number = 0; number < rules.length; number++) {
    const rule: unknown = rules[number];
    const wrong = isRecord(rule) ? ruleProblem(rule, ids) : 'it is not an object';
    if (wrong !== null) problems.push(problem(`Pin rule ${number + 1}${nameOf(rule)} cannot work: ${wrong}.`));
  }
  return problems;
}

function nameOf(rule: unknown): string {
  if (!isRecord(rule)) return '';
  const name = rule.name ?? rule.id;
  return typeof name === 'string' && name !== '' ? ` (${name})` : '';
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function ruleProblem(rule: { [name: string]: unknown }, ids: Set<string>): string | null {
  const unknown = Object.keys(rule).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `"${unknown}" is no field of a rule; use ${FIELDS.join(', ')}`;
  const { id, name, on, match, keep } = rule;
  if (typeof id !== 'string' || id === '') return 'id must be a text that is not empty';
  if (ids.has(id)) return `its id "${id}" is that of another rule`;
  ids.add(id);
  if (name !== undefined && typeof name !== 'string') return 'name must be a text';
  if (typeof on !== 'boolean') return 'on must be true or false';
  const latest = isRecord(keep) ? keep.latest : undefined;
  if (keep !== 'all' && !isWhole(latest, 1)) return 'keep must be "all" or {"latest": 1} or more';
  if (!isRecord(match)) return 'match must be an object of conditions';
  return matchProblem(match);
}

/** What is wrong with the conditions of a rule, or null. */
function matchProblem(match: { [name: string]: unknown }): string | null {
  for (const [name, value] of Object.entries(match)) {
    if (name === 'role' && !ROLES.includes(value as Role)) return `role must be one of ${ROLES.join(', ')}`;
    if (name === 'kind' && !KINDS.includes(value as MessageKind)) return `kind must be one of ${KINDS.join(', ')}`;
    if (['tool', 'text', 'regex'].includes(name) && (typeof value !== 'string' || value.trim() === '')) {
      return `${name} must be a text that is not empty`;
    }
    if (['minTokens', 'maxTokens', 'message'].includes(name) && !isWhole(value, 0)) {
      return `${name} must be a whole number, 0 or more`;
    }
    if (!(CONDITIONS as readonly string[]).includes(name)) {
      return `"${name}" is no condition; use ${CONDITIONS.join(', ')}`;
    }
  }
  const { minTokens, maxTokens } = match;
  if (typeof minTokens === 'number' && typeof maxTokens === 'number' && minTokens > maxTokens) {
    return `no message has at least ${minTokens} and at most ${maxTokens} tokens`;
  }
  return CONDITIONS.some((name) => match[name] !== undefined)
    ? null
    : 'it has no condition, so it would pin everything';
}

/** Kinds and priorities: by hand in the settings, else as the transcript has them, else by the first rule that fits, else by role. */

import { follow, memoise, TOOL, type TranscriptIndex } from '../../engine/accounting';
import type { ConfigProblem } from '../../engine/system';
import { type MessageKind, type Priority, ROLES, type Role } from '../../engine/transcript';

/** All conditions that are given must hold; lengths are code points of the content. */
export interface LabelRule {
  role?: Role;
  /** Number of the one message that is labelled by hand; such a rule goes before what the transcript says. */
  message?: number;
  /** Name of the tool that answered; a `*` at the end stands for any ending. */
  tool?: string;
  /** Part of the content, in any case. */
  contains?: string;
  longerThan?: number;
  shorterThan?: number;
  priority?: Priority;
  kind?: MessageKind;
}

const PRIORITIES: readonly Priority[] = ['low', 'normal', 'high'];
const KINDS: readonly MessageKind[] = ['user_message', 'assistant_message', 'tool_observation', 'decision'];
const CONDITIONS = ['message', 'role', 'tool', 'contains', 'longerThan', 'shorterThan'] as const;

/** What labels come to for the policy, as bits. */
export const Label = { observation: 1, decision: 2, low: 4, high: 8 } as const;

/** The tool that a result answers: its own name, or that of the call with its id. */
function toolOf(index: TranscriptIndex, message: number): string | undefined {
  const one = index.transcript.messages[message];
  if (one?.role !== 'tool') return undefined;
  const head = index.transcript.messages[index.links.group[message] as number];
  const call = head?.tool_calls?.find((candidate) => candidate.id === one.tool_call_id);
  return call?.function.name ?? one.name;
}

function fits(rule: LabelRule, index: TranscriptIndex, message: number): boolean {
  if (rule.message !== undefined && rule.message !== message) return false;
  if (rule.role !== undefined && ROLES[index.roles[message] as number] !== rule.role) return false;
  const length = index.codePoints[message] as number;
  if (rule.longerThan !== undefined && length <= rule.longerThan) return false;
  if (rule.shorterThan !== undefined && length >= rule.shorterThan) return false;
  if (rule.tool !== undefined) {
    const tool = toolOf(index, message);
    if (tool === undefined) return false;
    const wanted = rule.tool;
    if (wanted.endsWith('*') ? !tool.startsWith(wanted.slice(0, -1)) : tool !== wanted) return false;
  }
  if (rule.contains !== undefined) {
    const content = index.transcript.messages[message]?.content ?? '';
    if (!content.toLowerCase().includes(rule.contains.toLowerCase())) return false;
  }
  return true;
}

/** Label bits of every message. Scanned once per set of rules. */
export function labelsOf(index: TranscriptIndex, rules: readonly LabelRule[]): Uint8Array {
  return memoise(index.memo, `labels ${JSON.stringify(rules)}`, () => {
    const { messages } = index.transcript;
    const labels = new Uint8Array(index.roles.length);
    const byHand = new Map(rules.filter((rule) => rule.message !== undefined).map((rule) => [rule.message, rule]));
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        const one = messages[message];
        if (!one) continue;
        const rule = rules.find((candidate) => fits(candidate, index, message));
        const hand = byHand.get(message);
        const kind =
          hand?.kind ?? one.kind ?? rule?.kind ?? (index.roles[message] === TOOL ? 'tool_observation' : undefined);
        const priority = hand?.priority ?? one.priority ?? rule?.priority ?? 'normal';
        let bits = 0;
        if (kind === 'tool_observation') bits |= Label.observation;
        if (kind === 'decision') bits |= Label.decision;
        if (priority === 'low') bits |= Label.low;
        if (priority === 'high') bits |= Label.high;
        labels[message] = bits;
      }
    });
    return labels;
  });
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldProblem(rule: { [name: string]: unknown }): string | null {
  for (const [name, value] of Object.entries(rule)) {
    if (name === 'role' && !ROLES.includes(value as Role)) return `role must be one of ${ROLES.join(', ')}`;
    if (name === 'priority' && !PRIORITIES.includes(value as Priority)) {
      return `priority must be one of ${PRIORITIES.join(', ')}`;
    }
    if (name === 'kind' && !KINDS.includes(value as MessageKind)) return `kind must be one of ${KINDS.join(', ')}`;
    if ((name === 'tool' || name === 'contains') && (typeof value !== 'string' || value === '')) {
      return `${name} must be a text that is not empty`;
    }
    if (name === 'message' && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
      return 'message must be the number of a message, 0 or more';
    }
    if ((name === 'longerThan' || name === 'shorterThan') && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
      return `${name} must be a whole number of characters, 0 or more`;
    }
    if (!['priority', 'kind', ...CONDITIONS].includes(name)) return `"${name}" is no condition or label`;
  }
  if (rule.priority === undefined && rule.kind === undefined) return 'it gives neither a priority nor a kind';
  return CONDITIONS.some((name) => rule[name] !== undefined) ? null : 'it has no condition, so it would fit everything';
}

/** What is wrong with the rules, by number and field. */
export function ruleProblems(rules: unknown): ConfigProblem[] {
  const remedy = 'A rule looks like {"tool": "health_check", "contains": "200", "priority": "low"}.';
  const problem = (message: string): ConfigProblem => ({
    parameter: 'priorityRules',
    severity: 'error',
    message,
    remedy,
  });
  if (!Array.isArray(rules)) return [problem('The label rules are not a list.')];
  const problems: ConfigProblem[] = [];
  for (let number = 0; number < rules.length; number++) {
    const rule: unknown = rules[number];
    const wrong = isRecord(rule) ? fieldProblem(rule) : 'it is not an object';
    if (wrong !== null) problems.push(problem(`Label rule ${number + 1} cannot work: ${wrong}.`));
  }
  return problems;
}

/** Pin rules made from an example: what one message suggests, from itself alone to everything like it. */

import type { PinMatch, PinRule } from '../engine/pin-rule';
import type { Role } from '../engine/transcript';

/** What is known of the message that serves as the example. */
export interface MessageFacts {
  message: number;
  role: Role;
  /** Tools that it calls, or the one that it answers. */
  tools: readonly string[];
  /** The beginning of its text. */
  text: string;
  /** Policy tokens of the whole message. */
  tokens: number;
}

/** A rule that could be made, with the words of the choice. It has no id yet. */
export interface PinSuggestion {
  label: string;
  rule: Omit<PinRule, 'id'>;
}

/** Tools with which agents write down their plan. */
const PLAN_TOOLS = [
  'TodoWrite',
  'todo_write',
  'write_todos',
  'update_plan',
  'write_plan',
  'update_todo_list',
  'manage_todo_list',
];
/** Code points of a text that a rule takes over from an example. */
const LONGEST_TEXT = 60;
/** Tools of one message that get choices of their own. */
const MOST_TOOLS = 3;

function suggestion(label: string, name: string, match: PinMatch, latest?: number): PinSuggestion {
  return { label, rule: { name, on: true, match, keep: latest === undefined ? 'all' : { latest } } };
}

/** The first line of a text, cut between words. */
function phrase(text: string): string {
  const line = [...(text.trim().split(/\r?\n/, 1)[0] ?? '').trim()];
  if (line.length <= LONGEST_TEXT) return line.join('');
  const start = line.slice(0, LONGEST_TEXT).join('');
  const space = start.lastIndexOf(' ');
  return space > LONGEST_TEXT / 2 ? start.slice(0, space) : start;
}

/** Two significant digits, rounded down. */
function rounded(tokens: number): number {
  const grain = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return Math.floor(tokens / grain) * grain;
}

/** Everything that a message suggests, the narrowest first. */
export function ruleLike(facts: MessageFacts): PinSuggestion[] {
  const { message, role, text, tokens } = facts;
  const tools = [...new Set(facts.tools)].slice(0, MOST_TOOLS);
  const made = [suggestion('This message', `Message ${message}`, { message })];
  if (tools.some((tool) => PLAN_TOOLS.includes(tool))) {
    made.push(suggestion('The current plan', 'Current plan', { role: 'assistant', tool: PLAN_TOOLS.join(', ') }, 1));
  }
  for (const tool of tools) {
    made.push(suggestion(`The latest result of ${tool}`, `Latest result of ${tool}`, { role: 'tool', tool }, 1));
    made.push(suggestion(`Every call and result of ${tool}`, `All of ${tool}`, { tool }));
  }
  const start = phrase(text);
  if (start !== '') made.push(suggestion(`Messages that contain “${start}”`, `“${start}”`, { text: start }));
  if (role === 'user') made.push(suggestion('The latest user message', 'Latest user message', { role }, 1));
  made.push(suggestion(`Every ${role} message`, `Every ${role} message`, { role }));
  const least = rounded(tokens);
  if (least > 0) {
    const name = `${role} messages from ${least.toLocaleString('en')} tokens`;
    made.push(
      suggestion(
        `${role[0]?.toUpperCase()}${role.slice(1)} messages of ${least.toLocaleString('en')} tokens or more`,
        name,
        { role, minTokens: least },
      ),
    );
  }
  return made;
}

/** What the arguments of a call say: the strings in their JSON as they are meant, tabs, line ends and quotes without escapes. */

import type { Message } from '../../engine/transcript';

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const SPACE = 32;
/** Names of arguments are the tool's own words, not facts. What is no such name, as a path, is something that was said. */
const NAME = /^[\w.-]{1,60}$/;
/** The same where the text is no JSON and is taken as it stands. */
const NAMES = /"[\w.-]{1,60}"\s*:/g;

function isJson(text: string): boolean {
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[' && first !== '"') return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the string that begins at a quote ends: the place of its closing quote. The text is JSON: there is one. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) break;
    if (unit === BACKSLASH) at++;
  }
  return at;
}

/** The place behind the colon that comes next, or -1 where something else does. */
function behindColon(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) <= SPACE) next++;
  return text.charCodeAt(next) === COLON ? next + 1 : -1;
}

/**
 * The values of the arguments, each on lines of its own: strings decoded, numbers as they are written, names left out. Text that
 * is no JSON is given as it stands, but for names. Linear in the text.
 */
export function argumentValues(text: string): string {
  if (!isJson(text)) return text.replace(NAMES, ' ');
  let values = '';
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', from)) {
    const close = closingQuote(text, open);
    const raw = text.slice(open + 1, close);
    const value = raw.includes('\\') ? (JSON.parse(text.slice(open, close + 1)) as string) : raw;
    // A comma between two values is no comma of a number.
    values += text.slice(from, open).replaceAll(',', '\n');
    const colon = behindColon(text, close + 1);
    from = colon < 0 ? close + 1 : colon;
    values += colon >= 0 && NAME.test(value) ? ' ' : `\n${value}\n`;
  }
  return values + text.slice(from).replaceAll(',', '\n');
}

/** Content and calls as one text in which facts are looked for. */
export function saidText(message: Message | undefined): string {
  if (!message) return '';
  if (!message.tool_calls || message.tool_calls.length === 0) return message.content ?? '';
  const calls = message.tool_calls.map((call) => `${call.function.name} ${argumentValues(call.function.arguments)}`);
  return [message.content ?? '', ...calls].join('\n');
}

/** Whether a text has a value, also as it is written inside JSON: there the model reads it with escapes. */
export function tells(text: string, value: string): boolean {
  if (text.includes(value)) return true;
  return /["\\\n\t]/.test(value) && text.includes(JSON.stringify(value).slice(1, -1));
}

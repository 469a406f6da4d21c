/** Markdown for reading: a heading a message, calls and results in fences, everything that the transcript holds. */

import type { Message } from '../engine/transcript';
import type { Exporter } from './exporter';

export const markdown: Exporter = {
  id: 'markdown',
  label: 'Markdown',
  extension: 'md',
  losses: () => [
    'It is for reading: where a message ends cannot be told for certain once its text has headings of its own, so it is not read back.',
  ],
  *write({ messages, tools = [] }, title) {
    yield `# ${oneLine(title) || 'Transcript'}\n`;
    for (const [index, message] of messages.entries()) yield section(index, message);
    if (tools.length > 0) yield `\n## Tools\n`;
    for (const tool of tools) yield `\n${fenced(JSON.stringify(tool, null, 2), 'json')}`;
  },
};

function section(index: number, message: Message): string {
  const { role, content, tool_calls: calls = [] } = message;
  const blocks = [`## ${index} · ${role}`];
  const facts = factsOf(message);
  if (facts.length > 0) blocks.push(`_${facts.join(' · ')}_`);
  if (message.reasoning !== undefined) blocks.push('Reasoning:', fenced(message.reasoning, 'text'));
  if (role === 'tool') blocks.push(fenced(content ?? '', 'text'));
  else if (content) blocks.push(content.trimEnd());
  for (const call of calls) {
    blocks.push(`Calls ${code(call.function.name)} as ${code(call.id)}:`, fenced(call.function.arguments, 'json'));
  }
  return `\n${blocks.map((block) => `${block.trimEnd()}\n`).join('\n')}`;
}

function factsOf(message: Message): string[] {
  const { tool_call_id: id, name, kind, priority, pinned, timestamp, is_error: failed } = message;
  return [
    ...(id === undefined ? [] : [`answers ${code(id)}`]),
    ...(name === undefined ? [] : [`name ${code(name)}`]),
    ...(failed ? ['error'] : []),
    ...(kind === undefined ? [] : [kind.replace('_', ' ')]),
    ...(priority === undefined ? [] : [`${priority} priority`]),
    ...(pinned === true ? ['pinned'] : []),
    ...(timestamp === undefined ? [] : [oneLine(timestamp)]),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Longest run of backticks in a text. */
function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}

function code(text: string): string {
  const line = oneLine(text);
  const quote = '`'.repeat(longestRun(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${quote}${space}${line}${space}${quote}`;
}

/** A fence that the text cannot close. */
function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** The transcript as JSON text: written out, and read back with every mistake at its line. */

import { elementLines } from '../editing/element-lines';
import { type Operation, patchOf } from '../editing/operations';
import { JsonScanner } from '../importers/json-scanner';
import { readTranscript } from '../scenario/messages';
import { Findings } from '../scenario/scenario-error';
import type { RawMistake, Requests } from './protocol';
import type { Session } from './session';

/** Most characters that a text field takes without holding up the hand. */
const MOST = 600_000;
const MISTAKES = 100;

/** The messages from one on, as many as a text field can take; all of them and the tools where they fit. */
export function rawJson(session: Session, { from }: Requests['rawJson']['input']): Requests['rawJson']['output'] {
  const { messages, tools } = session.conversation;
  const parts: string[] = [];
  let length = 0;
  let to = Math.min(from, messages.length);
  while (to < messages.length) {
    const part = JSON.stringify(messages[to], null, 2).replaceAll('\n', '\n    ');
    if (length > 0 && length + part.length > MOST) break;
    parts.push(`    ${part}`);
    length += part.length;
    to++;
  }
  const whole = from === 0 && to === messages.length;
  const list = parts.length === 0 ? '[]' : `[\n${parts.join(',\n')}\n  ]`;
  const schemas = JSON.stringify(tools ?? [], null, 2).replaceAll('\n', '\n  ');
  const text = `{\n  "messages": ${list}${whole ? `,\n  "tools": ${schemas}` : ''}\n}\n`;
  return { text, from, to, total: messages.length };
}

/** The operation that brings in a text written by hand, or what is wrong with it. */
export function readRawJson(
  session: Session,
  { text, from, to }: Requests['readRawJson']['input'],
): Requests['readRawJson']['output'] {
  const broken = jsonMistake(text);
  if (broken) return { mistakes: [broken] };
  const value: unknown = JSON.parse(text);
  const findings = new Findings();
  const transcript = readTranscript(Array.isArray(value) ? { messages: value } : value, findings);
  if (findings.errors.length > 0) {
    const lines = elementLines(text);
    const mistakes = findings.errors.slice(0, MISTAKES).map(({ path, message, remedy }): RawMistake => {
      const index = /^transcript\.messages\[(\d+)\]/.exec(path)?.[1];
      const place = path.replace(/^transcript\.?/, '');
      return {
        line: index === undefined ? 1 : (lines[Number(index)] ?? 1),
        column: 1,
        text: `${place}: ${message} ${remedy}`,
      };
    });
    return { mistakes };
  }
  const { messages } = session.conversation;
  const tools = [...(transcript.tools ?? [])];
  if (from === 0 && to === messages.length) {
    return { mistakes: [], operation: { do: 'rewrite', messages: transcript.messages, tools } };
  }
  const rewrite: Operation = { do: 'rewrite', messages: transcript.messages, tools };
  const { splices } = patchOf(messages.slice(from, to), rewrite);
  return { mistakes: [], operation: { do: 'splice', splices: splices.map((one) => ({ ...one, at: one.at + from })) } };
}

/** The first place where a text stops being JSON, or null. */
export function jsonMistake(text: string): RawMistake | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return syntaxMistake(text, error);
  }
}

function syntaxMistake(text: string, error: unknown): RawMistake {
  const scanner = new JsonScanner();
  const lines = text.split('\n');
  for (let line = 0; line < lines.length && !scanner.mistake; line++) scanner.feed(lines[line] as string, line + 1);
  const { mistake } = scanner;
  if (mistake) return { line: mistake.line, column: mistake.column, text: mistake.reason };
  return { line: lines.length, column: 1, text: error instanceof Error ? error.message : 'This is no JSON.' };
}

/** Calls inside the texts of ShareGPT-like data: JSON, `<tool_call>` tags (Hermes), and Glaive's `<functioncall>`. */

import { isRecord, type JsonRecord, jsonText, own, ownWord } from './json-values';

export type SharegptCall = { name: string; arguments: string; id?: string };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function callOf(value: unknown): SharegptCall | undefined {
  if (!isRecord(value)) return undefined;
  const inner = own(value, 'function');
  const holder: JsonRecord = isRecord(inner) ? inner : value;
  const name = ownWord(holder, 'name') ?? ownWord(holder, 'tool_name');
  if (name === undefined) return undefined;
  const input = own(holder, 'arguments') ?? own(holder, 'parameters') ?? own(holder, 'args') ?? {};
  const id = ownWord(value, 'id');
  return { name, arguments: typeof input === 'string' ? input : jsonText(input), ...(id !== undefined && { id }) };
}

/** One call or a list of calls as JSON, also inside tags; undefined where some of it is none. */
export function callsIn(text: string): SharegptCall[] | undefined {
  const value = parsed(text);
  if (value === undefined) {
    const tagged = taggedCalls(text);
    return tagged && tagged.text === '' ? tagged.calls : undefined;
  }
  const calls = (Array.isArray(value) ? value : [value]).map(callOf);
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

/** The pieces between an opening and a closing tag, and the text around them; undefined where a tag stays open. */
function between(text: string, open: string, close: string): { inside: string[]; outside: string } | undefined {
  const inside: string[] = [];
  let outside = '';
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) return undefined;
    outside += text.slice(from, at);
    inside.push(text.slice(at + open.length, end).trim());
    from = end + close.length;
  }
  return inside.length > 0 ? { inside, outside: (outside + text.slice(from)).trim() } : undefined;
}

/** Calls in `<tool_call>` tags, and the text around them; undefined where there are none or one of them is no JSON. */
export function taggedCalls(text: string): { calls: SharegptCall[]; text: string } | undefined {
  const found = between(text, '<tool_call>', '</tool_call>');
  if (!found) return glaiveCall(text);
  const calls = found.inside.map((piece) => callOf(parsed(piece)));
  return calls.every((call) => call !== undefined) ? { calls, text: found.outside } : undefined;
}

/** The results of parallel calls in `<tool_response>` tags. */
export function taggedResults(text: string): string[] | undefined {
  const found = between(text, '<tool_response>', '</tool_response>');
  return found && found.outside === '' && found.inside.length > 1 ? found.inside : undefined;
}

/** `<functioncall> {"name": "f", "arguments": '{"a": 1}'}`: JSON but for the single quotes around the arguments. */
function glaiveCall(text: string): { calls: SharegptCall[]; text: string } | undefined {
  const at = text.indexOf('<functioncall>');
  if (at < 0) return undefined;
  const body = text
    .slice(at + 14)
    .replace('<|endoftext|>', '')
    .trim();
  const whole = callOf(parsed(body));
  const before = text.slice(0, at).trim();
  if (whole) return { calls: [whole], text: before };
  const name = /^\{\s*"name"\s*:\s*"([^"]{1,200})"/.exec(body)?.[1];
  const start = body.indexOf("'");
  const end = body.lastIndexOf("'");
  if (name === undefined || start < 0 || end <= start) return undefined;
  return { calls: [{ name, arguments: body.slice(start + 1, end) }], text: before };
}

const MARK = /(?:^|\n)\s*(USER|ASSISTANT|FUNCTION RESPONSE): /g;
const MARK_ROLES = new Map([
  ['USER', 'human'],
  ['ASSISTANT', 'gpt'],
  ['FUNCTION RESPONSE', 'observation'],
]);

/** The turns of a Glaive chat text, which marks each with who speaks. */
export function glaiveTurns(chat: string): JsonRecord[] {
  const marks = [...chat.matchAll(MARK)];
  return marks.map((mark, index) => ({
    from: MARK_ROLES.get(mark[1] as string),
    value: chat
      .slice((mark.index ?? 0) + mark[0].length, marks[index + 1]?.index ?? chat.length)
      .replaceAll('<|endoftext|>', '')
      .trim(),
  }));
}

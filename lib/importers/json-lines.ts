/** Questions about single lines that decide how a file of JSON is put together. */

import { NESTING_LIMIT, nestsDeeperThan } from './nesting';

export function isBlank(line: string): boolean {
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code !== 32 && code !== 9 && code !== 13 && code !== 0xfeff) return false;
  }
  return true;
}

/** An object or array that is complete on this line and starts at its first column, as JSON lines do. */
export function isWholeValue(line: string): boolean {
  if (!/^[[{]/.test(line) || nestsDeeperThan(line, NESTING_LIMIT)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Whether a line could be one of JSON lines, and not the inside of a pretty-printed value. */
export function couldStandAlone(line: string): boolean {
  return !/^[\s"}\],:]/.test(line) || isBlank(line);
}

/** Whether the first line with anything on it could begin a JSON object or array. */
export function startsLikeJson(lines: readonly { value: unknown }[]): boolean {
  const first = lines.find(({ value }) => typeof value === 'string' && !isBlank(value));
  return first !== undefined && /^\s*[[{]\s*(?:["[{\]}]|-?\d|true|false|null|$)/.test(first.value as string);
}

/** Without what may stand before a line of JSON and means nothing: byte order marks, record separators, zeros of a crash. */
export function withoutMarks(line: string): string {
  let start = 0;
  for (; start < line.length; start++) {
    const code = line.charCodeAt(start);
    if (code !== 0 && code !== 0x1e && code !== 0xfeff) break;
  }
  return start === 0 ? line : line.slice(start);
}

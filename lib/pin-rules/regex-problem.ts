/** What an expression engine refuses, in words for people, with the place and what would do instead. */

import { codePointLength } from '../engine/accounting';

export interface RegexProblem {
  /** Code point at which it is, from 0; null where it cannot be told. */
  at: number | null;
  problem: string;
  remedy: string;
}

const LOOKAROUND = /^\(\?<?[=!]/;

interface Known {
  /** Of the engine's own words and the part that it quotes. */
  fits(error: string, part: string): boolean;
  problem: string;
  remedy: string;
}

const KNOWN: readonly Known[] = [
  {
    fits: (_error, part) => LOOKAROUND.test(part),
    problem: 'a lookahead or lookbehind cannot be matched in linear time',
    remedy: 'Match the text itself, or use a second condition (text, role, tool) beside the expression.',
  },
  {
    fits: (_error, part) => /^\\(?:[1-9]|k)/.test(part),
    problem: 'a reference to an earlier group cannot be matched in linear time',
    remedy: 'Write out what the group should match.',
  },
  {
    fits: (error) => error === 'missing closing )',
    problem: 'a group that is opened here is never closed',
    remedy: 'Close it with ), or write \\( for the character itself.',
  },
  {
    fits: (error) => error === 'unexpected )',
    problem: 'this ) closes no group',
    remedy: 'Remove it, or write \\) for the character itself.',
  },
  {
    fits: (error) => error === 'missing closing ]',
    problem: 'a set of characters that is opened here is never closed',
    remedy: 'Close it with ], or write \\[ for the character itself.',
  },
  {
    fits: (error) => error === 'missing argument to repetition operator',
    problem: 'there is nothing here to repeat',
    remedy: 'Put something before it, or write it with a \\ for the character itself.',
  },
  {
    fits: (error) => error === 'invalid nested repetition operator',
    problem: 'a repetition is repeated',
    remedy: 'Use one repetition, or put the first one in a group.',
  },
  {
    fits: (error) => error === 'invalid repeat count',
    problem: 'it repeats more than 1,000 times',
    remedy: 'Repeat it 1,000 times at most, or use * or +.',
  },
  {
    fits: (error) => error === 'trailing backslash at end of expression',
    problem: 'it ends with a \\ that nothing follows',
    remedy: 'Write \\\\ for the character itself.',
  },
];

/** Place of the ( that is never closed, or of the ) that closes nothing: escapes and sets of characters are passed over. */
function unbalanced(regex: string): number {
  const open: number[] = [];
  let inSet = false;
  for (let at = 0; at < regex.length; at++) {
    const character = regex[at];
    if (character === '\\') at++;
    else if (inSet) inSet = character !== ']';
    else if (character === '[') inSet = true;
    else if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) return at;
  }
  return open.pop() ?? -1;
}

/** `error` and `part` are the engine's: what it found, and the part of the expression it quotes. */
export function regexProblem(regex: string, error: string, part: string | null): RegexProblem {
  // The engine quotes lookbehind as a badly named group, with the rest of the expression.
  const quoted = LOOKAROUND.exec(part ?? '')?.[0] ?? part ?? '';
  const known = KNOWN.find(({ fits }) => fits(error, quoted));
  const isGroup = error === 'missing closing )' || error === 'unexpected )';
  const unit = isGroup ? unbalanced(regex) : quoted === '' ? -1 : regex.indexOf(quoted);
  const at = unit < 0 ? null : codePointLength(regex.slice(0, unit));
  const place = at === null ? '' : ` (character ${at + 1}${isGroup ? '' : `: ${quoted.slice(0, 24)}`})`;
  const problem = known?.problem ?? error;
  const remedy = known?.remedy ?? 'Expressions are written as in RE2: https://github.com/google/re2/wiki/Syntax.';
  return { at, problem: `${problem}${place}.`, remedy };
}

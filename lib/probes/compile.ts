/** Makes probes ready to be asked; the engine for expressions is loaded only when a probe has one. */

import { type RegexProblem, regexProblem } from '../pin-rules/regex-problem';
import type { Probe } from './probe';

/** Whether a text has what is asked for. Takes time in proportion to the text. */
export interface TextTest {
  test(text: string): boolean;
  /** Reads slowly enough that its answers are worth keeping for every message. */
  readonly isSlow?: boolean;
}

export interface CompiledProbe {
  readonly probe: Probe;
  /** Null for a message, and where the expression cannot be read. */
  readonly test: TextTest | null;
  /** Why the expression cannot be read, with the code point at which the problem is. */
  readonly error: RegexProblem | null;
}

/** Tests that have been made, by what they look for: the same question keeps its answers. At most this many are kept. */
const MOST_KEPT = 500;
const tests = new Map<string, TextTest>();

function kept(key: string, make: () => TextTest): TextTest {
  const known = tests.get(key);
  if (known) return known;
  const made = make();
  if (tests.size >= MOST_KEPT) tests.delete(tests.keys().next().value as string);
  tests.set(key, made);
  return made;
}

/** The text that was made small last: many questions are put to one text after the other. */
let last = { text: '', small: '' };

function small(text: string): string {
  if (text !== last.text) last = { text, small: text.toLowerCase() };
  return last.small;
}

function textTest(text: string, isExact: boolean): TextTest {
  if (isExact) return { test: (one) => one.includes(text) };
  const needle = text.toLowerCase();
  return { test: (one) => small(one).includes(needle) };
}

function expressionTest(expression: { test(text: string): boolean }): TextTest {
  return { test: (text) => expression.test(text), isSlow: true };
}

async function compileProbe(probe: Probe): Promise<CompiledProbe> {
  const { text, regex } = probe;
  if (text !== undefined) {
    const test = kept(`text ${probe.case === true} ${text}`, () => textTest(text, probe.case === true));
    return { probe, test, error: null };
  }
  if (regex === undefined) return { probe, test: null, error: null };
  const { RE2JS, RE2JSSyntaxException } = await import('re2js');
  try {
    return { probe, test: kept(`regex ${regex}`, () => expressionTest(RE2JS.compile(regex))), error: null };
  } catch (thrown) {
    const detail = thrown instanceof RE2JSSyntaxException ? thrown : null;
    const error = regexProblem(regex, detail?.error ?? String(thrown), detail?.input ?? null);
    return { probe, test: null, error };
  }
}

/** All probes in order. An expression that cannot be read is told at its own probe; the others can be asked. */
export async function compileProbes(probes: readonly Probe[]): Promise<CompiledProbe[]> {
  const compiled: CompiledProbe[] = [];
  for (const probe of probes) compiled.push(await compileProbe(probe));
  return compiled;
}

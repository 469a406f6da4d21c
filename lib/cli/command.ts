/** A command as data (name, options, help) and the reading of its arguments: the help and the checks share one list. */

import { parseArgs } from 'node:util';
import { suggestion } from '../scenario/suggestion';
import type { CommandIo } from './io';

export interface OptionSpec {
  /** What stands for the value in the help (`N`, `FILE`); none for a switch. */
  value?: string;
  help: string;
}

export interface Arguments {
  files: string[];
  /** Given options by name: their text, or true for a switch. */
  options: Map<string, string | true>;
  /** Every value of an option that may be given more than once, in order. */
  repeated: Map<string, string[]>;
}

export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows the command's name: `FILE [options]`. */
  usage: string;
  /** Paragraphs for a newcomer. */
  description: readonly string[];
  options: { readonly [name: string]: OptionSpec };
  examples: readonly string[];
  /** Most files it takes, and whether it needs one: `unless` names an option with which it does not. */
  files: { most: number; needed: boolean; unless?: string };
  /** Resolves to the exit code where it is not 0. */
  run(given: Arguments, io: CommandIo): Promise<number> | Promise<void>;
}

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    readonly command: string | null,
    problem: string,
    readonly remedy: string,
  ) {
    super(`${command === null ? 'palimpsest' : `palimpsest ${command}`}: ${problem} ${remedy}`);
  }
}

const HELP: OptionSpec = { help: 'Show this help.' };

/** Splits arguments into files and options; throws UsageError for what the command does not know. */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const specs: { [name: string]: OptionSpec } = { ...command.options, help: HELP };
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      ...Object.fromEntries(
        Object.entries(specs).map(([name, spec]) => [name, { type: spec.value ? 'string' : 'boolean' } as const]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  });
  const wrong = (problem: string, remedy: string) => new UsageError(command.name, problem, remedy);
  const files: string[] = [];
  const options = new Map<string, string | true>();
  const repeated = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (!spec) {
      const names = Object.keys(specs).map((name) => `--${name}`);
      throw wrong(`unknown option ${token.rawName}.`, suggestion(token.rawName, names));
    }
    if (spec.value === undefined && token.value !== undefined) {
      throw wrong(`--${token.name} takes no value.`, 'Write it alone.');
    }
    if (spec.value !== undefined && token.value === undefined) {
      throw wrong(`--${token.name} needs a value.`, `Write --${token.name} ${spec.value}.`);
    }
    options.set(token.name, token.value ?? true);
    if (token.value !== undefined) repeated.set(token.name, [...(repeated.get(token.name) ?? []), token.value]);
  }
  const { most, needed, unless } = command.files;
  const isExcused = options.has('help') || (unless !== undefined && options.has(unless));
  if (needed && !isExcused && files.length === 0) {
    throw wrong('no file is given.', `Write palimpsest ${command.name} ${command.usage}, or - for standard input.`);
  }
  if (files.length > most) {
    const place = most === 0 ? 'It takes no file.' : `It takes ${most === 1 ? 'one file' : `${most} files`}.`;
    throw wrong(`"${files[most]}" is too much.`, place);
  }
  return { files, options, repeated };
}

/** A whole number from an option, or the default. Throws UsageError for what is none, or under `least`. */
export function wholeNumber(command: string, given: Arguments, name: string, least: number, otherwise: number): number {
  const text = given.options.get(name);
  if (typeof text !== 'string') return otherwise;
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(command, `--${name} is "${text}".`, `Give a whole number, ${least} or more.`);
}

/** Lines of two columns, the second wrapped at 100 columns. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = rows.reduce((widest, [left]) => Math.max(widest, left.length), 0);
  return rows.flatMap(([left, right]) =>
    wrapped(right, 96 - width).map((line, number) => `  ${(number === 0 ? left : '').padEnd(width)}  ${line}`),
  );
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  lines.push(line);
  return lines;
}

export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, help: HELP }).map(
    ([name, spec]) => [`--${name}${spec.value === undefined ? '' : ` ${spec.value}`}`, spec.help] as const,
  );
  return [
    `palimpsest ${command.name}: ${command.summary}`,
    '',
    `Usage: palimpsest ${command.name} ${command.usage}`,
    '',
    ...command.description.flatMap((paragraph) => [...wrapped(paragraph, 100), '']),
    'Options:',
    ...columns(options),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
  ].join('\n');
}

export function generalHelp(commands: readonly Command[]): string {
  return [
    'palimpsest: replays a transcript through memory systems and shows what is forgotten, when and why.',
    '',
    'Usage: palimpsest COMMAND [options]',
    '',
    'Commands:',
    ...columns(commands.map((command) => [command.name, command.summary] as const)),
    '',
    'palimpsest COMMAND --help tells more of each. Nothing is sent anywhere.',
    'It ends with 0, or with 2 and a message on standard error where the input cannot be used;',
    'compare ends with 1 where a lane breaks a bound of --fail-on, or cannot run.',
    '',
  ].join('\n');
}

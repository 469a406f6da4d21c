/** The command line's entry: finds the command, runs it, and turns every failure into a message and an exit code. */

import { ImportError } from '../importers/import-error';
import { LinkError } from '../links/link-error';
import { ScenarioError } from '../scenario/scenario-error';
import { suggestion } from '../scenario/suggestion';
import { type Command, commandHelp, generalHelp, readArguments, UsageError } from './command';
import { compare } from './compare';
import { convert } from './convert';
import { InputError } from './input';
import { inspect } from './inspect';
import { type CommandIo, processIo } from './io';
import { link } from './link';
import { open } from './open';
import { run } from './run';
import { simulate } from './simulate';
import { sweep } from './sweep';

const COMMANDS: readonly Command[] = [inspect, simulate, run, compare, sweep, convert, link, open];

/** The input cannot be used: it is the caller's to mend. */
const UNUSABLE = 2;

/** Runs a command line without the process. Resolves to the exit code: 0, 1 where a check failed, 2 where the input cannot be used. */
export async function runCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const known = [UsageError, InputError, ImportError, ScenarioError, LinkError].some((kind) => error instanceof kind);
    if (!known) throw error;
    io.error((error as Error).message);
    if (error instanceof UsageError) io.error(`See palimpsest ${error.command ?? ''} --help.`.replace('  ', ' '));
    return UNUSABLE;
  }
}

async function dispatch(argv: readonly string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = name === 'help' ? rest[0] : undefined;
    await io.out(about === undefined ? generalHelp(COMMANDS) : commandHelp(commandNamed(about)));
    return 0;
  }
  const command = commandNamed(name);
  const given = readArguments(command, rest);
  if (!given.options.has('help')) return (await command.run(given, io)) ?? 0;
  await io.out(commandHelp(command));
  return 0;
}

function commandNamed(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return command;
  const names = COMMANDS.map((one) => one.name);
  throw new UsageError(null, `there is no command "${name}".`, suggestion(name, names));
}

/** Runs the process's own command line. */
export async function runProcess(): Promise<void> {
  process.exitCode = await runCommand(process.argv.slice(2), processIo());
}

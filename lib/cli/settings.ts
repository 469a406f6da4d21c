/** A system's parameters as options of a command: `compactAt` is `--compact-at N`, with its own help and default. */

import { whole } from '../engine/figures';
import type { Config, MemorySystem, Parameter } from '../engine/system';
import { checkConfig, completeConfig } from '../systems/registry';
import { type Arguments, type OptionSpec, UsageError } from './command';

function optionName(parameter: string): string {
  return parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether a parameter is a number, a switch or a choice. */
export function isOption(parameter: Parameter): boolean {
  return ['integer', 'number', 'boolean', 'choice'].includes(parameter.type);
}

function optionOf(parameter: Parameter): OptionSpec {
  const { help, default: standard } = parameter;
  const shown = typeof standard === 'number' && standard >= 1000 ? whole(standard) : String(standard);
  const value = { boolean: 'true|false', choice: 'NAME' }[parameter.type as string] ?? 'N';
  const choices = parameter.type === 'choice' ? ` One of ${parameter.choices.map((one) => one.value).join(', ')}.` : '';
  return { value, help: `${help}${choices} Default ${shown}.` };
}

/** Options for the parameters that are a number, a switch or a choice. */
export function settingOptions(system: MemorySystem): { [name: string]: OptionSpec } {
  const known = system.parameters.filter(isOption);
  return Object.fromEntries(known.map((parameter) => [optionName(parameter.name), optionOf(parameter)]));
}

/** A value as it is written on the command line; what is none stays a text, for the check to name. */
export function parsed(parameter: Parameter, text: string): unknown {
  if (parameter.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (parameter.type === 'choice') return text;
  return text.trim() === '' ? text : Number(text.replaceAll('_', ''));
}

/** The complete configuration that the options give. Throws UsageError for a value that is none or cannot work. */
export function settingsFrom(command: string, system: MemorySystem, { options }: Arguments): Config {
  const given: Config = {};
  for (const parameter of system.parameters.filter(isOption)) {
    const text = options.get(optionName(parameter.name));
    if (typeof text === 'string') given[parameter.name] = parsed(parameter, text);
  }
  const config = completeConfig(system, given);
  for (const { severity, parameter, message, remedy } of checkConfig(system, config)) {
    if (severity === 'error') throw new UsageError(command, `--${optionName(parameter)}: ${message}`, remedy);
  }
  return config;
}

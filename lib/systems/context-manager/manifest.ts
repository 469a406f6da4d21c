/** The manifest form of the context manager, in YAML: reads which of two switches set what, and writes the one that counts. */

import { parse, stringify } from 'yaml';
import type { Config } from '../../engine/system';
import { parameters } from './parameters';

/** The slot that decides, and the sugar that writes it where it is empty (document 003). */
export type ManifestSlot = 'spec.context_manager' | 'spec.working_memory.compaction';

/** One field of a manifest and what became of it. */
export interface ManifestField {
  /** "spec.context_manager.params.keep_turns". */
  path: string;
  /** As written, in JSON. */
  value: string;
  fate: 'used' | 'overruled' | 'ignored';
  /** Parameter that it sets, where it is used. */
  parameter?: string;
  /** Why it is not used. */
  reason?: string;
}

export interface Manifest {
  /** What the manifest sets; defaults are left out. */
  config: Config;
  /** The slot that won; null where neither is there and the defaults hold. */
  slot: ManifestSlot | null;
  fields: ManifestField[];
}

/** A manifest cannot be used. The message names the field, the remedy what to write there. */
export class ManifestError extends Error {
  override name = 'ManifestError';

  constructor(
    message: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${message} ${remedy}`, options);
  }
}

const STRATEGIES: { readonly [name: string]: string } = {
  stack: 'keep_recent',
  keep_recent: 'keep_recent',
  sliding_window: 'sliding_window',
  summarising: 'summarize',
  summarizing: 'summarize',
  summarize: 'summarize',
};
const PLUGINS: { readonly [strategy: string]: string } = {
  keep_recent: 'stack',
  sliding_window: 'sliding_window',
  summarize: 'summarising',
};
/** Fields of both slots and of the trimmer, and the parameter that each one sets. */
const FIELDS: { readonly [field: string]: string } = {
  max_messages: 'maxMessages',
  window_size: 'windowSize',
  max_turns: 'windowSize',
  keep_turns: 'keepTurns',
  summary_threshold: 'summaryThreshold',
  hysteresis: 'hysteresis',
};
const TRIMMER_FIELDS: { readonly [field: string]: string } = { context_window: 'contextWindow', reserve: 'reserve' };

type Mapping = { [name: string]: unknown };

/** A manifest is a page of settings, not data. */
const LONGEST_MANIFEST = 1_000_000;

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mappingAt(value: unknown, path: string): Mapping {
  if (isMapping(value)) return value;
  throw new ManifestError(`${path} is ${JSON.stringify(value)}, not a mapping.`, 'Write names and values under it.');
}

function lookUp(table: { readonly [name: string]: string }, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Reads one slot into a configuration and its fields. */
class SlotReader {
  readonly config: Config = {};
  readonly fields: ManifestField[] = [];

  use(path: string, value: unknown, parameter: string, set: unknown): void {
    this.config[parameter] = set;
    this.fields.push({ path, value: JSON.stringify(value), fate: 'used', parameter });
  }

  ignore(path: string, value: unknown, reason: string): void {
    this.fields.push({ path, value: JSON.stringify(value) ?? 'null', fate: 'ignored', reason });
  }

  strategy(path: string, value: unknown): void {
    const strategy = typeof value === 'string' ? lookUp(STRATEGIES, value) : undefined;
    if (strategy === undefined) {
      throw new ManifestError(
        `${path} is ${JSON.stringify(value)}, which is no strategy.`,
        'Use keep_recent (stack), sliding_window or summarize (summarising).',
      );
    }
    this.use(path, value, 'strategy', strategy);
  }

  summarizer(path: string, value: unknown): void {
    const name = isMapping(value) ? (value.plugin ?? value.type ?? value.name) : value;
    if (name !== 'llm' && name !== 'drop') {
      throw new ManifestError(`${path} is ${JSON.stringify(value)}, which is no summarizer.`, 'Use llm or drop.');
    }
    this.use(path, value, 'summarizer', name);
  }

  numbers(path: string, given: Mapping, table: { readonly [field: string]: string }): void {
    for (const [field, value] of Object.entries(given)) {
      const at = `${path}.${field}`;
      const parameter = lookUp(table, field);
      if (field === 'summarizer') this.summarizer(at, value);
      else if (field === 'trimmer' && table === FIELDS) this.numbers(at, mappingAt(value, at), TRIMMER_FIELDS);
      else if (parameter === undefined) this.ignore(at, value, 'the context manager has no such setting');
      else if (value === null) this.ignore(at, value, 'no value: the default holds');
      else this.use(at, value, parameter, this.number(at, value, parameter));
    }
  }

  private number(path: string, value: unknown, parameter: string): number {
    const isWhole = parameter !== 'hysteresis';
    if (typeof value === 'number' && value >= 0 && (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))) {
      return value;
    }
    throw new ManifestError(
      `${path} is ${JSON.stringify(value)}.`,
      isWhole ? 'Use a whole number, 0 or more.' : 'Use a number, 0 or more.',
    );
  }
}

function readContextManager(value: unknown): SlotReader {
  const reader = new SlotReader();
  const path = 'spec.context_manager';
  if (typeof value === 'string') {
    reader.strategy(path, value);
    return reader;
  }
  for (const [field, inner] of Object.entries(mappingAt(value, path))) {
    const at = `${path}.${field}`;
    if (['plugin', 'type', 'name', 'strategy'].includes(field)) reader.strategy(at, inner);
    else if (field === 'summarizer') reader.summarizer(at, inner);
    else if (field === 'params') reader.numbers(at, mappingAt(inner, at), FIELDS);
    else reader.ignore(at, inner, 'the context manager has no such setting');
  }
  return reader;
}

function readCompaction(value: unknown): SlotReader {
  const reader = new SlotReader();
  const path = 'spec.working_memory.compaction';
  const { strategy, ...rest } = mappingAt(value, path);
  if (strategy !== undefined) reader.strategy(`${path}.strategy`, strategy);
  reader.numbers(path, rest, FIELDS);
  return reader;
}

/**
 * Reads a manifest. `spec.context_manager` decides; `spec.working_memory.compaction` counts only where that is left out,
 * and every field of it is then listed as overruled. Throws ManifestError.
 */
export function importManifest(text: string): Manifest {
  if (text.length > LONGEST_MANIFEST) {
    throw new ManifestError(`This is ${text.length} characters long.`, 'A manifest is a page of YAML.');
  }
  let root: unknown;
  try {
    root = parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ManifestError(`This is not YAML: ${message}`, 'Correct the line that it names.', { cause });
  }
  const spec = mappingAt(mappingAt(root, 'The manifest').spec ?? root, 'spec');
  const decides = spec.context_manager ?? null;
  const memory = spec.working_memory ?? null;
  const sugar = memory === null ? null : (mappingAt(memory, 'spec.working_memory').compaction ?? null);
  const fields: ManifestField[] = [];
  let winner: { slot: ManifestSlot; reader: SlotReader } | null = null;
  if (decides !== null) winner = { slot: 'spec.context_manager', reader: readContextManager(decides) };
  if (sugar !== null) {
    const reader = readCompaction(sugar);
    if (winner) {
      const reason = 'spec.context_manager is set, and where both are it decides';
      for (const field of reader.fields) {
        fields.push({ path: field.path, value: field.value, fate: 'overruled', reason });
      }
    } else winner = { slot: 'spec.working_memory.compaction', reader };
  }
  if (!winner) return { config: {}, slot: null, fields };
  return { config: winner.reader.config, slot: winner.slot, fields: [...winner.reader.fields, ...fields] };
}

/** Writes a configuration as a manifest: the one slot that decides, with what its strategy reads and what is not a default. */
export function exportManifest(config: Config): string {
  const settingOf = (name: string): unknown => {
    const parameter = parameters.find((one) => one.name === name);
    return config[name] ?? parameter?.default;
  };
  const strategy = settingOf('strategy') as string;
  const params: Mapping = {};
  if (strategy === 'keep_recent') params.max_messages = settingOf('maxMessages');
  if (strategy === 'sliding_window') params.window_size = settingOf('windowSize');
  if (strategy === 'summarize') {
    params.keep_turns = settingOf('keepTurns');
    params.summary_threshold = settingOf('summaryThreshold');
    params.hysteresis = settingOf('hysteresis');
    params.summarizer = settingOf('summarizer');
  }
  params.trimmer = { context_window: settingOf('contextWindow'), reserve: settingOf('reserve') };
  return stringify({ spec: { context_manager: { plugin: lookUp(PLUGINS, strategy) ?? strategy, params } } });
}

/** Settings to start from, a few a system: the document's own defaults first, then some that suit a purpose. */

import { PIN_RULES } from '../engine/pin-rule';
import type { Config } from '../engine/system';
import { completeConfig, systemById } from '../systems/descriptions';
import type { LaneSpec } from './state';

/** Context windows that models commonly have. */
export const COMMON_WINDOWS = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000, 2_000_000];

/** Parameters that are the context window of a model. */
const WINDOW_PARAMETERS = new Set(['window', 'contextWindow']);

/** The parameter of a system that is the model's window; undefined where it has none. */
export function windowParameterOf(system: string): string | undefined {
  return systemById(system).parameters.find(({ name }) => WINDOW_PARAMETERS.has(name))?.name;
}

export interface Preset {
  name: string;
  help: string;
  /** What differs from the defaults. */
  config: Config;
}

const DEFAULTS: Preset = {
  name: 'Document’s defaults',
  help: 'As the document of this system gives them.',
  config: {},
};

const PRESETS: { readonly [system: string]: readonly Preset[] } = {
  'managed-window': [
    {
      name: 'Small model, 8k',
      help: 'A window of 8k with a small reserve, short tool results and early compaction.',
      config: { window: 8_000, reserveCompletion: 1000, maxToolTokens: 400, compactAt: 0.65, wordLimit: 120 },
    },
    {
      name: 'Coding agent, 200k',
      help: 'Long tool results stay longer, and a pass replaces more at once.',
      config: { window: 200_000, ratio: 0.8, reserveCompletion: 8000, maxToolTokens: 6000, keepRecent: 8, maxSpan: 60 },
    },
    {
      name: 'Long session, 1M',
      help: 'Compaction late and in large spans: few summaries, each of much.',
      config: {
        window: 1_000_000,
        ratio: 0.8,
        reserveCompletion: 16_000,
        maxToolTokens: 10_000,
        maxSpan: 200,
        compactAt: 0.8,
      },
    },
    { name: 'Evict only', help: 'No summaries: what is oldest goes.', config: { compaction: false } },
  ],
  'three-phase': [
    {
      name: 'Chat, 8k',
      help: 'Room for a short conversation.',
      config: { hardLimit: 6000, targetLimit: 3600, keepRecent: 6 },
    },
    {
      name: 'Agent, 32k',
      help: 'Room for tool results.',
      config: { hardLimit: 24_000, targetLimit: 14_000, keepRecent: 8 },
    },
  ],
  'rolling-summary': [
    { name: 'Sliding window alone', help: 'What is older is gone, abruptly.', config: { summarisation: false } },
    {
      name: 'Summary and retrieval',
      help: 'What left comes back when the user asks for it.',
      config: { tokenCap: 12_000, keepLatest: 12, 'retrieval.topK': 3 },
    },
    {
      name: 'With extracted state',
      help: 'What users state as a fact always comes along.',
      config: { extractState: true },
    },
  ],
  'context-manager': [
    {
      name: 'Last 50 messages',
      help: 'The log keeps its newest messages.',
      config: { strategy: 'keep_recent', maxMessages: 50 },
    },
    {
      name: 'Last 10 turns',
      help: 'The log keeps its newest user turns.',
      config: { strategy: 'sliding_window', windowSize: 10 },
    },
    {
      name: 'Summarise in 32k',
      help: 'Older turns are folded into a summary.',
      config: { strategy: 'summarize', contextWindow: 32_000, keepTurns: 6 },
    },
  ],
  'message-cap': [
    { name: 'Last 30', help: 'Fewer messages.', config: { maxMessages: 30 } },
    {
      name: 'Under 8k tokens',
      help: 'A limit of tokens too, with lines for results that left.',
      config: { maxTokens: 8000 },
    },
  ],
};

export function presetsOf(system: string): readonly Preset[] {
  return [DEFAULTS, ...(PRESETS[system] ?? [])];
}

/** The lane under a preset. Pin rules are about the transcript: they stay. */
export function withPreset(lane: LaneSpec, preset: Preset): LaneSpec {
  const config = completeConfig(systemById(lane.system), preset.config);
  if (lane.config[PIN_RULES] !== undefined) config[PIN_RULES] = lane.config[PIN_RULES];
  return { ...lane, config };
}

/** The preset that a lane stands at, or undefined where it has been changed. */
export function presetAt(lane: LaneSpec): Preset | undefined {
  return presetsOf(lane.system).find((preset) => {
    const { config } = withPreset(lane, preset);
    return Object.keys(config).every((name) => JSON.stringify(config[name]) === JSON.stringify(lane.config[name]));
  });
}

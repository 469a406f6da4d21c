/** Parameters that several memory systems share, said once: the model's window, the policy's counter, the summary's length. */

import type { Parameter } from './system';

/** Ids of the counters there are, estimates first; `lib/tokenizers` loads them. */
const COUNTER_IDS = [
  'chars4',
  'words',
  'utf8',
  'o200k_base',
  'o200k_harmony',
  'cl100k_base',
  'p50k_base',
  'p50k_edit',
  'r50k_base',
  'gpt2',
];

/** The context window of the model, in tokens. */
export function windowParameter(name = 'window'): Parameter {
  return {
    name,
    section: 'Budget',
    label: 'Window',
    type: 'integer',
    default: 128_000,
    min: 1,
    max: 2_000_000,
    step: 1000,
    unit: 'tokens',
    scale: 'log',
    help: 'The context window of the model.',
  };
}

/** The counter by which a policy decides. */
export function counterParameter(
  counter: string,
  help = 'How the policy itself counts tokens; it drives every decision.',
): Parameter {
  return {
    name: 'counter',
    section: 'Budget',
    label: 'Policy counter',
    type: 'choice',
    default: counter,
    choices: COUNTER_IDS.map((value) => ({ value, label: value })),
    help,
  };
}

/** How long a summary may be, in words. */
export function wordLimitParameter(section: string): Parameter {
  return {
    name: 'wordLimit',
    section,
    label: 'Summary length',
    type: 'integer',
    default: 200,
    min: 10,
    max: 2000,
    step: 10,
    unit: 'words',
    help: 'What the summarizer is asked to stay under.',
  };
}

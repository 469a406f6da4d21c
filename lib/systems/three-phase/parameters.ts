/** The three-phase memory's parameters, with defaults, ranges and one line of help each. */

import { counterParameter, wordLimitParameter } from '../../engine/common-parameters';
import { pinRulesParameter } from '../../engine/pin-rule';
import type { Parameter } from '../../engine/system';

export const parameters: readonly Parameter[] = [
  {
    name: 'hardLimit',
    section: 'Budget',
    label: 'Hard limit',
    type: 'integer',
    default: 1500,
    min: 1,
    max: 1_000_000,
    step: 50,
    unit: 'tokens',
    scale: 'log',
    help: 'Reaching this many tokens sets off a compaction.',
  },
  {
    name: 'targetLimit',
    section: 'Budget',
    label: 'Target',
    type: 'integer',
    default: 900,
    min: 1,
    max: 1_000_000,
    step: 50,
    unit: 'tokens',
    scale: 'log',
    help: 'A compaction goes on until no more than this is left; the difference is room for the next turns.',
  },
  {
    name: 'keepRecent',
    section: 'Protection',
    label: 'Keep recent',
    type: 'integer',
    default: 4,
    min: 0,
    max: 200,
    step: 1,
    unit: 'items',
    help: 'The newest items are protected until nothing else is left to take.',
  },
  pinRulesParameter(),
  {
    name: 'priorityRules',
    section: 'Labels',
    label: 'Label rules',
    type: 'json',
    default: [],
    help: 'Label messages that carry none: [{"tool": "health_check", "priority": "low"}]. Conditions: message (its number: a label by hand, before what the transcript says), role, tool, contains, longerThan, shorterThan (characters). Labels: priority, kind. The first rule that fits counts.',
  },
  wordLimitParameter('Summary'),
  {
    name: 'summaryMarker',
    section: 'Wording',
    label: 'Summary wording',
    type: 'text',
    multiline: true,
    default: 'What happened earlier in this conversation, in short. It is history, not a request:\n\n{summary}',
    help: 'The developer message that carries the summary: {summary}. Not counted.',
  },
  counterParameter('o200k_base'),
];

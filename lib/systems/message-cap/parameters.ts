/** The message cap's parameters and guards, with defaults, ranges and one line of help each. */

import { counterParameter } from '../../engine/common-parameters';
import { pinRulesParameter } from '../../engine/pin-rule';
import type { GuardSpec, Parameter } from '../../engine/system';

export const parameters: readonly Parameter[] = [
  {
    name: 'maxMessages',
    section: 'Budget',
    label: 'Most messages',
    type: 'integer',
    default: 100,
    min: 1,
    max: 10_000,
    step: 1,
    unit: 'messages',
    scale: 'log',
    help: 'One message more, and the oldest goes.',
  },
  {
    name: 'maxTokens',
    section: 'Budget',
    label: 'Most tokens',
    type: 'integer',
    default: 0,
    min: 0,
    max: 1_000_000,
    step: 500,
    unit: 'tokens',
    help: 'With the guard References: the window also stays under this many tokens. 0 sets no limit; as published it is ignored.',
  },
  {
    name: 'maxReferences',
    section: 'References',
    label: 'Most references',
    type: 'integer',
    default: 10,
    min: 0,
    max: 200,
    step: 1,
    help: 'Only the newest references stay.',
  },
  {
    name: 'importantFrom',
    section: 'References',
    label: 'Important from',
    type: 'integer',
    default: 400,
    min: 0,
    max: 100_000,
    step: 50,
    unit: 'characters',
    scale: 'log',
    help: 'A result of this size gets a reference; so does one that is pinned, of high priority or tells of an error. One of low priority never does.',
  },
  {
    name: 'referenceMarker',
    section: 'Wording',
    label: 'Reference wording',
    type: 'text',
    default: '[Earlier result, no longer here: {tool}, call {id}, {size} characters]',
    help: 'The line that stands for a result that left: {tool}, {id}, {size}.',
  },
  pinRulesParameter(),
  counterParameter('chars4', 'How the limit of tokens is counted.'),
];

export const guards: readonly GuardSpec[] = [
  {
    name: 'toolGroups',
    label: 'Whole tool groups',
    help: 'A call and its results leave together, and a call that waits for its result never does.',
  },
  { name: 'keepSystem', label: 'Keep the system prompt', help: 'System and developer messages never leave.' },
  {
    name: 'references',
    label: 'References',
    help: 'With a limit of tokens: the system prompt and the last turns stay, and one line stands for each important result that left.',
  },
];

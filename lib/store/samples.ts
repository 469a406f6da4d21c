/** The built-in samples, in the two groups of the start page, with where a lesson shows itself; the one place that asks for a file, from its own origin. */

import type { Panel } from './view';

export interface Sample {
  id: string;
  file: string;
  title: string;
  description: string;
  messages: number;
  bytes: number;
}

/** A scenario with two lanes: how a memory goes wrong, and how it is mended. */
export interface Lesson extends Sample {
  /** Number of the call, from 1, at which it first shows. */
  firstCall: number;
  /** Where it is said in words. */
  panel: Panel;
}

export const STARTERS: readonly Sample[] = [
  {
    id: 'coding-agent',
    file: 'coding-agent.json',
    title: 'A coding agent fixes double postings in a payments service',
    description:
      'Rules from the first message (a port, a lock namespace, a migration nobody may touch) are needed again two hours and several compactions later, between logs, diffs and test runs that fill the window.',
    messages: 277,
    bytes: 562_966,
  },
  {
    id: 'support-conversation',
    file: 'support-conversation.json',
    title: 'A customer, three orders and a trip on Friday',
    description:
      'Order numbers, amounts and addresses change hands all the time, and each is asked for again long after the policy text that came in between.',
    messages: 111,
    bytes: 85_871,
  },
  {
    id: 'data-analysis-de',
    file: 'data-analysis-de.json',
    title: 'Datenanalyse auf Deutsch: Familienkarte',
    description:
      'German text, flags and family emoji made of seven code points show what a cut or a counter does outside plain English, and corrections that English markers do not find.',
    messages: 111,
    bytes: 101_726,
  },
];

export const LESSONS: readonly Lesson[] = [
  {
    id: 'task-lost',
    file: 'task-lost.palimpsest.json',
    title: 'Task lost',
    description: 'Eviction takes the first message, and the ticket and the ground rules with it.',
    firstCall: 12,
    panel: 'findings',
    messages: 42,
    bytes: 22_618,
  },
  {
    id: 'orphaned-calls',
    file: 'orphaned-calls.palimpsest.json',
    title: 'Orphaned tool calls',
    description: 'A cap takes a call and leaves its three results; a provider refuses that.',
    firstCall: 6,
    panel: 'findings',
    messages: 33,
    bytes: 17_191,
  },
  {
    id: 'thrash',
    file: 'thrash.palimpsest.json',
    title: 'Thrash',
    description: 'Ten compactions within twelve calls, each for next to nothing.',
    firstCall: 17,
    panel: 'findings',
    messages: 63,
    bytes: 17_850,
  },
  {
    id: 'summary-of-summaries',
    file: 'summary-of-summaries.palimpsest.json',
    title: 'Summaries of summaries',
    description: 'Each is made of the last one, and dates and names wear off.',
    firstCall: 39,
    panel: 'findings',
    messages: 102,
    bytes: 16_077,
  },
  {
    id: 'tool-schemas',
    file: 'tool-schemas.palimpsest.json',
    title: 'Uncounted tool schemas',
    description: 'Fourteen tools ride along with every call, and nobody counts them.',
    firstCall: 15,
    panel: 'findings',
    messages: 45,
    bytes: 23_613,
  },
  {
    id: 'cut-json',
    file: 'cut-json.palimpsest.json',
    title: 'Cut JSON',
    description: 'The one reading that matters stood in the middle that was cut.',
    firstCall: 2,
    panel: 'findings',
    messages: 20,
    bytes: 16_320,
  },
  {
    id: 'recency-bias',
    file: 'recency-bias.palimpsest.json',
    title: 'Recency bias',
    description: 'Stock lists stay because they are new; an older “never” goes.',
    firstCall: 11,
    panel: 'findings',
    messages: 41,
    bytes: 13_893,
  },
  {
    id: 'bad-labels',
    file: 'bad-labels.palimpsest.json',
    title: 'Bad labels',
    description: 'Every poll is labelled noise, also the one with the alarm.',
    firstCall: 14,
    panel: 'findings',
    messages: 46,
    bytes: 12_448,
  },
  {
    id: 'failed-summarizer',
    file: 'failed-summarizer.palimpsest.json',
    title: 'Failed summarizer',
    description: 'No answer when it is needed, and 18 messages go without a trace.',
    firstCall: 15,
    panel: 'findings',
    messages: 42,
    bytes: 15_687,
  },
  {
    id: 'cache-broken',
    file: 'cache-broken.palimpsest.json',
    title: 'Cache broken',
    description: 'Two in, two out: no window begins like the one before it.',
    firstCall: 13,
    panel: 'findings',
    messages: 67,
    bytes: 11_337,
  },
];

/** The lesson that a file brings, by its name. */
export function lessonOf(name: string | undefined): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.file === name);
}

class SampleError extends Error {
  override name = 'SampleError';
}

export async function sampleFile({ file }: Pick<Sample, 'file'>): Promise<File> {
  const path = `/samples/${file}`;
  const response = await fetch(path, { cache: 'force-cache' });
  if (!response.ok)
    throw new SampleError(`The sample ${path} could not be read (${response.status}). Reload the page.`);
  return new File([await response.blob()], file, { type: 'application/json' });
}

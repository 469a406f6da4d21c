/** The built-in samples, in the two groups of the start page, with what a lesson says; the one place that asks for a file, from its own origin. */

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
  /** What to look at, at which call, what to change, in two or three sentences. */
  lesson: string;
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
    lesson:
      'At call 12 the oldest unpinned message goes, and that is the task itself: branch, ticket and the package nobody may touch. The agent works on as if nothing had happened until call 17, where the pull request needs them. Turn on “First user message” under Pins: the second lane has it, and old tool results go instead.',
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
    lesson:
      'At call 6 the cap of 16 takes message 2, which made three calls, and the results in messages 3 to 5 stay: every provider would reject the request. Turn on the guard “Whole tool groups”, as in the second lane: the call and its results leave together.',
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
    lesson:
      'From call 17 to call 28 the window is compacted ten times: 30 recent messages are held, so each pass finds a few old ones and frees under 4 % of the limit. Keep 10 recent messages and turn the guards on: the second lane compacts twice, and each pass is worth its request.',
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
    lesson:
      'At call 39 the third summary is made of the second, which was made of the first: the oldest facts have been through the summarizer three times, and the year and the street asked for at call 48 are gone. Turn on the guard “Summarise once”: in the second lane an old summary is never written again.',
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
    lesson:
      'At call 15 the request is larger than the window of 4,800 tokens although pressure is still near one half: 14 tool schemas, about 1,800 tokens, are sent every time and nobody counts them. The second lane counts them and compacts in time; or reserve as much as they take.',
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
    lesson:
      'At call 2 the sensor readings in message 3 are cut to 500 tokens: what is left is no JSON any more, and van V-07, the only one that got warm, stood in the middle. Allow tool results 2,000 tokens, as in the second lane; better still, ask the tool for less.',
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
    lesson:
      'At call 11 all but the latest 10 messages go, and with them message 4: never release anything for bed 9 without asking. Three tool results stay because they are newer, and later a prescription for bed 9 comes in. Add a pin rule for messages of the user that say “never”, as in the second lane.',
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
    lesson:
      'At call 14 the polls of the filters are dropped as noise, among them message 20 with the alarm of 07:26; at call 19 it is asked for, and nothing has it. Put a label rule first that takes what contains “ALARM” as high: in the second lane the alarm stands in the summary.',
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
    lesson:
      'At call 15 the summarizer fails. The memory stays within its target all the same, but 18 messages go without a trace, and the note at call 16 needs facts that stood in them a dozen times over. Retry or fall back before anything is dropped: in the second lane the summarizer answers.',
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
    lesson:
      'From call 13 on every window loses its oldest messages, so no request begins like the one before it and the prompt cache is never read past the task. Take more at once and less often: the second lane writes one summary, at call 21, and otherwise only adds.',
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

/** What each lesson says: what to look at, at which call, and what to change. Fetched with the note that shows it. */

/** By the lesson's id. */
export const LESSON_TEXTS: { readonly [id: string]: string } = {
  'task-lost':
    'At call 12 the oldest unpinned message goes, and that is the task itself: branch, ticket and the package nobody may touch. The agent works on as if nothing had happened until call 17, where the pull request needs them. Turn on “First user message” under Pins: the second lane has it, and old tool results go instead.',
  'orphaned-calls':
    'At call 6 the cap of 16 takes message 2, which made three calls, and the results in messages 3 to 5 stay: every provider would reject the request. Turn on the guard “Whole tool groups”, as in the second lane: the call and its results leave together.',
  thrash:
    'From call 17 to call 28 the window is compacted ten times: 30 recent messages are held, so each pass finds a few old ones and frees under 4 % of the limit. Keep 10 recent messages and turn the guards on: the second lane compacts twice, and each pass is worth its request.',
  'summary-of-summaries':
    'At call 39 the third summary is made of the second, which was made of the first: the oldest facts have been through the summarizer three times, and the year and the street asked for at call 48 are gone. Turn on the guard “Summarise once”: in the second lane an old summary is never written again.',
  'tool-schemas':
    'At call 15 the request is larger than the window of 4,800 tokens although pressure is still near one half: 14 tool schemas, about 1,800 tokens, are sent every time and nobody counts them. The second lane counts them and compacts in time; or reserve as much as they take.',
  'cut-json':
    'At call 2 the sensor readings in message 3 are cut to 500 tokens: what is left is no JSON any more, and van V-07, the only one that got warm, stood in the middle. Allow tool results 2,000 tokens, as in the second lane; better still, ask the tool for less.',
  'recency-bias':
    'At call 11 all but the latest 10 messages go, and with them message 4: never release anything for bed 9 without asking. Three tool results stay because they are newer, and later a prescription for bed 9 comes in. Add a pin rule for messages of the user that say “never”, as in the second lane.',
  'bad-labels':
    'At call 14 the polls of the filters are dropped as noise, among them message 20 with the alarm of 07:26; at call 19 it is asked for, and nothing has it. Put a label rule first that takes what contains “ALARM” as high: in the second lane the alarm stands in the summary.',
  'failed-summarizer':
    'At call 15 the summarizer fails. The memory stays within its target all the same, but 18 messages go without a trace, and the note at call 16 needs facts that stood in them a dozen times over. Retry or fall back before anything is dropped: in the second lane the summarizer answers.',
  'cache-broken':
    'From call 13 on every window loses its oldest messages, so no request begins like the one before it and the prompt cache is never read past the task. Take more at once and less often: the second lane writes one summary, at call 21, and otherwise only adds.',
};

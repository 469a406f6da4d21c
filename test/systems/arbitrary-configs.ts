/** Configurations of the systems of documents 001 to 004 for property tests, small enough that every threshold is met. */

import fc from 'fast-check';
import type { Config } from '@/lib/engine/system';

export const CONFIGS: { [id: string]: fc.Arbitrary<Config> } = {
  'three-phase': fc
    .record({
      hardLimit: fc.integer({ min: 20, max: 400 }),
      share: fc.integer({ min: 1, max: 95 }),
      keepRecent: fc.nat({ max: 6 }),
      priorityRules: fc.constantFrom(
        [],
        [{ tool: 'read*', priority: 'low' }],
        [
          { contains: 'done', kind: 'decision' },
          { longerThan: 200, priority: 'low' },
        ],
      ),
    })
    .map(({ hardLimit, share, ...rest }) => ({
      counter: 'chars4',
      hardLimit,
      targetLimit: Math.max(1, Math.floor((hardLimit * share) / 100)),
      ...rest,
    })),
  'rolling-summary': fc.record({
    counter: fc.constant('chars4'),
    tokenCap: fc.integer({ min: 10, max: 400 }),
    keepLatest: fc.integer({ min: 1, max: 8 }),
    slidingWindow: fc.constantFrom(true, true, false),
    summarisation: fc.constantFrom(true, true, false),
    'retrieval.topK': fc.constantFrom(0, 0, 1, 3),
    'retrieval.maxTokens': fc.constantFrom(30, 2000),
    state: fc.constantFrom({}, { goal: 'ship' }),
    extractState: fc.boolean(),
  }),
  'context-manager': fc.record({
    strategy: fc.constantFrom('keep_recent', 'sliding_window', 'summarize', 'summarize'),
    maxMessages: fc.integer({ min: 1, max: 12 }),
    windowSize: fc.integer({ min: 1, max: 5 }),
    keepTurns: fc.nat({ max: 4 }),
    summaryThreshold: fc.constantFrom(0, 40, 120),
    hysteresis: fc.constantFrom(0, 0.2, 0.5),
    summarizer: fc.constantFrom('llm', 'llm', 'drop'),
    contextWindow: fc.integer({ min: 40, max: 700 }),
    reserve: fc.constantFrom(0, 20),
  }),
  'message-cap': fc.record({
    maxMessages: fc.integer({ min: 1, max: 20 }),
    maxTokens: fc.constantFrom(0, 60, 300),
    maxReferences: fc.constantFrom(0, 2, 10),
    importantFrom: fc.constantFrom(0, 100),
  }),
};

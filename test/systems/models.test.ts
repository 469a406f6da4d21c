/** As published, every system does what its plain model does, on transcripts as agents really leave them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowAt } from '@/lib/engine/ledger';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { CONFIGS } from './arbitrary-configs';
import {
  type Answer,
  contextManagerModel,
  type ModelCall,
  messageCapModel,
  rollingSummaryModel,
  threePhaseModel,
} from './models';
import { replayed } from './support';

const answers: { [name: string]: Answer } = {
  short: (ordinal, count) => `S${ordinal} of ${count}`,
  long: (ordinal) => `S${ordinal}${' long'.repeat(60)}`,
  nothing: () => null,
  failing: () => {
    throw new Error('no answer');
  },
  moody: (ordinal) => {
    if (ordinal % 3 === 0) throw new Error('not this time');
    return ordinal % 3 === 1 ? `S${ordinal} ${'x'.repeat(ordinal * 7)}` : null;
  },
};

const MODELS: { [id: string]: (messages: readonly Message[], config: Config, answer: Answer) => ModelCall[] } = {
  'three-phase': threePhaseModel,
  'rolling-summary': rollingSummaryModel,
  'context-manager': contextManagerModel,
  'message-cap': messageCapModel,
};
/** What the documents do not have. */
const PUBLISHED: Config = {
  priorityRules: [],
  slidingWindow: true,
  summarisation: true,
  'retrieval.topK': 0,
  state: {},
  extractState: false,
};

describe.each(Object.entries(MODELS))('%s', (id, model) => {
  const config = CONFIGS[id] ?? fc.constant({});
  it('does what its plain model does', () => {
    fc.assert(
      fc.property(arbitraryTranscript, config, fc.constantFrom(...Object.keys(answers)), (transcript, given, name) => {
        const answer = answers[name] as Answer;
        const {
          run,
          system,
          index,
          config: complete,
          guards,
        } = replayed(id, transcript, {
          config: { summaryMarker: 'SUMMARY:{summary}', ...given, ...PUBLISHED },
          guards: false,
          summarizer: (request) => answer(request.ordinal, request.items.length),
        });
        const calls = Array.from(run.calls.tokens, (tokens, call) => ({
          tokens,
          window: Array.from(windowAt(run, call), (item) =>
            item < 0 ? system.present(item, run, index, complete, guards) : item,
          ),
        }));
        expect(calls).toEqual(model(transcript.messages, complete, answer));
      }),
      { seed: 41, numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});

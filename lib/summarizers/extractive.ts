/** The offline summarizer: picks decisions, facts, failed attempts and corrections out of a span, word for word. */

import type { SyncSummarizer } from '../engine/replay';
import { compose } from './extractive/compose';

/**
 * Answers in structured lines under the headings Decided, Facts, Failed and Corrected, at most `wordLimit` words in all,
 * or null (NOTHING) where the span holds none. The same span gives the same answer. Each message is read once, however
 * often a replay is repeated: only the choice under the word limit is made again.
 */
export const extractiveSummarizer: SyncSummarizer = (request) =>
  compose(request.messages(), request.previous, request.wordLimit);

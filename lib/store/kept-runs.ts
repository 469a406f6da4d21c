/** The kept runs of a scenario, as the page has them. */

import type { RunEntry } from '../storage/library-types';
import type { RunRecord } from '../storage/records';

/** What is kept of one scenario, newest first, with its baseline whole. */
export interface KeptRuns {
  scenario: string;
  list: readonly RunEntry[];
  baseline: RunRecord | null;
}

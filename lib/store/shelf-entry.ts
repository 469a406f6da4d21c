/** What a list of the library shows of a scenario. */

import type { ScenarioEntry } from '../storage/library-types';

/** A scenario with what a list shows of its transcript. */
export interface ShelfEntry extends ScenarioEntry {
  /** Of the transcript's file. */
  formatLabel: string;
  messages: number;
  fileBytes: number;
}

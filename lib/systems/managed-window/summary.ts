/** A summary before and after: what is asked of the summarizer, and the message in which its answer stands. */

import type { TranscriptIndex } from '../../engine/accounting';
import type { Recorder } from '../../engine/recorder';
import type { Insert, Item } from '../../engine/run';
import type { Guards, SummaryRequest } from '../../engine/system';
import type { Message } from '../../engine/transcript';
import { archiveName, type Settings, writtenOut } from './settings';

/** What is asked of the summarizer; the messages are written out only when it wants them. */
export class SpanRequest implements SummaryRequest {
  readonly previous = null;

  constructor(
    readonly ordinal: number,
    readonly items: Int32Array,
    readonly wordLimit: number,
    private readonly from: { index: TranscriptIndex; recorder: Recorder; settings: Settings; guard: Guards },
  ) {}

  messages(): Message[] {
    const { index, recorder, settings, guard } = this.from;
    return Array.from(this.items, (item) => writtenOut(item, recorder.inserts, index, settings, guard));
  }
}

/** What a summary of items stands for: messages of the transcript, and how many generations of summaries it is. */
export function coverage(items: Int32Array, inserts: readonly Insert[]): { covers: number; generation: number } {
  let covers = 0;
  let generation = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Item;
    const insert = item >= 0 ? undefined : inserts[~item];
    covers += insert ? insert.covers : 1;
    if (insert && insert.generation > generation) generation = insert.generation;
  }
  return { covers, generation: generation + 1 };
}

/** The wording of a summary, split at its places once: filling them in is then a matter of joining. */
export class Wording {
  private readonly parts: readonly string[];

  constructor(private readonly settings: Settings) {
    this.parts = settings.summaryMarker.split(/(\{(?:count|archive|summary)\})/);
  }

  /** `ordinal` is the number of the request, which names the archived span. */
  write(count: number, summary: string, ordinal: number): string {
    let text = '';
    for (const part of this.parts) {
      if (part === '{count}') text += count;
      else if (part === '{summary}') text += summary;
      else if (part !== '{archive}') text += part;
      else if (this.settings.archive) text += ` Full text: ${archiveName(ordinal)}.`;
    }
    return text;
  }
}

/** A window under the eyes of all providers: messages come and go, and each provider's first fault is known at once. */

import type { Message } from '../../engine/transcript';
import { AnthropicChecker } from './anthropic';
import type { Checker } from './checker';
import { GeminiChecker } from './gemini';
import { Line, Shapes } from './line';
import { OpenAiChatChecker } from './openai-chat';
import { OpenAiResponsesChecker } from './openai-responses';
import { RankSet } from './rank-set';

export class WindowTracker {
  /** In the order of PROVIDERS. */
  readonly checkers: readonly Checker[];
  private readonly line: Line;
  private readonly changed: RankSet;
  private readonly changes: number[] = [];

  /** `length` messages may ever stand, at ranks from 1; `messageAt` gives each as it is sent. */
  constructor(length: number, messageAt: (rank: number) => Message) {
    const shapes = new Shapes();
    this.line = new Line(length, (rank) => shapes.of(messageAt(rank)));
    this.changed = new RankSet(length + 1);
    this.checkers = [
      new OpenAiChatChecker(this.line),
      new OpenAiResponsesChecker(this.line),
      new AnthropicChecker(this.line),
      new GeminiChecker(this.line),
    ];
  }

  /** A message stands from now on, or no longer. */
  set(rank: number, stands: boolean): void {
    if (this.line.all.has(rank) === stands) return;
    if (stands) this.line.add(rank);
    else this.line.delete(rank);
    if (this.changed.has(rank)) return;
    this.changed.add(rank);
    this.changes.push(rank);
  }

  /** The window is complete: what changed is looked at. */
  settle(): void {
    for (const checker of this.checkers) {
      for (const rank of this.changes) checker.changed(rank);
      checker.settle();
    }
    for (const rank of this.changes) this.changed.delete(rank);
    this.changes.length = 0;
  }
}

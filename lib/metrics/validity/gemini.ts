/**
 * Gemini. Its errors: "Please ensure that function call turn comes immediately after a user turn or after a function response
 * turn", "Please ensure that function response turn comes immediately after a function call turn", "… the number of function
 * response parts is equal to the number of function call parts of the function call turn", "contents.parts must not be
 * empty" (issues google-gemini/gemini-cli 26486 and 16415, lobehub 7298, vercel/ai 3775), and a first content of the model is
 * refused (issue NousResearch/hermes-agent 55427). System messages leave the list for the system instruction, every other
 * message is a content of its own, and results that follow one another are the parts of one function response turn.
 * Whether a request may end on a model turn depends on the model and is not checked.
 */

import { Checker, type Fault } from './checker';
import type { Line, Shape } from './line';

/** A block is a user or model message with the results that follow it. Block 0 is what stands before the first. */
export class GeminiChecker extends Checker {
  readonly provider = 'gemini';
  protected readonly hollowRule = 'empty-content';

  constructor(line: Line) {
    super(line, 'gemini');
  }

  protected markBlocks(rank: number): void {
    const { role } = this.line.shape(rank);
    if (role === 'instruction') return;
    const { speakers, end } = this.line;
    this.mark(Math.max(0, speakers.previous(rank)));
    if (role !== 'tool') this.mark(rank);
    const following = speakers.next(rank);
    if (following < end) this.mark(following);
  }

  protected evaluate(block: number): void {
    const { speakers, tools, end } = this.line;
    if (block > 0 && !speakers.has(block)) return;
    const until = Math.min(end, speakers.next(block));
    const wanted = block === 0 ? 0 : this.line.shape(block).calls.length;
    if (wanted > 0 && this.followsModel(block)) {
      this.report(block, 'call-turn', block);
      return;
    }
    let responses = 0;
    let tool = tools.next(block);
    for (; tool < until && responses <= wanted; tool = tools.next(tool)) responses++;
    if (responses === wanted) return;
    if (wanted > 0) this.report(block, 'response-count', block);
    else this.report(block, 'response-turn', tools.next(block));
  }

  /** Whether the content right before is a model's. */
  private followsModel(rank: number): boolean {
    return this.line.assistants.previous(rank) > this.line.replies.previous(rank);
  }

  protected override further(): Fault[] {
    const first = Math.min(this.line.assistants.next(0), this.line.end);
    if (first >= this.line.end || this.line.replies.next(0) < first) return [];
    return [{ rule: this.codes('first-user'), rank: first }];
  }

  protected isNothing(): boolean {
    return this.line.replies.count + this.line.assistants.count === 0;
  }

  /** A function response may be empty; white space is a text. */
  protected isHollow({ role, content, calls }: Shape): boolean {
    const isEmpty = content === 'null' || content === 'empty';
    return (role === 'user' || role === 'assistant') && calls.length === 0 && isEmpty;
  }
}

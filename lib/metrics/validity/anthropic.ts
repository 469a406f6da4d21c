/**
 * Anthropic Messages. Its errors: "`tool_use` ids were found without `tool_result` blocks immediately after", "unexpected
 * `tool_use_id` found in `tool_result` blocks", "each tool_use must have a single result", "`tool_use` ids must be unique", "first
 * message must use the "user" role", "text content blocks must contain non-whitespace text" (issues anthropics/claude-code
 * 7929, 13460, 23440; lobehub 1601; hindsight 4250; litellm 23510). System messages leave the list for the system prompt; a
 * tool message becomes a tool_result block of a user turn; consecutive messages of one role are one turn; in it results
 * come first (issue anthropic-sdk-typescript 653). Whether a request may end on an assistant turn depends on the model
 * and is not checked.
 */

import { Checker, type Fault } from './checker';
import type { Line, Shape } from './line';
import { Book, Offenders } from './occurrences';

/**
 * A block is an assistant turn and the user turn after it. It is known by the last message of the user turn before it; block 0
 * is the first of them, whose assistant turn may be missing.
 */
export class AnthropicChecker extends Checker {
  readonly provider = 'anthropic';
  protected readonly hollowRule = 'empty-content';
  private readonly uses = new Book();
  private readonly repeated: Offenders;
  private readonly standing: Uint8Array;

  constructor(line: Line) {
    super(line, 'anthropic');
    this.repeated = new Offenders(line.end);
    this.standing = new Uint8Array(line.end);
  }

  override changed(rank: number): void {
    super.changed(rank);
    const { calls } = this.line.shape(rank);
    const stands = this.line.all.has(rank);
    if (calls.length === 0 || stands === (this.standing[rank] === 1)) return;
    this.standing[rank] = stands ? 1 : 0;
    for (const id of calls) {
      const places = this.uses.of(id);
      if (stands) places.add(rank);
      else places.delete(rank);
      this.repeated.set(id, places.at(1));
    }
  }

  protected markBlocks(rank: number): void {
    const { role } = this.line.shape(rank);
    if (role === 'instruction') return;
    const { assistants, replies } = this.line;
    this.mark(Math.max(0, replies.previous(assistants.previous(rank))));
    this.mark(Math.max(0, replies.previous(rank)));
    if (role !== 'assistant') this.mark(rank);
  }

  protected evaluate(block: number): void {
    const { replies, assistants, end } = this.line;
    if (block > 0 && !replies.has(block)) return;
    const turn = replies.next(block);
    // Inside a user turn no block begins.
    if (block > 0 && assistants.next(block) > turn) return;
    const calls = this.callsBefore(block, turn);
    const until = Math.min(end, assistants.next(turn));
    let place = turn;
    for (; place < until && this.line.shape(place).role === 'tool'; place = replies.next(place)) {
      const { answers } = this.line.shape(place);
      const call = calls.get(answers);
      if (!call || call.answered) break;
      call.answered = true;
    }
    for (const call of calls.values()) {
      if (call.answered) continue;
      this.report(block, 'unanswered-call', call.rank);
      return;
    }
    // Every call has its result: another one is one too many, or answers nothing.
    if (place >= until) return;
    const stray = this.line.shape(place).role === 'tool' ? place : this.line.tools.next(place);
    if (stray >= until) return;
    this.report(block, calls.has(this.line.shape(stray).answers) ? 'second-result' : 'stray-result', stray);
  }

  private callsBefore(block: number, turn: number): Map<number, { rank: number; answered: boolean }> {
    const calls = new Map<number, { rank: number; answered: boolean }>();
    const { callers } = this.line;
    for (let rank = callers.next(block); rank < turn; rank = callers.next(rank)) {
      for (const id of this.line.shape(rank).calls) calls.set(id, { rank, answered: false });
      // Without a result after it there is no need to look at the rest.
      if (turn >= this.line.end || this.line.shape(turn).role !== 'tool') break;
    }
    return calls;
  }

  protected override further(): Fault[] {
    const found: Fault[] = [];
    const first = this.line.speakers.next(0);
    const opening = Math.min(first, this.line.tools.next(0));
    if (opening < this.line.end && this.line.shape(opening).role === 'assistant') {
      found.push({ rule: this.codes('first-user'), rank: opening });
    }
    const repeated = this.repeated.ranks.next(-1);
    if (repeated < this.line.end) found.push({ rule: this.codes('repeated-id'), rank: repeated });
    return found;
  }

  protected isNothing(): boolean {
    return this.line.replies.count + this.line.assistants.count === 0;
  }

  /** A tool result may be empty. */
  protected isHollow({ role, content, calls }: Shape): boolean {
    return (role === 'user' || role === 'assistant') && calls.length === 0 && content !== 'text';
  }

  /** The last message may be an empty answer to go on from. */
  protected override mayBeHollow(rank: number): boolean {
    const { assistants, replies } = this.line;
    return assistants.has(rank) && assistants.next(rank) >= this.line.end && replies.next(rank) >= this.line.end;
  }
}

/**
 * OpenAI Chat Completions. Its errors: "An assistant message with 'tool_calls' must be followed by tool messages responding to
 * each 'tool_call_id'", "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'", "Invalid
 * value for 'content': expected a string, got null" (issues QwenLM/qwen-code 606, miurla/morphic 136, llama_index 17555).
 * Empty texts, any order of roles and a second result for a call are taken.
 */

import { Checker } from './checker';
import type { Line, Shape } from './line';

/** A block is a message that is no tool result, with the results that follow it. Block 0 is what stands before the first. */
export class OpenAiChatChecker extends Checker {
  readonly provider = 'openai-chat';
  protected readonly hollowRule = 'null-content';

  constructor(line: Line) {
    super(line, 'openai-chat');
  }

  protected markBlocks(rank: number): void {
    this.mark(Math.max(0, this.line.others.previous(rank)));
    if (this.line.shape(rank).role !== 'tool') this.mark(rank);
  }

  protected evaluate(block: number): void {
    const { others, tools, end } = this.line;
    if (block > 0 && !others.has(block)) return;
    const calls = block === 0 ? [] : this.line.shape(block).calls;
    const until = Math.min(end, others.next(block));
    const answered = new Set<number>();
    let stray = 0;
    for (let tool = tools.next(block); tool < until; tool = tools.next(tool)) {
      const { answers } = this.line.shape(tool);
      if (calls.includes(answers)) answered.add(answers);
      else if (stray === 0) stray = tool;
      if (calls.length === 0) break;
    }
    if (calls.some((id) => !answered.has(id))) this.report(block, 'unanswered-call', block);
    else if (stray > 0) this.report(block, 'stray-result', stray);
  }

  protected isNothing(): boolean {
    return this.line.all.count === 0;
  }

  protected isHollow({ content, calls }: Shape): boolean {
    return content === 'null' && calls.length === 0;
  }
}

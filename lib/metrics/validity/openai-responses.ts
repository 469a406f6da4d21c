/**
 * OpenAI Responses. Its errors: "No tool output found for function call …", "No tool call found for function call output with
 * call_id …" (issues bytedance/trae-agent 245, continuedev/continue 10092). Calls and outputs are paired by id wherever they
 * stand (issue deepseek-ai/awesome-deepseek-integration 740); an output before its call is taken for one without.
 */

import { Checker, type Fault } from './checker';
import type { Line, Shape } from './line';
import { Book, Offenders } from './occurrences';

export class OpenAiResponsesChecker extends Checker {
  readonly provider = 'openai-responses';
  protected readonly hollowRule = 'no-messages';
  private readonly calls = new Book();
  private readonly outputs = new Book();
  private readonly unanswered: Offenders;
  private readonly stray: Offenders;
  private readonly standing: Uint8Array;
  private readonly touched = new Set<number>();

  constructor(line: Line) {
    super(line, 'openai-responses');
    this.unanswered = new Offenders(line.end);
    this.stray = new Offenders(line.end);
    this.standing = new Uint8Array(line.end);
  }

  override changed(rank: number): void {
    const { calls, answers, role } = this.line.shape(rank);
    const stands = this.line.all.has(rank);
    if (stands === (this.standing[rank] === 1)) return;
    this.standing[rank] = stands ? 1 : 0;
    for (const id of calls) {
      if (stands) this.calls.of(id).add(rank);
      else this.calls.of(id).delete(rank);
      this.touched.add(id);
    }
    if (role !== 'tool') return;
    if (stands) this.outputs.of(answers).add(rank);
    else this.outputs.of(answers).delete(rank);
    this.touched.add(answers);
  }

  override settle(): void {
    for (const id of this.touched) {
      const calls = this.calls.of(id);
      const outputs = this.outputs.of(id);
      this.unanswered.set(id, calls.after(outputs.last));
      const output = outputs.at(0);
      const call = calls.at(0);
      this.stray.set(id, call < 0 || output < call ? output : -1);
    }
    this.touched.clear();
  }

  protected override further(): Fault[] {
    const found: Fault[] = [];
    const first = (offenders: Offenders, rule: string) => {
      const rank = offenders.ranks.next(-1);
      if (rank < this.line.end) found.push({ rule: this.codes(rule), rank });
    };
    first(this.unanswered, 'unanswered-call');
    first(this.stray, 'stray-result');
    return found;
  }

  protected markBlocks(): void {}

  protected evaluate(): void {}

  protected isNothing(): boolean {
    return this.line.all.count === 0;
  }

  /** A message without content is no input item at all. */
  protected isHollow(_shape: Shape): boolean {
    return false;
  }
}

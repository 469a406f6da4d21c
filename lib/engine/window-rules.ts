/** The managed window's rules, and those of no memory system, as checks of every decision on the window it was taken in. */

import { codePointLength, MESSAGE_OVERHEAD, TOOL, toolsText } from './accounting';
import { ownStateAt } from './ledger';
import { retrace, type Step } from './retrace';
import { type Item, itemLabel, State } from './run';
import type { Report, Subject } from './violation';

/** What the checks read of a managed window's configuration. */
interface Figures {
  window: number;
  ratio: number;
  reserveCompletion: number;
  compactAt: number;
  evictAt: number;
  maxToolTokens: number;
  maxSpan: number;
  minGain: number;
  compaction: boolean;
}

export function windowRules(subject: Subject, report: Report): void {
  const { run } = subject;
  if (subject.system.id === 'none') {
    for (let message = 0; message < run.messageCount; message++) {
      const state = ownStateAt(run, message, run.calls.before.length - 1);
      if (state !== State.verbatim)
        report('R30', run.calls.before.length - 1, `message ${message} is in state ${state}`);
    }
    return;
  }
  arrivalRules(subject, report);
  const checks = new DecisionChecks(subject, report);
  const schemas = toolsText(subject.index.transcript);
  retrace(run, schemas === '' ? 0 : subject.counter.count(schemas), checks);
}

/** R13, R15: who is cut and who is refused. */
function arrivalRules({ run, index, config, guards }: Subject, report: Report): void {
  const figures = config as unknown as Figures;
  const limit = Math.floor(figures.window * figures.ratio) - figures.reserveCompletion;
  if (limit !== run.limit) report('R15', 0, `the limit is ${run.limit}, not ${limit}`);
  const broken = new Set<number>();
  for (let message = 0; message < run.messageCount; message++) {
    const call = run.arrivals.call[message] as number;
    const state = run.arrivals.state[message] as number;
    const head = index.links.group[message] as number;
    const isOver = (run.arrivals.cost[message] as number) > limit;
    const isRefused = isOver || (guards.toolGroups === true && broken.has(head));
    if (isRefused !== (state === State.refused)) report('R15', call, `message ${message} in state ${state}`);
    if (state === State.refused) broken.add(head);
    const long = codePointLength(index.transcript.messages[message]?.content ?? '') > figures.maxToolTokens * 4;
    const isCut = long && index.roles[message] === TOOL && state !== State.refused;
    if (isCut !== (state === State.truncated)) report('R13', call, `message ${message} in state ${state}`);
  }
}

class DecisionChecks {
  private readonly figures: Figures;
  private passes = 0;
  private futile = false;
  private failed = false;
  private floor = false;
  private floorBefore = false;
  private newest: Item | undefined;

  constructor(
    private readonly subject: Subject,
    private readonly report: Report,
  ) {
    this.figures = subject.config as unknown as Figures;
  }

  arrives(): void {}

  decides(step: Step): void {
    const { call, kind, window } = step;
    if (!step.onAppend) this.newest ??= window.at(-1);
    if (kind === 'compacted' || kind === 'summary-refused' || kind === 'summary-failed') this.pass(step);
    if (kind === 'compacted') this.compaction(step);
    if (kind === 'evicted' && step.broken < 0) this.eviction(step);
    if (kind === 'evicted' || kind === 'compacted') this.group(step);
    if (step.broken >= 0)
      this.floorBefore &&= this.isOverFloor(this.subject.run.decisions.after[step.decision] as number);
    if (kind === 'floor') {
      this.floor = true;
      if (this.floorBefore) this.report('R28', call, 'the floor is reported again');
      if (this.pinsOf(step).some((pinned) => pinned === null))
        this.report('R28', call, 'a floor with something left to take');
    }
  }

  closes(call: number, window: readonly Item[], tokens: number): void {
    const { run, guards } = this.subject;
    const above = this.isOverFloor(tokens);
    const ended = this.failed && !guards.minGain;
    if (above && !this.floor && !this.floorBefore && !ended) {
      this.report('R16', call, `pressure ${tokens / run.limit} is above evictAt and no floor is reported`);
    }
    if (guards.toolGroups && this.newest !== undefined && this.newest >= 0 && window.at(-1) !== this.newest) {
      this.report('R23', call, `the newest message ${this.newest} was taken`);
    }
    if (guards.toolGroups) this.wholeGroups(call, window);
    // Where a throw ended the preparing, as published, eviction was never tried and no floor could be found.
    this.floorBefore = ended ? this.floorBefore && above : above;
    this.passes = 0;
    this.futile = false;
    this.failed = false;
    this.floor = false;
    this.newest = undefined;
  }

  private isOverFloor(tokens: number): boolean {
    return tokens / this.subject.run.limit > this.figures.evictAt;
  }

  private pass({ call, kind, decision, tokens }: Step): void {
    const { run, guards } = this.subject;
    if (!this.figures.compaction) this.report('R16', call, 'a compaction although it is switched off');
    if (!(tokens / run.limit > this.figures.compactAt)) this.report('R16', call, `a compaction at ${tokens} tokens`);
    if (!guards.minGain && this.passes > 0) this.report('R26', call, 'a second pass at one call');
    if (this.futile) this.report('R26', call, 'a pass after a futile one');
    this.passes++;
    const after = run.decisions.after[decision] as number;
    if (kind !== 'compacted' || tokens - after < this.figures.minGain * run.limit) this.futile = true;
    if (kind === 'summary-failed') this.failed = true;
    if (kind === 'summary-refused' && after < tokens) this.report('R27', call, 'a shorter summary was refused');
  }

  private compaction(step: Step): void {
    const { run, index, guards } = this.subject;
    const { call, decision, items, positions } = step;
    const start = positions[0] ?? -1;
    if (items.length < 2 || start < 0 || positions.some((position, offset) => position !== start + offset)) {
      this.report('R17', call, `the span ${items.map(itemLabel)} is not a contiguous run of two or more`);
    }
    const heads = new Set(items.map((item) => (item >= 0 ? index.links.group[item] : item)));
    if (items.length > this.figures.maxSpan && !(guards.toolGroups && heads.size === 1) && !this.isOneKnot(items)) {
      this.report('R17', call, `a span of ${items.length} items`);
    }
    this.untouchable(step);
    const removed = items.reduce((sum, item) => sum + this.costOf(item), 0);
    const insert = run.inserts[run.decisions.insert[decision] as number];
    const after = step.tokens - removed + (insert?.tokens ?? 0);
    if (after !== run.decisions.after[decision])
      this.report('R17', call, `${run.decisions.after[decision]} tokens, not ${after}`);
    if (guards.summariesOnce && items.some((item) => item < 0))
      this.report('R25', call, 'a summary is summarised again');
    if (!insert) return;
    if (guards.minGain && insert.tokens >= removed) this.report('R27', call, 'a summary no shorter than its span');
    const covers = items.reduce((sum, item) => sum + (item >= 0 ? 1 : (run.inserts[~item]?.covers ?? 0)), 0);
    const generation =
      1 + items.reduce((most, item) => Math.max(most, item >= 0 ? 0 : (run.inserts[~item]?.generation ?? 0)), 0);
    const first = items[0] as Item;
    const anchor = first >= 0 ? first : run.inserts[~first]?.anchor;
    const facts = [insert.message.role, insert.covers, insert.count, insert.generation, insert.anchor, insert.call];
    const due = ['user', covers, items.length, generation, anchor, call];
    if (facts.join() !== due.join()) this.report('R19', call, `the summary says ${facts}, not ${due}`);
    const counted = MESSAGE_OVERHEAD + this.subject.counter.count(insert.message.content ?? '');
    if (counted !== insert.tokens) this.report('R7', call, `the summary costs ${counted}, not ${insert.tokens}`);
  }

  /** Whether groups interleave so that no cut falls between them: the span is then one piece, however long. */
  private isOneKnot(items: readonly Item[]): boolean {
    const { index, guards } = this.subject;
    if (!guards.toolGroups) return false;
    const last = new Map<number, number>();
    for (const [offset, item] of items.entries()) if (item >= 0) last.set(index.links.group[item] as number, offset);
    let reach = 0;
    for (const [offset, item] of items.slice(0, -1).entries()) {
      reach = Math.max(reach, item >= 0 ? (last.get(index.links.group[item] as number) ?? offset) : offset);
      if (reach === offset) return false;
    }
    return true;
  }

  private eviction(step: Step): void {
    const { call, items, positions, tokens } = step;
    const { run } = this.subject;
    if (!(tokens / run.limit > this.figures.evictAt)) this.report('R16', call, `an eviction at ${tokens} tokens`);
    if (positions.includes(-1)) this.report('R21', call, `${items.map(itemLabel)} is not all in the window`);
    this.untouchable(step);
    const oldest = this.pinsOf(step).indexOf(null);
    if (positions[0] !== oldest)
      this.report('R21', call, `${items.map(itemLabel)} is not the oldest that can go: ${oldest}`);
  }

  /** R20 and R23: nothing pinned, recent, in flight or newest is taken. */
  private untouchable(step: Step): void {
    const pins = this.pinsOf(step);
    for (const [offset, position] of step.positions.entries()) {
      const reasons = pins[position];
      if (!reasons) continue;
      const rule = reasons.some((one) => one.rule === 'inFlight' || one.rule === 'newest') ? 'R23' : 'R20';
      const names = reasons.map((one) => one.rule).join(', ');
      this.report(rule, step.call, `${itemLabel(step.items[offset] as Item)} is taken in spite of ${names}`);
    }
  }

  /** R22: what a decision takes of a group is all of it that has come. */
  private group(step: Step): void {
    const { guards, index } = this.subject;
    if (!guards.toolGroups) return;
    const taken = new Set(step.items);
    const heads = new Set(step.items.filter((item) => item >= 0).map((item) => index.links.group[item]));
    for (const item of step.window) {
      if (item >= 0 && heads.has(index.links.group[item]) && !taken.has(item)) {
        this.report('R22', step.call, `message ${item} stays while its group goes`);
      }
    }
  }

  /** R22 on the window that is sent: every member that has come stands, or none does. */
  private wholeGroups(call: number, window: readonly Item[]): void {
    const { index, run } = this.subject;
    const { group, nextMember } = index.links;
    const standing = new Set(window);
    for (const item of window) {
      if (item < 0) continue;
      const head = group[item] as number;
      if (!standing.has(head)) this.report('R22', call, `result ${item} stands without its call ${head}`);
      for (let member = head; member >= 0; member = nextMember[member] as number) {
        const arrived = (run.arrivals.call[member] as number) <= call;
        if (arrived && !standing.has(member)) this.report('R22', call, `${item} stands without ${member} of its group`);
      }
    }
  }

  private pinsOf({ window, call }: Step) {
    const { system, run, index, config, guards } = this.subject;
    return system.pins(Int32Array.from(window), call, run, index, config, guards);
  }

  private costOf(item: Item): number {
    const { run } = this.subject;
    return item >= 0 ? (run.arrivals.cost[item] as number) : (run.inserts[~item]?.tokens ?? 0);
  }
}

/** What the checks of all providers share: blocks of neighbouring messages are looked at again only where something changed. */

import { type ProviderId, ruleCode } from '../../engine/provider-rules';
import type { Line, Shape } from './line';
import { RankSet } from './rank-set';

/** A rule that is broken, and the rank of the message at which it shows; 0 where no message is at fault. */
export interface Fault {
  rule: number;
  rank: number;
}

export abstract class Checker {
  abstract readonly provider: ProviderId;
  protected readonly codes: (id: string) => number;
  /** Blocks with a fault, by the rank that they are known by; what is wrong, and where. */
  private readonly faulty: RankSet;
  private readonly rules: Uint8Array;
  private readonly places: Int32Array;
  private readonly marked: RankSet;
  private readonly dirty: number[] = [];
  /** Messages that have not enough in them. */
  protected readonly hollow: RankSet;

  constructor(
    protected readonly line: Line,
    provider: ProviderId,
  ) {
    const known = new Map<string, number>();
    this.codes = (id) => {
      let code = known.get(id);
      if (code === undefined) {
        code = ruleCode(provider, id);
        known.set(id, code);
      }
      return code;
    };
    this.faulty = new RankSet(line.end);
    this.marked = new RankSet(line.end);
    this.hollow = new RankSet(line.end);
    this.rules = new Uint8Array(line.end);
    this.places = new Int32Array(line.end);
  }

  /** A message came or went; the line already shows it. Asked for once a message and call. */
  changed(rank: number): void {
    if (this.line.all.has(rank) && this.isHollow(this.line.shape(rank))) this.hollow.add(rank);
    else this.hollow.delete(rank);
    this.markBlocks(rank);
  }

  /** Looks at what was marked. */
  settle(): void {
    for (const block of this.dirty) {
      this.marked.delete(block);
      this.faulty.delete(block);
      this.evaluate(block);
    }
    this.dirty.length = 0;
  }

  /** The fault that comes first in the line, or null for a window that the provider takes. */
  first(): Fault | null {
    if (this.isNothing()) return { rule: this.codes('no-messages'), rank: 0 };
    let first: Fault | null = null;
    const consider = (rule: number, rank: number) => {
      if (first === null || rank < first.rank || (rank === first.rank && rule < first.rule)) first = { rule, rank };
    };
    const block = this.faulty.next(-1);
    if (block < this.line.end) consider(this.rules[block] as number, this.places[block] as number);
    const hollow = this.hollow.next(0);
    if (hollow < this.line.end && !this.mayBeHollow(hollow)) consider(this.codes(this.hollowRule), hollow);
    for (const { rule, rank } of this.further()) consider(rule, rank);
    return first;
  }

  /** One fault a block, and everything beside; in order. */
  faults(): Fault[] {
    if (this.isNothing()) return [{ rule: this.codes('no-messages'), rank: 0 }];
    const found: Fault[] = [...this.further()];
    for (let block = this.faulty.next(-1); block < this.line.end; block = this.faulty.next(block)) {
      found.push({ rule: this.rules[block] as number, rank: this.places[block] as number });
    }
    for (let rank = this.hollow.next(0); rank < this.line.end; rank = this.hollow.next(rank)) {
      if (!this.mayBeHollow(rank)) found.push({ rule: this.codes(this.hollowRule), rank });
    }
    return found.sort((one, other) => one.rank - other.rank || one.rule - other.rule);
  }

  protected mark(block: number): void {
    if (this.marked.has(block)) return;
    this.marked.add(block);
    this.dirty.push(block);
  }

  protected report(block: number, rule: string, rank: number): void {
    this.faulty.add(block);
    this.rules[block] = this.codes(rule);
    this.places[block] = rank;
  }

  /** Name of the rule that a hollow message breaks. */
  protected abstract readonly hollowRule: string;
  /** Marks every block that a message at a rank is in or next to, whether it stands now or not. */
  protected abstract markBlocks(rank: number): void;
  /** Reports the first fault of a block, if it has one. */
  protected abstract evaluate(block: number): void;
  /** Whether the request would have no message at all. */
  protected abstract isNothing(): boolean;
  protected abstract isHollow(shape: Shape): boolean;

  protected mayBeHollow(_rank: number): boolean {
    return false;
  }

  /** Faults that belong to no block. */
  protected further(): readonly Fault[] {
    return [];
  }
}

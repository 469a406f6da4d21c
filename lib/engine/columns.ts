/** Growable integer columns: the ledger and the decision log are columns, so that a replay allocates almost nothing. */

export class IntColumn {
  length = 0;
  private cells: Int32Array;

  constructor(capacity = 64) {
    this.cells = new Int32Array(capacity);
  }

  push(value: number): number {
    if (this.length === this.cells.length) {
      const larger = new Int32Array(this.cells.length * 2);
      larger.set(this.cells);
      this.cells = larger;
    }
    this.cells[this.length] = value;
    return this.length++;
  }

  get(index: number): number {
    return this.cells[index] as number;
  }

  set(index: number, value: number): void {
    this.cells[index] = value;
  }

  /** A copy of exactly the cells in use. */
  toArray(): Int32Array {
    return this.cells.slice(0, this.length);
  }
}

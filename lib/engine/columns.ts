/** Growable integers: the ledger and the decision log are kept in them, so that a replay allocates almost nothing. */

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

/** Rows of equal width in one array: a row costs one check for room, and becomes columns only when all are in. */
export class Rows {
  length = 0;
  /** Replaced when it grows: read it anew after `add`. */
  cells: Int32Array;

  constructor(
    readonly width: number,
    capacity = 64,
  ) {
    this.cells = new Int32Array(width * capacity);
  }

  /** Makes room for one more row; returns where it starts in `cells`. */
  add(): number {
    const start = this.length++ * this.width;
    if (start === this.cells.length) {
      const larger = new Int32Array(Math.max(this.width, this.cells.length * 2));
      larger.set(this.cells);
      this.cells = larger;
    }
    return start;
  }

  /** All rows turned into columns that lie one after the other in `target` from `start` on; each is a view of it. */
  columns(target: Int32Array, start: number): Int32Array[] {
    const { cells, width, length } = this;
    const columns: Int32Array[] = [];
    for (let number = 0; number < width; number++) {
      const first = start + number * length;
      for (let row = 0, cell = number; row < length; row++, cell += width) target[first + row] = cells[cell] as number;
      columns.push(target.subarray(first, first + length));
    }
    return columns;
  }
}

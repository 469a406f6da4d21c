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

/** Columns of equal length that grow together in one array, one after the other: a row costs one check for room. */
export class Columns {
  length = 0;
  /** Cells of column `number` start at `number × room`. Both are replaced when the columns grow: read them after `add`. */
  cells = new Int32Array(0);
  room = 0;

  /** Nothing is allocated before the first row; then there is room for `firstRoom` of them. */
  constructor(
    readonly width: number,
    private readonly firstRoom = 64,
  ) {}

  /** Makes room for `count` more rows; returns the number of the first. */
  add(count = 1): number {
    const first = this.length;
    this.length += count;
    if (this.length > this.room) this.grow(Math.max(this.length, this.room * 2, this.firstRoom));
    return first;
  }

  private grow(larger: number): void {
    const { cells, room, width } = this;
    this.room = larger;
    this.cells = new Int32Array(width * larger);
    for (let number = 0; number < width; number++) {
      this.cells.set(cells.subarray(number * room, (number + 1) * room), number * larger);
    }
  }

  /** A view of each column as it is now. All share one buffer, in which at most a quarter is unused. */
  views(): Int32Array[] {
    const { length, width } = this;
    if (length < this.room - (this.room >> 2)) this.shrink();
    const views: Int32Array[] = [];
    for (let number = 0; number < width; number++) {
      views.push(this.cells.subarray(number * this.room, number * this.room + length));
    }
    return views;
  }

  private shrink(): void {
    const { cells, room, width, length } = this;
    this.room = length;
    this.cells = new Int32Array(width * length);
    for (let number = 0; number < width; number++) {
      this.cells.set(cells.subarray(number * room, number * room + length), number * length);
    }
  }
}

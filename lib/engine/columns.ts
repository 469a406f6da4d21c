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
  cells: Int32Array;
  room: number;

  constructor(
    readonly width: number,
    room = 64,
  ) {
    this.room = room;
    this.cells = new Int32Array(width * room);
  }

  /** Makes room for `count` more rows; returns the number of the first. */
  add(count = 1): number {
    const first = this.length;
    this.length += count;
    if (this.length > this.room) this.grow();
    return first;
  }

  private grow(): void {
    const { cells, room, width } = this;
    this.room = Math.max(this.length, room * 2);
    this.cells = new Int32Array(width * this.room);
    for (let number = 0; number < width; number++) {
      this.cells.set(cells.subarray(number * room, (number + 1) * room), number * this.room);
    }
  }

  /** Copies the columns into `target`, one after the other from `start` on; returns a view of each. */
  copyTo(target: Int32Array, start: number): Int32Array[] {
    const { cells, room, width, length } = this;
    const views: Int32Array[] = [];
    for (let number = 0; number < width; number++) {
      const view = target.subarray(start + number * length, start + (number + 1) * length);
      view.set(cells.subarray(number * room, number * room + length));
      views.push(view);
    }
    return views;
  }
}

/** Counts rows of cells as they are read: all must have as many cells as the first. */

/** @typedef {import("./source.js").Source} Source */

export class Rows {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** the next row and column, from 0 */
    this.index = [0, 0];
    this.columns = -1;
  }

  /** Whether a row has begun. */
  get begun() {
    return this.index[1] > 0;
  }

  /** Checks, before a cell is read, that the row may have another. */
  check() {
    const [, column] = this.index;
    if (this.columns >= 0 && column >= this.columns) throw this.ragged("tooMany", column + 1);
  }

  /** Counts a cell after it is read. */
  cell() {
    this.index[1]++;
  }

  /** Ends a row, and checks its length. */
  end() {
    const [row, count] = this.index;
    if (count < this.columns) throw this.ragged("tooFew", count);
    this.columns = count;
    this.index = [row + 1, 0];
  }

  /** @param {"tooMany" | "tooFew"} name @param {number} count */
  ragged(name, count) {
    return this.source.errorInCell(name, this.index, { count, size: this.columns });
  }

  /** Ends the last row, and returns the shape. */
  finish() {
    if (this.begun) this.end();
    if (this.columns < 1) throw this.source.errorInCell("noNumbers", [0, 0]);
    return [this.index[0], this.columns];
  }
}

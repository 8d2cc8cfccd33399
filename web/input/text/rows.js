/** Rows of cells, counted as they are read: all must have as many as the first. */

/** @typedef {import("./source.js").Source} Source */

export class Rows {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** the row and the column that come next, from 0 */
    this.index = [0, 0];
    this.columns = -1;
  }

  /** Whether a row has begun. */
  get begun() {
    return this.index[1] > 0;
  }

  /** Before a cell is read: whether the row may have one more. */
  check() {
    if (this.columns >= 0 && this.index[1] >= this.columns) throw this.ragged("tooMany", this.index[1] + 1);
  }

  /** After a cell. */
  cell() {
    this.index[1]++;
  }

  /** After the last cell of a row. */
  end() {
    const [, count] = this.index;
    if (count < this.columns) throw this.ragged("tooFew", count);
    this.columns = count;
    this.index[0]++;
    this.index[1] = 0;
  }

  /** @param {"tooMany" | "tooFew"} name @param {number} count */
  ragged(name, count) {
    return this.source.refusal(name, this.source.cell(this.index), { count, size: this.columns });
  }

  get shape() {
    return [this.index[0], this.columns];
  }
}

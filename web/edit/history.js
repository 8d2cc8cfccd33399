/** What was changed, without end: back and forth between problems. They share what did not change, so each costs little. */

/** @template T */
export class History {
  /** @type {T[]} */ #past = [];
  /** @type {T[]} */ #future = [];
  /** @type {T} */ #present;
  /** @type {unknown} changes of one sort in a row are one: a drag, the digits of a number */ #sort =
    undefined;

  /** @param {T} first */
  constructor(first) {
    this.#present = first;
  }

  get present() {
    return this.#present;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** @param {T} next @param {unknown} [sort] of a change that goes on: the next of the same sort belongs to it */
  push(next, sort) {
    const joins = sort !== undefined && sort === this.#sort;
    if (!joins) this.#past.push(this.#present);
    this.#present = next;
    this.#future = [];
    this.#sort = sort;
  }

  /** What there is now, to come back to it where the next change is refused. @returns {() => void} */
  mark() {
    const [length, present, future, sort] = [this.#past.length, this.#present, this.#future, this.#sort];
    return () => {
      this.#past.length = length;
      [this.#present, this.#future, this.#sort] = [present, future, sort];
    };
  }

  /** The change that went on is over. */
  settle() {
    this.#sort = undefined;
  }

  /** A change that goes on is given up, as if it had never begun. @param {unknown} sort @returns {T} */
  cancel(sort) {
    const before = sort !== undefined && sort === this.#sort ? this.#past.pop() : undefined;
    if (before !== undefined) this.#present = before;
    this.#sort = undefined;
    return this.#present;
  }

  /** @returns {T} */
  undo() {
    const before = this.#past.pop();
    if (before === undefined) return this.#present;
    this.#future.push(this.#present);
    this.#sort = undefined;
    return (this.#present = before);
  }

  /** @returns {T} */
  redo() {
    const after = this.#future.pop();
    if (after === undefined) return this.#present;
    this.#past.push(this.#present);
    this.#sort = undefined;
    return (this.#present = after);
  }

  /** What there was first; itself a change that can be undone. @returns {T} */
  reset() {
    const first = this.#past[0];
    if (first !== undefined) this.push(first);
    return this.#present;
  }
}

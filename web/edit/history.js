/** Undo and redo without limit. Problems share what did not change, so each costs little. */

/** @template T */
export class History {
  /** @type {T[]} */ #past = [];
  /** @type {T[]} */ #future = [];
  /** @type {T} */ #present;
  /** the sort of the last change: successive changes of a sort, such as a drag, are a single one @type {unknown} */
  #sort = undefined;

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

  /** @param {T} next @param {unknown} [sort] of a change that may continue with the next of its sort */
  push(next, sort) {
    const joins = sort !== undefined && sort === this.#sort;
    if (!joins) this.#past.push(this.#present);
    this.#present = next;
    this.#future = [];
    this.#sort = sort;
  }

  /** Remembers the state; the result restores it, for a change that is rejected. @returns {() => void} */
  mark() {
    const [length, present, future, sort] = [this.#past.length, this.#present, this.#future, this.#sort];
    return () => {
      this.#past.length = length;
      [this.#present, this.#future, this.#sort] = [present, future, sort];
    };
  }

  /** Ends a continued change. */
  settle() {
    this.#sort = undefined;
  }

  /** Discards a continued change. @param {unknown} sort @returns {T} */
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

  /** Returns to the first problem, which can be undone. @returns {T} */
  reset() {
    const first = this.#past[0];
    if (first !== undefined) this.push(first);
    return this.#present;
  }
}

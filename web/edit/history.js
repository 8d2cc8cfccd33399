/** Unlimited undo and redo. Problems share whatever has not changed, so each costs little. */

/** @template T */
export class History {
  /** @type {T[]} */ #past = [];
  /** @type {T[]} */ #future = [];
  /** @type {T[]} what could be redone before the last change */ #spared = [];
  /** @type {T} */ #present;
  /** the sort of the last change: successive changes of one sort, such as those of a drag, count as one @type {unknown} */
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

  /** @param {T} next @param {unknown} [sort] joins the change with the next one of the same sort */
  push(next, sort) {
    const joins = sort !== undefined && sort === this.#sort;
    if (!joins) {
      this.#past.push(this.#present);
      this.#spared = this.#future;
    }
    this.#present = next;
    this.#future = [];
    this.#sort = sort;
  }

  /** Remembers the current state. Returns a function that restores it, for a change that is rejected. @returns {() => void} */
  mark() {
    const [length, present, future, sort] = [this.#past.length, this.#present, this.#future, this.#sort];
    return () => {
      this.#past.length = length;
      [this.#present, this.#future, this.#sort] = [present, future, sort];
    };
  }

  /** Ends a joined change: the next one is undone separately. */
  settle() {
    this.#sort = undefined;
  }

  /** Discards a joined change that has not ended. @param {unknown} sort @returns {T} */
  cancel(sort) {
    const before = sort !== undefined && sort === this.#sort ? this.#past.pop() : undefined;
    if (before !== undefined) [this.#present, this.#future] = [before, this.#spared];
    this.#sort = undefined;
    return this.#present;
  }

  undo() {
    return this.#turn(this.#past, this.#future);
  }

  redo() {
    return this.#turn(this.#future, this.#past);
  }

  /** @param {T[]} from @param {T[]} to @returns {T} */
  #turn(from, to) {
    const next = from.pop();
    if (next === undefined) return this.#present;
    to.push(this.#present);
    this.#sort = undefined;
    return (this.#present = next);
  }

  /** Returns to the first problem; this can be undone. @returns {T} */
  reset() {
    const first = this.#past[0];
    if (first !== undefined && first !== this.#present) this.push(first);
    return this.#present;
  }
}

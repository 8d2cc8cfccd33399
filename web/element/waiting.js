/** A promise that is replaced with each change; the older ones settle with the newest. */

/** @template T */
export class Waiting {
  /** @type {{ resolve(value: T): void, reject(error: unknown): void }[]} */ #open = [];
  /** @type {Promise<T>} */ promise = this.renew();

  /** @returns {Promise<T>} */
  renew() {
    this.promise = new Promise((resolve, reject) => this.#open.push({ resolve, reject }));
    // errors are shown and dispatched, too; a page that does not wait need not catch them
    this.promise.catch(() => {});
    return this.promise;
  }

  /** @param {T} value */
  resolve(value) {
    for (const { resolve } of this.#open.splice(0)) resolve(value);
  }

  /** @param {unknown} error */
  reject(error) {
    for (const { reject } of this.#open.splice(0)) reject(error);
  }
}

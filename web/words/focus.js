/** Sentences about a row or a column of weights: what a query takes from the keys, and what a key gives to the outputs. */

/** @typedef {Record<string, any>} Facts */
/**
 * @typedef {{ other: string, value: number, number: string, own: boolean }} Part other: the name of the other side; number: as
 *   it is written; own: whether both are the same token
 */

/** The most parts that a sentence names, and the share below which a part is almost nothing. */
const MOST = 4;
const LITTLE = 0.005;

/** @param {import("./rules.js").Speaker} speaker @param {Facts} t @returns {Facts} */
export function focusTexts({ write, listed, filled, texts }, t) {
  /**
   * Lists the parts with their shares, largest first.
   * @param {Facts} wordings @param {Part[]} parts @param {(value: number) => string} percent
   * @param {number} [count] of parts, including those with a share of 0
   */
  const shares = (wordings, parts, percent, count = parts.length) => {
    const sorted = parts.toSorted((a, b) => b.value - a.value);
    const alike = (/** @type {Part} */ a, /** @type {Part} */ b) => percent(a.value) === percent(b.value);
    if (count > MOST && sorted.length === count && alike(sorted[0], sorted[count - 1]))
      return write(wordings.even, { share: percent(sorted[0].value) });
    const large = sorted.filter(({ value }) => value >= LITTLE);
    const shown = large.slice(0, sorted.length > MOST ? MOST - 1 : MOST);
    const said = shown.map(({ other, own, value }, k) =>
      write(wordings[own ? "own" : "some"], { share: percent(value), other, first: k === 0 }),
    );
    const next = large[shown.length];
    const rest = !next ? "least" : alike(shown[shown.length - 1], next) ? "noMore" : "less";
    if (sorted.length > MOST)
      said.push(write(wordings[rest], { none: !sorted.slice(shown.length).some(({ value }) => value > 0) }));
    else
      for (const none of [false, true]) {
        const rest = sorted.filter(({ value }) => (none ? value === 0 : value > 0 && value < LITTLE));
        const names = rest.map(({ own, other }) => (own ? wordings.self : other));
        if (names.length) said.push(write(wordings.little, { none, others: listed(names) }));
      }
    return said.join(texts.lists.clauses);
  };
  const numbers = (/** @type {Part[]} */ parts) =>
    parts.map(({ other, number }) => write(t.times, { number, other })).join(texts.lists.clauses);

  return {
    ...filled({ pointed: t.pointed, exactly: t.exactly }),
    /** @param {{ name: string, kind: string, everything: boolean, parts: Part[], percent: (value: number) => string }} facts */
    takes({ name, kind, everything, parts, percent }) {
      if (kind === "nan" || kind === "nothing") return write(t.takes[kind], { name, everything });
      if (kind === "given") return write(t.takes.given, { name, parts: numbers(parts) });
      const all = kind === "one" && parts.find(({ value }) => value === 1);
      if (all) return write(t.takes.all, { name, other: all.own ? t.takes.self : all.other });
      return write(t.takes.text, { name, parts: shares(t.takes, parts, percent) });
    },
    /** @param {{ name: string, parts: Part[], percent: (value: number) => string }} facts */
    gives({ name, parts, percent }) {
      if (parts.some(({ value }) => !(value >= 0 && value <= 1.001)))
        return write(t.gives.strange, { name, parts: numbers(parts) });
      const some = parts.filter(({ value }) => value > 0);
      if (!some.length) return write(t.gives.nothing, { name });
      return write(t.gives.text, { name, parts: shares(t.gives, some, percent, parts.length) });
    },
  };
}

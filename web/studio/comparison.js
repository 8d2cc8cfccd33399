/** Shows what a change does to the weights: each query's shares before it, faint, above those after it, strong. */
import { fill } from "../words/sentence.js";
import { button, element, times } from "./page.js";

/** @typedef {import("./page.js").Tensor} Tensor */
/** @typedef {{ weights: Tensor, problem: Record<string, any> }} Run */

const MOST = 8;

/** @param {HTMLElement} root @param {(problem: Record<string, any>) => void} steps compares a previous problem with the current one, step by step */
export function createComparison(root, steps) {
  /** @type {Run | null} */
  let former = null;

  return {
    /** Forgets the previous problem, so that an unrelated one is not compared with it. */
    forget() {
      former = null;
      root.hidden = true;
    },

    /**
     * @param {Tensor | undefined} weights
     * @param {{ problem: Record<string, any>, head: number, batch: number, labels: readonly string[], keys: readonly string[], words: Record<string, any> }} given
     *   head, batch: those that the player shows
     */
    show(weights, { problem, head, batch, labels, keys, words: { page } }) {
      const before = former;
      former = weights ? { weights, problem } : null;
      const same = before && weights && String(before.weights.shape) === String(weights.shape);
      if (!same) return void (root.hidden = true);
      const [, heads, queries, columns] = weights.shape;
      const start = (batch * heads + head) * queries;
      const [old, now] = [before.weights, weights].map(({ data }) =>
        times(Math.min(queries, MOST), (i) =>
          data.subarray((start + i) * columns, (start + i + 1) * columns),
        ),
      );
      if (String(old) === String(now)) return;
      // each item of a batch may have labels of its own
      const nameOf = (
        /** @type {readonly string[]} */ all,
        /** @type {number} */ count,
        /** @type {number} */ i,
      ) => all[all.length > count ? batch * count + i : i] || String(i + 1);
      const items = now.map((is, i) => {
        const was = old[i];
        const key = largestChange(was, is);
        const shares = { before: shareText(was[key]), after: shareText(is[key]) };
        const said = fill(page.compared, { name: nameOf(keys, columns, key), ...shares });
        const bars = element("span", { class: "bars" }, bar(was, "before"), bar(is, "after"));
        const name = element("b", {}, nameOf(labels, queries, i));
        const change = element("span", { class: "said" }, was[key] === is[key] ? "" : said);
        return element("li", {}, name, bars, change);
      });
      root.hidden = false;
      root.replaceChildren(
        element("h3", {}, page.comparison),
        button({ class: "sign", "aria-label": page.close }, () => (root.hidden = true), "×"),
        element("ul", {}, ...items),
        button({}, () => steps(before.problem), page.compareSteps),
      );
    },
  };
}

/** @param {ArrayLike<number>} row @param {string} look */
function bar(row, look) {
  const parts = Array.from(row, (weight) => {
    const part = element("span");
    part.style.flexGrow = String(Number.isFinite(weight) ? Math.max(weight, 0) : 0);
    return part;
  });
  return element("span", { class: `share ${look}` }, ...parts);
}

/** Returns the index at which two rows differ most. @param {Float32Array} a @param {Float32Array} b */
function largestChange(a, b) {
  let most = 0;
  for (let j = 1; j < a.length; j++) if (Math.abs(a[j] - b[j]) > Math.abs(a[most] - b[most])) most = j;
  return most;
}

/** @param {number} weight */
const shareText = (weight) => (Number.isFinite(weight) ? weight.toFixed(2) : "NaN");

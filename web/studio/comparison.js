/** Shows what a change does to the weights: each query's shares before it, faint, above those after it, strong. */
import { fill } from "../words/sentence.js";
import { button, element } from "./page.js";

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
     * @param {{ problem: Record<string, any>, labels: readonly string[], keys: readonly string[], words: Record<string, any> }} given
     */
    show(weights, { problem, labels, keys, words: { page } }) {
      const before = former;
      former = weights ? { weights, problem } : null;
      const same = before && weights && String(before.weights.shape) === String(weights.shape);
      if (!same) root.hidden = true;
      if (!same || weights.data.every((weight, k) => Object.is(weight, before.weights.data[k]))) return;
      const [, , rows, columns] = weights.shape;
      const items = Array.from({ length: Math.min(rows, MOST) }, (_, i) => {
        const row = (/** @type {Tensor} */ { data }) => data.subarray(i * columns, (i + 1) * columns);
        const [was, is] = [row(before.weights), row(weights)];
        const key = largestChange(was, is);
        const shares = { before: shareText(was[key]), after: shareText(is[key]) };
        const said = fill(page.compared, { name: keys[key] || String(key + 1), ...shares });
        const bars = element("span", { class: "bars" }, bar(was, "before"), bar(is, "after"));
        const name = element("b", {}, labels[i] || String(i + 1));
        return element(
          "li",
          {},
          name,
          bars,
          element("span", { class: "said" }, was[key] === is[key] ? "" : said),
        );
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
